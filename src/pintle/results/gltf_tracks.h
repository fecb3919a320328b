// What moves in a glTF document: each takes a sample per record and becomes channels of the animation.
#pragma once

#include <memory>
#include <vector>

#include "pintle/results/gltf_document.h"
#include "pintle/results/scene_motion.h"

namespace pintle {

class GltfTrack {
 public:
  virtual ~GltfTrack() = default;
  virtual void sample(const SceneMotion& motion) = 0;
  // `times`: when samples were taken, from zero on.
  virtual void finish(GltfDocument& document, std::span<const float> times, int times_accessor) = 0;
};

// Translation, rotation and scale of a node. Signs of quaternions are chosen so that neighbours are near.
class PoseTrack {
 public:
  explicit PoseTrack(int node) : node_(node) {}
  void add(const Vec3& translation, Quat rotation, const Vec3& scale);
  // The first sample becomes the node's pose; what changes is animated.
  void finish(GltfDocument& document, int times_accessor) const;

 private:
  int node_;
  Quat last_ = Quat::Identity();
  std::vector<float> translations_, rotations_, scales_;
};

class FrameTrack final : public GltfTrack {
 public:
  FrameTrack(int node, int frame) : pose_(node), frame_(frame) {}
  void sample(const SceneMotion& motion) override;
  void finish(GltfDocument& document, std::span<const float>, int times_accessor) override {
    pose_.finish(document, times_accessor);
  }

 private:
  PoseTrack pose_;
  int frame_;
};

// The end of a segment: a point of a frame, or the i-th of a curve.
struct SegmentEnd {
  ScenePoint point = {};
  const ResultChannel* curve = nullptr;
  std::size_t place = 0;

  Vec3 at(const SceneMotion& motion) const;
};

// A mesh along axis 3, of length one, that reaches from one point to another. It turns with the least
// rotation that follows the direction.
class SegmentTrack final : public GltfTrack {
 public:
  // `slenderness`: the radius is at least that part of the length at the first sample.
  SegmentTrack(int node, const SegmentEnd& a, const SegmentEnd& b, double radius, double slenderness)
      : pose_(node), a_(a), b_(b), radius_(radius), slenderness_(slenderness) {}
  void sample(const SceneMotion& motion) override;
  void finish(GltfDocument& document, std::span<const float>, int times_accessor) override {
    pose_.finish(document, times_accessor);
  }

 private:
  PoseTrack pose_;
  SegmentEnd a_, b_;
  double radius_, slenderness_;
  Vec3 direction_ = Vec3::UnitZ();
  Quat rotation_ = Quat::Identity();
};

// A surface whose corners move with several frames: morph targets, one for each of at most kMostShapes
// samples.
class SurfaceTrack final : public GltfTrack {
 public:
  SurfaceTrack(int node, const SceneShape& shape, int material, std::size_t samples);
  void sample(const SceneMotion& motion) override;
  void finish(GltfDocument& document, std::span<const float> times, int times_accessor) override;

 private:
  static constexpr std::size_t kMostShapes = 100;

  int node_;
  const SceneShape& shape_;
  int material_;
  std::size_t stride_, seen_ = 0, samples_;
  std::vector<std::size_t> taken_;          // of the samples
  std::vector<std::vector<float>> shapes_;  // all corners
};

// The path of a point, as a line.
class TrailTrack final : public GltfTrack {
 public:
  TrailTrack(int node, const ScenePoint& point, int material)
      : node_(node), point_(point), material_(material) {}
  void sample(const SceneMotion& motion) override;
  void finish(GltfDocument& document, std::span<const float> times, int times_accessor) override;

 private:
  int node_;
  ScenePoint point_;
  int material_;
  std::vector<float> path_;
};

}  // namespace pintle
