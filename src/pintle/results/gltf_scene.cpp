#include "pintle/results/gltf_scene.h"

#include <fmt/format.h>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

// Thickness of what has none of its own, in parts of the scene's typical length.
constexpr double kPointRadius = 0.02;
constexpr double kAxisRadius = 0.05, kSpringSlenderness = 0.03;  // in parts of the axis, of the spring
double line_radius(const std::string& role) {
  return role == "body" ? 0.015 : role == "spring" ? 0.04 : role == "joint" ? 0.006 : 0.008;
}

// Looks are roles and the axes of a triad; the viewer's colours.
std::string colour_of(const std::string& look) {
  static const std::map<std::string, std::string> kColours{
      {"body", "#7c9cc0"},   {"joint", "#4a5665"},  {"spring", "#2c9c74"}, {"line", "#5f7890"},
      {"tracer", "#c0448f"}, {"axis x", "#d8453a"}, {"axis y", "#3b9b4d"}, {"axis z", "#3571d8"}};
  const auto found = kColours.find(look);
  return found == kColours.end() ? "#8b8f99" : found->second;
}

std::vector<float> flat(const std::vector<Vec3>& vectors) {
  std::vector<float> numbers;
  for (const Vec3& v : vectors)
    for (const float number : gltf_vector(v)) numbers.push_back(number);
  return numbers;
}

bool is_on_one_frame(const std::vector<ScenePoint>& points) {
  for (const ScenePoint& point : points)
    if (point.frame != points.front().frame) return false;
  return true;
}

// Axes of which the third points that way.
Mat3 axes_along(const Vec3& direction) {
  return matrix_from_quaternion(normalised(Quat::FromTwoVectors(Vec3::UnitZ(), direction)));
}

}  // namespace

// glTF's +Y is up.
GltfScene::GltfScene(const Scene& scene, std::size_t samples, GltfDocument& document)
    : scene_(scene), samples_(samples), document_(document), root_(document.add_node("scene", -1)) {
  document_.node(root_)["rotation"] =
      gltf_quaternion(Quat::FromTwoVectors(scene.up, Vec3::UnitY()).normalized());
  add_frames();
  for (const SceneObject& object : scene.objects) add(object);
}

// Frames fixed on others are nodes below theirs.
void GltfScene::add_frames() {
  for (std::size_t i = 0; i < scene_.frames.size(); ++i) {
    const SceneFrame& frame = scene_.frames[i];
    const bool is_fixed = i > 0 && !frame.position;
    const int parent = is_fixed ? frame_nodes_[static_cast<std::size_t>(frame.parent)] : root_;
    const int node = document_.add_node(frame.name, parent);
    frame_nodes_.push_back(node);
    if (is_fixed) {
      document_.node(node)["translation"] = gltf_vector(frame.offset);
      document_.node(node)["rotation"] = gltf_quaternion(quaternion_from_matrix(frame.axes));
    } else if (frame.position) {
      tracks_.push_back(std::make_unique<FrameTrack>(node, static_cast<int>(i)));
    }
  }
}

void GltfScene::add(const SceneObject& object) {
  name_ = fmt::format("{} {}", object.kind, object.name);
  for (const SceneShape& shape : object.shapes) switch (shape.kind) {
      case ShapeKind::box:
      case ShapeKind::ellipsoid:
      case ShapeKind::cylinder:
        add_solid(shape);
        break;
      case ShapeKind::axes:
        add_axes(shape);
        break;
      case ShapeKind::points:
        add_points(shape);
        break;
      case ShapeKind::line:
        add_line(shape);
        break;
      case ShapeKind::curve:
        add_curve(shape);
        break;
      case ShapeKind::surface:
        add_surface(shape);
        break;
      case ShapeKind::trail:
        tracks_.push_back(std::make_unique<TrailTrack>(document_.add_node(name_ + " trail", root_),
                                                       shape.points[0], material("tracer")));
        break;
      case ShapeKind::arrow:
        break;  // forces are no part of the picture; see docs/results.md
    }
}

int GltfScene::add_node(int frame) {
  return document_.add_node(name_, frame_nodes_[static_cast<std::size_t>(frame)]);
}

void GltfScene::place(Mesh kind, const std::string& look, int frame, const Vec3& at, const Mat3& axes,
                      const Vec3& size) {
  const int node = add_node(frame);
  document_.node(node)["mesh"] = mesh(kind, look);
  document_.node(node)["translation"] = gltf_vector(at);
  document_.node(node)["rotation"] = gltf_quaternion(quaternion_from_matrix(axes));
  document_.node(node)["scale"] = gltf_vector(size);
}

