#include "pintle/results/scene_motion.h"

#include <algorithm>
#include <numbers>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

Mat3 matrix_of(std::span<const double> numbers, OrientationKind kind) {
  constexpr double kRadians = std::numbers::pi / 180.0;
  const auto vector = [&] { return Vec3(numbers[0], numbers[1], numbers[2]); };
  switch (kind) {
    case OrientationKind::quaternion:
      return matrix_from_quaternion(normalised(Quat(numbers[0], numbers[1], numbers[2], numbers[3])));
    case OrientationKind::euler123:
      return matrix_from_euler123(kRadians * vector());
    case OrientationKind::euler313:
      return matrix_from_euler313(kRadians * vector());
    case OrientationKind::euler321:
      return matrix_from_euler321(kRadians * vector());
    case OrientationKind::vector:
      return matrix_from_rotation_vector(vector());
    case OrientationKind::matrix:
      break;
  }
  return Mat3::Map(numbers.data()).transpose();
}

}  // namespace

SceneMotion::SceneMotion(const ResultFile& file, const Scene& scene, std::vector<std::size_t> records,
                         Progress progress)
    : scene_(scene),
      reader_(file, channels_of_scene(scene), std::move(records), std::move(progress)),
      frames_(scene.frames.size()) {
  for (std::size_t i = 0; i < reader_.channels().size(); ++i) {
    const auto id = static_cast<std::size_t>(reader_.channels()[i].id);
    if (slot_.size() <= id) slot_.resize(id + 1);
    slot_[id] = i;
  }
  for (const SceneFrame& frame : scene.frames)
    if (frame.position && !(frame.velocity && (frame.angular_velocity || !frame.orientation)))
      has_velocities_ = false;
}

// Each once, in the order of the file.
std::vector<ResultChannel> SceneMotion::channels_of_scene(const Scene& scene) {
  std::vector<ResultChannel> channels;
  const auto add = [&](const std::optional<ResultChannel>& channel) {
    if (channel) channels.push_back(*channel);
  };
  for (const SceneFrame& frame : scene.frames) {
    add(frame.position);
    add(frame.orientation);
    add(frame.velocity);
    add(frame.angular_velocity);
  }
  for (const SceneObject& object : scene.objects)
    for (const SceneShape& shape : object.shapes) {
      add(shape.channel);
      for (const ChannelChoice& value : shape.values) add(value.channel);
    }
  const auto by_id = [](const ResultChannel& a, const ResultChannel& b) { return a.id < b.id; };
  const auto is_same = [](const ResultChannel& a, const ResultChannel& b) { return a.id == b.id; };
  std::sort(channels.begin(), channels.end(), by_id);
  channels.erase(std::unique(channels.begin(), channels.end(), is_same), channels.end());
  return channels;
}

bool SceneMotion::next() {
  if (!reader_.next()) return false;
  for (std::size_t i = 0; i < frames_.size(); ++i) frames_[i] = move(scene_.frames[i]);
  return true;
}

FrameMotion SceneMotion::move(const SceneFrame& frame) const {
  FrameMotion motion;
  if (!frame.position) {
    // Fixed on another: p = p_P + R_P o, R = R_P A, v = v_P + w × R_P o.
    if (&frame == scene_.frames.data()) return motion;
    const FrameMotion& parent = this->frame(frame.parent);
    return {parent.at(frame.offset), parent.R * frame.axes, parent.velocity_at(frame.offset), parent.w};
  }
  motion.p = vector(*frame.position);
  if (frame.orientation) motion.R = matrix_of(values(*frame.orientation), frame.orientation_kind);
  if (frame.velocity) motion.v = vector(*frame.velocity);
  if (frame.angular_velocity) motion.w = vector(*frame.angular_velocity);
  return motion;
}

std::span<const double> SceneMotion::values(const ResultChannel& channel) const {
  return reader_.values(slot_[static_cast<std::size_t>(channel.id)]);
}

Vec3 SceneMotion::arrow(const SceneShape& shape) const {
  return frame(shape.components_in).R * vector(*shape.channel);
}

}  // namespace pintle
