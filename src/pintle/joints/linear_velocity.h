// Linear velocity: the velocity of a point along a direction that turns with the node; see
// linear_velocity.md.
#pragma once

#include "pintle/joints/node_motion_set.h"

namespace pintle {

struct LinearVelocity {
  static constexpr std::string_view kType = "linear velocity";
  static constexpr std::string_view kUnit = "m/s";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::velocity;
  static constexpr bool kNeedsAxes = false;

  // A unit force at the point: e . (v + omega x r) = e . v + (r x e) . omega.
  static Wrench unit_wrench(const Vec3& offset, const Vec3& e) { return {e, offset.cross(e)}; }
  static ChannelInfo coordinate() { return {"velocity", "m/s", 1, "of the point along the direction"}; }
};

}  // namespace pintle