void GltfScene::add_solid(const SceneShape& shape) {
  const ScenePoint& pose = shape.points[0];
  const Mesh kind = shape.kind == ShapeKind::box         ? Mesh::box
                    : shape.kind == ShapeKind::ellipsoid ? Mesh::ball
                                                         : Mesh::cylinder;
  place(kind, shape.role, pose.frame, pose.at, pose.axes, shape.size);
}

void GltfScene::add_axes(const SceneShape& shape) {
  const ScenePoint& pose = shape.points[0];
  for (int i = 0; i < 3; ++i) {
    const double length = shape.size[i];
    const Vec3 direction = pose.axes.col(i);
    place(Mesh::cylinder, fmt::format("axis {}", "xyz"[i]), pose.frame, pose.at + 0.5 * length * direction,
          axes_along(direction), {kAxisRadius * length, kAxisRadius * length, length});
  }
}

void GltfScene::add_points(const SceneShape& shape) {
  for (const ScenePoint& point : shape.points)
    place(Mesh::ball, shape.role, point.frame, point.at, Mat3::Identity(),
          Vec3::Constant(kPointRadius * scene_.size));
}

void GltfScene::add_line(const SceneShape& shape) {
  for (std::size_t i = 0; i + 1 < shape.points.size(); ++i)
    connect(shape, {shape.points[i]}, {shape.points[i + 1]});
}

void GltfScene::add_curve(const SceneShape& shape) {
  for (std::size_t i = 0; i + 1 < shape.channel->size / 3; ++i)
    connect(shape, {{}, &*shape.channel, i}, {{}, &*shape.channel, i + 1});
}

// Between points of one frame the mesh is part of that frame; otherwise it has a motion of its own.
void GltfScene::connect(const SceneShape& shape, const SegmentEnd& a, const SegmentEnd& b) {
  const double radius = line_radius(shape.role) * scene_.size;
  const Mesh kind = shape.role == "spring" ? Mesh::helix : Mesh::cylinder;
  const double slenderness = kind == Mesh::helix ? kSpringSlenderness : 0.0;
  if (!a.curve && a.point.frame == b.point.frame) {
    const Vec3 way = b.point.at - a.point.at;
    if (way.isZero(0.0)) return;
    place(
        kind, shape.role, a.point.frame, 0.5 * (a.point.at + b.point.at), axes_along(way),
        {std::max(radius, slenderness * way.norm()), std::max(radius, slenderness * way.norm()), way.norm()});
    return;
  }
  const int node = document_.add_node(name_, root_);
  document_.node(node)["mesh"] = mesh(kind, shape.role);
  tracks_.push_back(std::make_unique<SegmentTrack>(node, a, b, radius, slenderness));
}

void GltfScene::add_surface(const SceneShape& shape) {
  if (shape.triangles.empty()) return;
  if (!is_on_one_frame(shape.points)) {
    const int node = document_.add_node(name_, root_);
    tracks_.push_back(std::make_unique<SurfaceTrack>(node, shape, material(shape.role), samples_));
    return;
  }
  std::vector<Vec3> corners;
  for (const ScenePoint& point : shape.points) corners.push_back(point.at);
  document_.node(add_node(shape.points[0].frame))["mesh"] =
      document_.add_mesh({{"attributes", {{"POSITION", document_.add_corners(flat(corners), true)}}},
                          {"indices", document_.add_indices(shape.triangles)},
                          {"material", material(shape.role)}},
                         name_);
}

int GltfScene::mesh(Mesh kind, const std::string& look) {
  const auto known = meshes_.find({kind, look});
  if (known != meshes_.end()) return known->second;
  GltfDocument::Json& geometry = geometries_[kind];
  if (geometry.is_null()) {
    const SolidMesh solid = kind == Mesh::box        ? box_mesh()
                            : kind == Mesh::ball     ? ball_mesh()
                            : kind == Mesh::cylinder ? cylinder_mesh()
                                                     : helix_mesh();
    geometry = {{"attributes",
                 {{"POSITION", document_.add_corners(flat(solid.points), true)},
                  {"NORMAL", document_.add_corners(flat(solid.normals), false)}}},
                {"indices", document_.add_indices(solid.triangles)}};
  }
  GltfDocument::Json primitive = geometry;
  primitive["material"] = material(look);
  return meshes_[{kind, look}] = document_.add_mesh(std::move(primitive), look);
}

int GltfScene::material(const std::string& look) {
  const auto known = materials_.find(look);
  if (known != materials_.end()) return known->second;
  return materials_[look] = document_.add_material(look, colour_of(look));
}

}  // namespace pintle
