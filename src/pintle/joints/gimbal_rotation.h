// Gimbal rotation: the second side is inclined against the first without twist; see gimbal_rotation.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

// (e_2 . f_1 - e_1 . f_2) / 2 = 0: B is turned against A about an axis normal to axis 3.
// (gimbal_rotation.md 2)
struct NoTwist {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "rad";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int) { return "twist constraint about axis 3"; }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    S plus, minus;
    Plus::phi(pose, &plus);
    Minus::phi(pose, &minus);
    *out = 0.5 * (plus - minus);
  }
  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    double minus = 0.0;
    Plus::phi_dot(pose, rates, out);
    Minus::phi_dot(pose, rates, &minus);
    *out = 0.5 * (*out - minus);
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    double minus = 0.0;
    Plus::bias(pose, rates, out);
    Minus::bias(pose, rates, &minus);
    *out = 0.5 * (*out - minus);
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const double plus = 0.5 * *lambda, minus = -plus;
    Plus::add_reaction(pose, &plus, on_a, on_b);
    Minus::add_reaction(pose, &minus, on_a, on_b);
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    Wrench on_a, on_b;
    const double one = 1.0;
    add_reaction(pose, &one, on_a, on_b);
    by_a << on_a.force.transpose(), on_a.moment.transpose();
    by_b << on_b.force.transpose(), on_b.moment.transpose();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const double plus = 0.5 * *lambda, minus = -plus;
    Plus::add_reaction_tangent(pose, &plus, k);
    Minus::add_reaction_tangent(pose, &minus, k);
  }

 private:
  using Plus = Perpendicular<1, 0>;
  using Minus = Perpendicular<0, 1>;
};

struct GimbalRotation {
  static constexpr std::string_view kType = "gimbal rotation";
  using Equations = EquationList<NoTwist>;
  static constexpr int kPrescribed = 0;

  static std::vector<ChannelInfo> coordinates() {
    return {{"inclination", "rad", 3, "rotation vector of the second side against the first, in its axes"},
            {"angular_velocity", "rad/s", 3, "of the second side relative to the first, in its axes"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out);
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "gimbalrotation";
  // The two angles of the inclination.
  static constexpr int kFollowed = 2;
  static void follow(const PairPose& pose, double* angles);
  static void report(const JointReport& joint, ReportSink& sink);
  static void private_data(const JointReport& joint, PrivateDataSink& sink);
};

}  // namespace pintle
