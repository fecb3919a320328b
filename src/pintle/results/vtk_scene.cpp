#include "pintle/results/vtk_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pintle/results/solid_meshes.h"

namespace pintle {

namespace {

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();

// "element.plate.stress" -> "stress"
std::string quantity_of(const ResultChannel& channel) {
  return channel.name.substr(channel.name.rfind('.') + 1);
}

template <class List, class Entry>
std::size_t position_in(List& list, const Entry& entry) {
  const auto found = std::find(list.begin(), list.end(), entry);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(entry);
  return list.size() - 1;
}

void put(std::vector<float>& values, std::size_t point, const Vec3& vector) {
  for (int i = 0; i < 3; ++i) values[3 * point + static_cast<std::size_t>(i)] = static_cast<float>(vector[i]);
}

}  // namespace

// Roles have the same numbers in every file.
VtkScene::VtkScene(const Scene& scene)
    : roles_{"body", "joint", "spring", "line", "node", "frame", "force", "moment"} {
  grid_.cell_data = {{"object", {}}, {"role", {}}};
  std::vector<std::string> objects;
  for (const SceneObject& object : scene.objects) {
    objects.push_back(fmt::format("{} {}", object.kind, object.name));
    if (object.kind == "node" && !object.frames.empty())
      add_cell(VtkCell::vertex, {{add_corner({.point = {object.frames.front()}})}}, "node");
    for (const SceneShape& shape : object.shapes) add_shape(shape);
    ++object_;
  }
  grid_.points.resize(3 * corners_.size());
  grid_.names = {{"object_names", std::move(objects)}, {"role_names", roles_}};
}

std::int64_t VtkScene::add_corner(const Corner& corner) {
  corners_.push_back(corner);
  return static_cast<std::int64_t>(corners_.size()) - 1;
}

std::int64_t VtkScene::add_corner(const SceneShape& shape, std::size_t i) {
  Corner corner{.point = shape.points[i]};
  if (!shape.values.empty()) {
    corner.value = &shape.values[i];
    corner.quantity = position_in(quantities_, quantity_of(shape.values[i].channel));
  }
  return add_corner(corner);
}

void VtkScene::add_cell(VtkCell type, std::span<const std::int64_t> corners, const std::string& role) {
  grid_.corners.insert(grid_.corners.end(), corners.begin(), corners.end());
  grid_.ends.push_back(static_cast<std::int64_t>(grid_.corners.size()));
  grid_.types.push_back(type);
  grid_.cell_data[0].second.push_back(object_);
  grid_.cell_data[1].second.push_back(static_cast<std::int32_t>(position_in(roles_, role)));
}

void VtkScene::add_shape(const SceneShape& shape) {
  if (is_solid(shape.kind)) return add_solid(shape);
  if (shape.kind == ShapeKind::axes) return add_axes(shape);
  if (shape.kind == ShapeKind::curve) return add_curve(shape);
  if (shape.kind == ShapeKind::trail) return;  // of all times at once; see docs/results.md
  if (shape.kind == ShapeKind::arrow)
    return add_cell(VtkCell::vertex, {{add_corner({.point = shape.points[0], .arrow = &shape})}}, shape.role);
  std::vector<std::int64_t> corners;
  for (std::size_t i = 0; i < shape.points.size(); ++i) corners.push_back(add_corner(shape, i));
  if (shape.kind == ShapeKind::line && corners.size() > 1) add_cell(VtkCell::poly_line, corners, shape.role);
  if (shape.kind == ShapeKind::points)
    for (const std::int64_t corner : corners) add_cell(VtkCell::vertex, {{corner}}, shape.role);
  for (std::size_t i = 0; i < shape.triangles.size(); i += 3) {
    const auto corner = [&](std::size_t k) {
      return corners[static_cast<std::size_t>(shape.triangles[i + k])];
    };
    add_cell(VtkCell::triangle, {{corner(0), corner(1), corner(2)}}, shape.role);
  }
}

void VtkScene::add_solid(const SceneShape& shape) {
  const SolidMesh mesh = solid_mesh(shape.kind);
  const ScenePoint& pose = shape.points[0];
  const auto first = static_cast<std::int64_t>(corners_.size());
  for (const Vec3& point : mesh.points)
    add_corner({.point = {pose.frame, pose.at + pose.axes * shape.size.cwiseProduct(point)}});
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
    add_cell(VtkCell::triangle,
             {{first + mesh.triangles[i], first + mesh.triangles[i + 1], first + mesh.triangles[i + 2]}},
             shape.role);
}

void VtkScene::add_axes(const SceneShape& shape) {
  const ScenePoint& pose = shape.points[0];
  for (int i = 0; i < 3; ++i) {
    const std::int64_t origin = add_corner({.point = pose});
    const std::int64_t end = add_corner({.point = {pose.frame, pose.at + shape.size[i] * pose.axes.col(i)}});
    add_cell(VtkCell::poly_line, {{origin, end}}, shape.role);
  }
}

void VtkScene::add_curve(const SceneShape& shape) {
  std::vector<std::int64_t> corners;
  for (std::size_t i = 0; i < shape.channel->size / 3; ++i)
    corners.push_back(add_corner({.curve = &*shape.channel, .place = i}));
  if (corners.size() > 1) add_cell(VtkCell::poly_line, corners, shape.role);
}

const VtuGrid& VtkScene::at(const SceneMotion& motion) {
  const std::size_t n = corners_.size();
  grid_.time = motion.time();
  grid_.point_data.clear();
  VtuArray force{"force", 3, std::vector<float>(3 * n)}, moment{"moment", 3, std::vector<float>(3 * n)};
  VtuArray velocity{"velocity", 3, std::vector<float>(3 * n, kNoNumber)}, spin = velocity;
  spin.name = "angular_velocity";
  std::vector<VtuArray> quantities;
  for (const std::string& name : quantities_)
    quantities.push_back({name, 1, std::vector<float>(n, kNoNumber)});
  for (std::size_t i = 0; i < n; ++i) {
    const Corner& corner = corners_[i];
    if (corner.curve) {
      put(grid_.points, i, Eigen::Map<const Vec3>(motion.values(*corner.curve).data() + 3 * corner.place));
      continue;
    }
    const FrameMotion& frame = motion.frame(corner.point.frame);
    put(grid_.points, i, frame.at(corner.point.at));
    put(velocity.values, i, frame.velocity_at(corner.point.at));
    put(spin.values, i, frame.w);
    if (corner.arrow)
      put((corner.arrow->role == "moment" ? moment : force).values, i, motion.arrow(*corner.arrow));
    if (corner.value) quantities[corner.quantity].values[i] = static_cast<float>(motion.value(*corner.value));
  }
  if (motion.has_velocities()) grid_.point_data = {std::move(velocity), std::move(spin)};
  grid_.point_data.push_back(std::move(force));
  grid_.point_data.push_back(std::move(moment));
  for (VtuArray& array : quantities) grid_.point_data.push_back(std::move(array));
  return grid_;
}

}  // namespace pintle
