// Where the frames of a scene are, record by record.
#pragma once

#include <vector>

#include "pintle/results/record_reader.h"
#include "pintle/results/scene.h"

namespace pintle {

struct FrameMotion {
  Vec3 p = Vec3::Zero();  // from the ground's origin
  Mat3 R = Mat3::Identity();
  Vec3 v = Vec3::Zero(), w = Vec3::Zero();  // ground components

  Vec3 at(const Vec3& offset) const { return p + R * offset; }
  Vec3 velocity_at(const Vec3& offset) const { return v + w.cross(R * offset); }
};

// Reads what moves a scene. The scene and the file must outlive it.
class SceneMotion {
 public:
  SceneMotion(const ResultFile& file, const Scene& scene, std::vector<std::size_t> records,
              Progress progress = {});

  bool next();
  const std::string& error() const { return reader_.error(); }
  double time() const { return reader_.time(); }

  // True when every frame that moves has channels of its velocities.
  bool has_velocities() const { return has_velocities_; }

  const FrameMotion& frame(int index) const { return frames_[static_cast<std::size_t>(index)]; }
  Vec3 place_of(const ScenePoint& point) const { return frame(point.frame).at(point.at); }
  // Channels that shapes refer to.
  double value(const ChannelChoice& choice) const { return choice.pick(values(choice.channel), 0); }
  std::span<const double> values(const ResultChannel& channel) const;
  // An arrow's vector, ground components.
  Vec3 arrow(const SceneShape& shape) const;

 private:
  static std::vector<ResultChannel> channels_of_scene(const Scene& scene);
  Vec3 vector(const ResultChannel& channel) const { return Eigen::Map<const Vec3>(values(channel).data()); }
  FrameMotion move(const SceneFrame& frame) const;

  const Scene& scene_;
  RecordReader reader_;
  std::vector<std::size_t> slot_;  // by id of a channel: which of the reader's it is
  std::vector<FrameMotion> frames_;
  bool has_velocities_ = true;
};

}  // namespace pintle
