// Force: a driven force at a point; see force.md.
#pragma once

#include "pintle/loads/driven_load_set.h"

namespace pintle {

struct Force {
  static constexpr std::string_view kType = "force";
  static constexpr bool kHasForce = true;

  // (F, r x F)
  static Lever lever(const Vec3& arm) {
    Lever lever;
    lever << Mat3::Identity(), skew(arm);
    return lever;
  }
  // d(r x F) = (dtheta x r) x F = F~ r~ dtheta
  static Mat3 lever_stiffness(const Vec3& arm, const Vec3& force) { return skew(force) * skew(arm); }
  static Vec3 velocity(const Frame& frame, const Vec3& arm) { return point_velocity(frame, arm); }
  static std::vector<ChannelInfo> channels();
};
using ForceSet = DrivenLoadSet<Force>;

}  // namespace pintle
