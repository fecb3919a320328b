// Universal hinge (Cardan joint): two points coincide, two rotations are left; see universal_hinge.md.
#pragma once

#include "pintle/joints/universal_rotation.h"

namespace pintle {

struct UniversalHinge {
  static constexpr std::string_view kType = "universal hinge";
  using Equations = EquationList<Coincidence, Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 2> free_motion() {
    return {{{FreeMotion::Kind::rotation, 2}, {FreeMotion::Kind::rotation, 1, FreeMotion::Side::b}}};
  }

  static std::vector<ChannelInfo> coordinates() { return UniversalRotation::coordinates(); }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    UniversalRotation::evaluate_coordinates(pose, rates, out);
  }
  static std::string describe_trouble(const PairPose& pose) {
    return UniversalRotation::describe_trouble(pose);
  }

  static constexpr std::string_view kOutline = "cardanohinge", kPinOutline = "cardanopin";
  static void report(const JointReport& joint, ReportSink& sink) { UniversalRotation::report(joint, sink); }
};

}  // namespace pintle
