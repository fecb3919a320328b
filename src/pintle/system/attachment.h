// Attachment: a place to hold on to. Joints and loads see attachments only, so "pin", "with offset" and "on
// the ground" are not new types.
#pragma once

#include "pintle/system/context.h"

namespace pintle {

struct Attachment {
  FrameIndex frame = kGroundFrame;
  Vec3 offset = Vec3::Zero();    // from the frame's origin, frame components
  Mat3 axes = Mat3::Identity();  // axes of the attachment in the frame

  // In ground components: the arm from the frame's origin, the point, the axes.
  Vec3 arm(const Frame& f) const { return f.R * offset; }
  Vec3 point(const Frame& f) const { return f.x + f.R * offset; }
  Mat3 world_axes(const Frame& f) const { return f.R * axes; }
};

// Velocity and acceleration of the point at `arm` (ground components) from the frame's origin.
inline Vec3 point_velocity(const Frame& f, const Vec3& arm) { return f.v + f.omega.cross(arm); }
inline Vec3 point_acceleration(const Frame& f, const Vec3& arm) {
  return f.a + f.alpha.cross(arm) + f.omega.cross(f.omega.cross(arm));
}

}  // namespace pintle
