// Revolute hinge: one rotation about the common third axis; see revolute_hinge.md.
#pragma once

#include <cmath>

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct RevoluteHinge {
  static constexpr std::string_view kType = "revolute hinge";
  using Equations = EquationList<Coincidence, Perpendicular<2, 0>, Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 1> free_motion() { return {{{FreeMotion::Kind::rotation, 2}}}; }

  static std::vector<ChannelInfo> coordinates() {
    return {{"angle", "rad", 1, "of the second side about axis 3, in (-pi, pi]"},
            {"angular_rate", "rad/s", 1, "relative rate about axis 3"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    out[0] = std::atan2(pose.E.col(1).dot(pose.F.col(0)), pose.E.col(0).dot(pose.F.col(0)));
    out[1] = pose.E.col(2).dot(rates.omega_b - rates.omega_a);
  }
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "revolutehinge", kPinOutline = "revolutepin";
  static void report(const JointReport& joint, ReportSink& sink) {
    joint.reaction(Reported::second_or_pin, joint.pose.F, sink);
    sink.orientation(joint.relative());
    sink.vector("Omega", "rad/s", joint.relative_omega());
  }
};

}  // namespace pintle
