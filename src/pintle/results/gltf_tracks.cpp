#include "pintle/results/gltf_tracks.h"

#include <algorithm>
#include <utility>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

constexpr int kLineStrip = 3;  // mode of a primitive

template <class Numbers>
void append(std::vector<float>& list, const Numbers& numbers) {
  list.insert(list.end(), numbers.begin(), numbers.end());
}

bool is_constant(const std::vector<float>& list, std::size_t components) {
  for (std::size_t i = components; i < list.size(); ++i)
    if (list[i] != list[i - components]) return false;
  return true;
}

}  // namespace

void PoseTrack::add(const Vec3& translation, Quat rotation, const Vec3& scale) {
  rotation.normalize();
  if (rotation.dot(last_) < 0.0) rotation.coeffs() = -rotation.coeffs();
  last_ = rotation;
  append(translations_, gltf_vector(translation));
  append(rotations_, gltf_quaternion(rotation));
  append(scales_, gltf_vector(scale));
}

void PoseTrack::finish(GltfDocument& document, int times_accessor) const {
  const auto put = [&](const char* path, const std::vector<float>& list, int components) {
    document.node(node_)[path] = std::vector<float>(list.begin(), list.begin() + components);
    if (is_constant(list, static_cast<std::size_t>(components))) return;
    document.animate(node_, path, times_accessor, document.add_numbers(list, components, false));
  };
  put("translation", translations_, 3);
  put("rotation", rotations_, 4);
  put("scale", scales_, 3);
}

void FrameTrack::sample(const SceneMotion& motion) {
  const FrameMotion& frame = motion.frame(frame_);
  pose_.add(frame.p, quaternion_from_matrix(frame.R), Vec3::Ones());
}

Vec3 SegmentEnd::at(const SceneMotion& motion) const {
  if (curve) return Eigen::Map<const Vec3>(motion.values(*curve).data() + 3 * place);
  return motion.place_of(point);
}

void SegmentTrack::sample(const SceneMotion& motion) {
  const Vec3 a = a_.at(motion), b = b_.at(motion);
  const double length = (b - a).norm();
  if (length > 0.0) {
    const Vec3 direction = (b - a) / length;
    rotation_ = Quat::FromTwoVectors(direction_, direction) * rotation_;
    direction_ = direction;
  }
  radius_ = std::max(radius_, std::exchange(slenderness_, 0.0) * length);
  pose_.add(0.5 * (a + b), rotation_, {radius_, radius_, length});
}

SurfaceTrack::SurfaceTrack(int node, const SceneShape& shape, int material, std::size_t samples)
    : node_(node),
      shape_(shape),
      material_(material),
      stride_(std::max<std::size_t>(1, (samples + kMostShapes - 2) / (kMostShapes - 1))),
      samples_(samples) {}

void SurfaceTrack::sample(const SceneMotion& motion) {
  const std::size_t index = seen_++;
  if (index % stride_ != 0 && index + 1 != samples_) return;
  taken_.push_back(index);
  std::vector<float>& corners = shapes_.emplace_back();
  for (const ScenePoint& point : shape_.points) append(corners, gltf_vector(motion.place_of(point)));
}

// The first shape is the mesh; target k holds how far the k-th lies from it, and weight k is one at its time
// and nothing at the others.
void SurfaceTrack::finish(GltfDocument& document, std::span<const float> times, int) {
  GltfDocument::Json primitive{{"attributes", {{"POSITION", document.add_corners(shapes_[0], true)}}},
                               {"indices", document.add_indices(shape_.triangles)},
                               {"material", material_}};
  std::vector<float> taken_times{times[taken_[0]]}, weights(shapes_.size() - 1);
  for (std::size_t k = 1; k < shapes_.size(); ++k) {
    for (std::size_t i = 0; i < shapes_[k].size(); ++i) shapes_[k][i] -= shapes_[0][i];
    primitive["targets"].push_back({{"POSITION", document.add_corners(shapes_[k], true)}});
    taken_times.push_back(times[taken_[k]]);
    for (std::size_t i = 1; i < shapes_.size(); ++i) weights.push_back(i == k ? 1.0f : 0.0f);
  }
  document.node(node_)["mesh"] = document.add_mesh(std::move(primitive), "surface");
  if (shapes_.size() > 1)
    document.animate(node_, "weights", document.add_numbers(taken_times, 1, true),
                     document.add_numbers(weights, 1, false));
}

void TrailTrack::sample(const SceneMotion& motion) { append(path_, gltf_vector(motion.place_of(point_))); }

void TrailTrack::finish(GltfDocument& document, std::span<const float>, int) {
  if (path_.size() < 6) return;
  document.node(node_)["mesh"] =
      document.add_mesh({{"attributes", {{"POSITION", document.add_corners(path_, true)}}},
                         {"material", material_},
                         {"mode", kLineStrip}},
                        "trail");
}

}  // namespace pintle
