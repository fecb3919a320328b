// Axial rotation: a revolute hinge that turns with a prescribed speed; see axial_rotation.md.
#pragma once

#include "pintle/joints/revolute_hinge.h"

namespace pintle {

// e . (omega_b - omega_a) = 0, e axis I of A: on velocities.                       (axial_rotation.md 1)
template <int I>
struct RelativeSpin {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "rad/s";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::velocity;
  static std::string name(int) {
    return "angular velocity constraint about axis " + std::to_string(I + 1) + " of the first side";
  }

  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    *out = pose.E.col(I).dot(rates.omega_b - rates.omega_a);
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    *out = PairRates::rate(rates.omega_a, pose.E.col(I)).dot(rates.omega_b);
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const Vec3 moment = *lambda * pose.E.col(I);
    on_a.moment -= moment;
    on_b.moment += moment;
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    by_a.template leftCols<3>().setZero();
    by_a.template rightCols<3>() = -pose.E.col(I).transpose();
    by_b.template leftCols<3>().setZero();
    by_b.template rightCols<3>() = pose.E.col(I).transpose();
  }
  template <class Rows>
  static void rate_tangent(const PairPose& pose, const PairRates& rates, Rows&& by_a, Rows&& by_b) {
    by_a.setZero();
    by_a.template rightCols<3>() = pose.E.col(I).cross(rates.omega_b - rates.omega_a).transpose();
    by_b.setZero();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const Mat3 moment = skew(Vec3(*lambda * pose.E.col(I)));
    k.aa.bottomRightCorner<3, 3>() += moment;
    k.ba.bottomRightCorner<3, 3>() -= moment;
  }
};

struct AxialRotation {
  static constexpr std::string_view kType = "axial rotation";
  using Equations = EquationList<Coincidence, Perpendicular<2, 0>, Perpendicular<2, 1>, RelativeSpin<2>>;
  static constexpr int kPrescribed = 1;  // the relative angular velocity
  static constexpr std::array<FreeMotion, 0> free_motion() { return {}; }
  static constexpr std::array<FreeMotion, 1> given_motion() { return {{{FreeMotion::Kind::rotation, 2}}}; }

  static std::vector<ChannelInfo> coordinates() { return RevoluteHinge::coordinates(); }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    RevoluteHinge::evaluate_coordinates(pose, rates, out);
  }
  static std::string describe_trouble(const PairPose& pose) { return RevoluteHinge::describe_trouble(pose); }

  static constexpr std::string_view kOutline = "axialrotation";
  static void report(const JointReport& joint, ReportSink& sink) {
    joint.reaction(Reported::second_or_pin, joint.pose.F, sink);
    sink.orientation(joint.relative());
    sink.number("omega0", "rad/s", joint.prescribed);
    sink.vector("Omega", "rad/s", joint.relative_omega());
  }

  static constexpr int kFollowed = RevoluteHinge::kFollowed;
  static void follow(const PairPose& pose, double* angle) { RevoluteHinge::follow(pose, angle); }
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    RevoluteHinge::private_data(joint, sink);
  }
};

}  // namespace pintle
