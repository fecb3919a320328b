// Spherical hinge: two points coincide; see spherical_hinge.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct SphericalHinge {
  static constexpr std::string_view kType = "spherical hinge";
  using Equations = EquationList<Coincidence>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 3> free_motion() {
    using Kind = FreeMotion::Kind;
    return {{{Kind::rotation, 0}, {Kind::rotation, 1}, {Kind::rotation, 2}}};
  }
  static std::vector<ChannelInfo> coordinates();
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out);

  static constexpr std::string_view kOutline = "sphericalhinge", kPinOutline = "sphericalpin";
  static void report(const JointReport& joint, ReportSink& sink) {
    joint.reaction(Reported::second_or_pin, sink);
    sink.orientation(joint.relative());
  }
};

}  // namespace pintle
