#include "pintle/results/solid_meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pintle {

namespace {

constexpr int kAround = 20, kUpwards = 12;             // divisions of balls and cylinders
constexpr int kTurns = 8, kAlongTurn = 16, kWire = 6;  // of a helix
// In parts of the helix's radius; half of that in parts of the way between turns.
constexpr double kWireRadius = 0.12;

Vec3 on_circle(double angle, double z) { return {std::cos(angle), std::sin(angle), z}; }
double angle_of(int i, int divisions) { return 2.0 * std::numbers::pi * i / divisions; }

int add_point(SolidMesh& mesh, const Vec3& point, const Vec3& normal) {
  mesh.points.push_back(point);
  mesh.normals.push_back(normal.normalized());
  return static_cast<int>(mesh.points.size()) - 1;
}

void add_triangle(SolidMesh& mesh, int a, int b, int c) {
  mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
}

// Rows of `columns` points each, one above the other: a strip between every two.
void add_strips(SolidMesh& mesh, int first, int rows, int columns) {
  for (int row = 0; row + 1 < rows; ++row)
    for (int i = 0; i + 1 < columns; ++i) {
      const int a = first + row * columns + i, b = a + columns;
      add_triangle(mesh, a, a + 1, b + 1);
      add_triangle(mesh, a, b + 1, b);
    }
}

// The helix lies within z in [-1/2, 1/2]; its radius grows from nothing over the first turn and falls over
// the last one.
Vec3 helix_point(double turn) {
  const double radius = std::clamp(std::min(turn, kTurns - turn), 0.0, 1.0);
  return radius * on_circle(2.0 * std::numbers::pi * turn, 0.0) + (turn / kTurns - 0.5) * Vec3::UnitZ();
}

}  // namespace

SolidMesh box_mesh() {
  SolidMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const Vec3 out = side * Vec3::Unit(axis), u = Vec3::Unit((axis + 1) % 3), w = out.cross(u);
      const int first = static_cast<int>(mesh.points.size());
      for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
        add_point(mesh, 0.5 * (out + a * u + b * w), out);
      add_triangle(mesh, first, first + 1, first + 2);
      add_triangle(mesh, first, first + 2, first + 3);
    }
  return mesh;
}

SolidMesh ball_mesh() {
  SolidMesh mesh;
  for (int row = 0; row <= kUpwards; ++row) {
    const double latitude = std::numbers::pi * (static_cast<double>(row) / kUpwards - 0.5);
    for (int i = 0; i <= kAround; ++i) {
      Vec3 point = std::cos(latitude) * on_circle(angle_of(i, kAround), 0.0);
      point.z() = std::sin(latitude);
      add_point(mesh, point, point);
    }
  }
  add_strips(mesh, 0, kUpwards + 1, kAround + 1);
  // At the poles one of the two triangles between neighbours has no area.
  SolidMesh whole = mesh;
  whole.triangles.clear();
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const auto corner = [&](std::size_t k) {
      return mesh.points[static_cast<std::size_t>(mesh.triangles[i + k])];
    };
    if ((corner(1) - corner(0)).cross(corner(2) - corner(0)).norm() > 1e-12)
      whole.triangles.insert(whole.triangles.end(), &mesh.triangles[i], &mesh.triangles[i] + 3);
  }
  return whole;
}

SolidMesh cylinder_mesh() {
  SolidMesh mesh;
  for (const double z : {-0.5, 0.5})
    for (int i = 0; i <= kAround; ++i)
      add_point(mesh, on_circle(angle_of(i, kAround), z), on_circle(angle_of(i, kAround), 0.0));
  add_strips(mesh, 0, 2, kAround + 1);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 out = side * Vec3::UnitZ();
    const int centre = add_point(mesh, 0.5 * out, out);
    for (int i = 0; i <= kAround; ++i) add_point(mesh, on_circle(angle_of(i, kAround), 0.5 * side), out);
    for (int i = 1; i <= kAround; ++i)
      side > 0.0 ? add_triangle(mesh, centre, centre + i, centre + i + 1)
                 : add_triangle(mesh, centre, centre + i + 1, centre + i);
  }
  return mesh;
}

SolidMesh helix_mesh() {
  SolidMesh mesh;
  constexpr int kSteps = kTurns * kAlongTurn;
  for (int step = 0; step <= kSteps; ++step) {
    const double turn = static_cast<double>(step) / kAlongTurn;
    const Vec3 outwards = on_circle(2.0 * std::numbers::pi * turn, 0.0);
    for (int i = 0; i <= kWire; ++i) {
      const double angle = angle_of(i, kWire);
      const Vec3 around = std::cos(angle) * outwards - std::sin(angle) * Vec3::UnitZ();
      const Vec3 scale(kWireRadius, kWireRadius, 0.5 * kWireRadius / kTurns);
      add_point(mesh, helix_point(turn) + scale.cwiseProduct(around), around);
    }
  }
  add_strips(mesh, 0, kSteps + 1, kWire + 1);
  return mesh;
}

bool is_solid(ShapeKind kind) {
  return kind == ShapeKind::box || kind == ShapeKind::ellipsoid || kind == ShapeKind::cylinder;
}

SolidMesh solid_mesh(ShapeKind kind) {
  if (kind == ShapeKind::ellipsoid) return ball_mesh();
  return kind == ShapeKind::cylinder ? cylinder_mesh() : box_mesh();
}

}  // namespace pintle
