// Angular acceleration: its component about a direction that turns with the node; see
// angular_acceleration.md.
#pragma once

#include "pintle/joints/angular_velocity.h"

namespace pintle {

struct AngularAcceleration {
  static constexpr std::string_view kType = "angular acceleration";
  static constexpr std::string_view kUnit = "rad/s^2";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::acceleration;
  static constexpr bool kNeedsAxes = true;

  static Wrench unit_wrench(const Vec3& offset, const Vec3& e) {
    return AngularVelocity::unit_wrench(offset, e);
  }
  static ChannelInfo coordinate() { return {"angular_acceleration", "rad/s^2", 1, "about the direction"}; }
};

}  // namespace pintle
