// Linear acceleration: that of a point along a direction that turns with the node; see
// linear_acceleration.md.
#pragma once

#include "pintle/joints/linear_velocity.h"

namespace pintle {

struct LinearAcceleration {
  static constexpr std::string_view kType = "linear acceleration";
  static constexpr std::string_view kUnit = "m/s^2";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::acceleration;
  static constexpr bool kNeedsAxes = false;

  static Wrench unit_wrench(const Vec3& offset, const Vec3& e) {
    return LinearVelocity::unit_wrench(offset, e);
  }
  static ChannelInfo coordinate() { return {"acceleration", "m/s^2", 1, "of the point along the direction"}; }
};

}  // namespace pintle
