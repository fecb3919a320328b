// Angular velocity: its component about a direction that turns with the node; see angular_velocity.md.
#pragma once

#include "pintle/joints/node_motion_set.h"

namespace pintle {

struct AngularVelocity {
  static constexpr std::string_view kType = "angular velocity";
  static constexpr std::string_view kUnit = "rad/s";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::velocity;
  static constexpr bool kNeedsAxes = true;

  // A unit couple, wherever the attachment sits.
  static Wrench unit_wrench(const Vec3&, const Vec3& e) { return {Vec3::Zero(), e}; }
  static ChannelInfo coordinate() {
    return {"angular_rate", "rad/s", 1, "angular velocity about the direction"};
  }
};

}  // namespace pintle
