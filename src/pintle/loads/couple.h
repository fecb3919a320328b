// Couple: a driven torque; see couple.md.
#pragma once

#include "pintle/loads/driven_load_set.h"

namespace pintle {

struct Couple {
  static constexpr std::string_view kType = "couple";
  static constexpr bool kHasForce = false;

  // (0, T): where a couple is applied does not matter.
  static Lever lever(const Vec3&) {
    Lever lever;
    lever << Mat3::Zero(), Mat3::Identity();
    return lever;
  }
  static Mat3 lever_stiffness(const Vec3&, const Vec3&) { return Mat3::Zero(); }
  static Vec3 velocity(const Frame& frame, const Vec3&) { return frame.omega; }
  static std::vector<ChannelInfo> channels();
};
using CoupleSet = DrivenLoadSet<Couple>;

}  // namespace pintle
