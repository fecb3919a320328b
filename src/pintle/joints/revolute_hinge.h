// Revolute hinge: one rotation about the common third axis; see revolute_hinge.md.
#pragma once

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
    out[0] = angle_about_third(pose);
    out[1] = pose.E.col(2).dot(rates.omega_b - rates.omega_a);
  }
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "revolutehinge", kPinOutline = "revolutepin";
  static void report(const JointReport& joint, ReportSink& sink) {
    joint.reaction(Reported::second_or_pin, joint.pose.F, sink);
    sink.orientation(joint.relative());
    sink.vector("Omega", "rad/s", joint.relative_omega());
  }

  // The angle with all turns; in (-pi, pi] at the start.
  static constexpr int kFollowed = 1;
  static void follow(const PairPose& pose, double* angle) {
    *angle = nearest_turn(angle_about_third(pose), *angle);
  }
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    const Wrench wrench = joint.on(Reported::second_or_pin);
    private_rotation(joint, sink);
    sink.vector("F", wrench.force);
    sink.vector("M", joint.pose.F.transpose() * wrench.moment);
  }
  static void private_rotation(const JointReport& joint, PrivateDataSink& sink) {
    sink.number("rz", joint.followed[0]);
    sink.number("wz", joint.relative_omega().z());
  }
};

}  // namespace pintle
