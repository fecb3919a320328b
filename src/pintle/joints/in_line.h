// In line: the second point stays on a line of the first side; see in_line.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct InLineJoint {
  static constexpr std::string_view kType = "in line";
  using Equations = EquationList<InPlane<0>, InPlane<1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 4> free_motion() {
    using Kind = FreeMotion::Kind;
    return {{{Kind::rotation, 0}, {Kind::rotation, 1}, {Kind::rotation, 2}, {Kind::translation, 2}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"displacement", "m", 1, "of the second point along axis 3 of the first side"},
            {"rate", "m/s", 1, "of the displacement"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    InPlane<2>::phi(pose, out);
    InPlane<2>::phi_dot(pose, rates, out + 1);
  }

  static constexpr std::string_view kOutline = "inline";
  static void report(const JointReport& joint, ReportSink& sink) { joint.reaction(Reported::first, sink); }
};

}  // namespace pintle
