// Revolute-cylindrical joint: a hinge on a slide. The second point stays on a line of the first side, and the
// axis of the hinge, on the second side, stays normal to that line; see revolute_cylindrical.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct RevoluteCylindrical {
  static constexpr std::string_view kType = "revolute cylindrical";
  using Equations = EquationList<Perpendicular<2, 2>, InPlane<0>, InPlane<1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 3> free_motion() {
    return {{{FreeMotion::Kind::rotation, 2},
             {FreeMotion::Kind::rotation, 2, FreeMotion::Side::b},
             {FreeMotion::Kind::translation, 2}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"angle_1", "rad", 1, "of the slide about axis 3 of the first side, the line, in (-pi, pi]"},
            {"angle_2", "rad", 1, "of the second side about its axis 3, the hinge, in (-pi, pi]"},
            {"angular_rate_1", "rad/s", 1, "of angle_1"},
            {"angular_rate_2", "rad/s", 1, "of angle_2"},
            {"displacement", "m", 1, "of the second point along axis 3 of the first side"},
            {"rate", "m/s", 1, "of the displacement"}};
  }
  // angle_1 from e_1 to f_3 about e_3, angle_2 from e_3 to f_1 about f_3;
  // omega_b - omega_a = rate_1 e_3 + rate_2 f_3.                                (revolute_cylindrical.md 2)
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    const Vec3 e_3 = pose.E.col(2), f_3 = pose.F.col(2), omega = rates.omega_b - rates.omega_a;
    out[0] = std::atan2(pose.E.col(1).dot(f_3), pose.E.col(0).dot(f_3));
    out[1] = std::atan2(-e_3.dot(pose.F.col(1)), e_3.dot(pose.F.col(0)));
    out[2] = e_3.dot(omega);
    out[3] = f_3.dot(omega);
    InPlane<2>::phi(pose, out + 4);
    InPlane<2>::phi_dot(pose, rates, out + 5);
  }
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "revolutecylindrical";
};

}  // namespace pintle
