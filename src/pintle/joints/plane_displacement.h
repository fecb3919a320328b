// Plane displacement: the second side moves in the 1-2 plane of the first and turns about axis 3; see
// plane_displacement.md.
#pragma once

#include "pintle/joints/revolute_hinge.h"

namespace pintle {

struct PlaneDisplacement {
  static constexpr std::string_view kType = "plane displacement";
  using Equations = EquationList<InPlane<2>, Perpendicular<2, 0>, Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 3> free_motion() {
    return {{{FreeMotion::Kind::translation, 0},
             {FreeMotion::Kind::translation, 1},
             {FreeMotion::Kind::rotation, 2}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"displacement_1", "m", 1, "of the second point along axis 1 of the first side"},
            {"displacement_2", "m", 1, "along axis 2"},
            {"angle", "rad", 1, "of the second side about axis 3, in (-pi, pi]"},
            {"angular_rate", "rad/s", 1, "relative rate about axis 3"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    InPlane<0>::phi(pose, out);
    InPlane<1>::phi(pose, out + 1);
    RevoluteHinge::evaluate_coordinates(pose, rates, out + 2);
  }
  static std::string describe_trouble(const PairPose& pose) { return RevoluteHinge::describe_trouble(pose); }

  static void report(const JointReport& joint, ReportSink& sink) { RevoluteHinge::report(joint, sink); }
};

}  // namespace pintle
