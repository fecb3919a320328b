// Clamp: no relative motion; see clamp.md.
#pragma once

#include "pintle/joints/axes_apart.h"
#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct Clamp {
  static constexpr std::string_view kType = "clamp";
  using Equations = EquationList<Coincidence, Perpendicular<0, 1>, Perpendicular<1, 2>, Perpendicular<2, 0>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 0> free_motion() { return {}; }
  static std::string describe_trouble(const PairPose& pose) { return describe_axes_apart(pose); }

  static constexpr std::string_view kOutline = "clamp";
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    const Wrench wrench = joint.on(Reported::second_or_pin);
    sink.vector("F", wrench.force);
    sink.vector("M", wrench.moment);
  }
};

}  // namespace pintle
