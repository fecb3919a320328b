// Universal rotation: axis 3 of the first side stays normal to axis 2 of the second; see
// universal_rotation.md.
#pragma once

#include <cmath>

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct UniversalRotation {
  static constexpr std::string_view kType = "universal rotation";
  using Equations = EquationList<Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 5> free_motion() {
    return {{{FreeMotion::Kind::translation, 0},
             {FreeMotion::Kind::translation, 1},
             {FreeMotion::Kind::translation, 2},
             {FreeMotion::Kind::rotation, 2},
             {FreeMotion::Kind::rotation, 1, FreeMotion::Side::b}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"angle_1", "rad", 1, "of the cross about axis 3 of the first side, in (-pi, pi]"},
            {"angle_2", "rad", 1, "of the second side about its axis 2, in (-pi, pi]"},
            {"angular_rate_1", "rad/s", 1, "of angle_1"},
            {"angular_rate_2", "rad/s", 1, "of angle_2"}};
  }
  // F = E R_z(angle_1) R_y(angle_2); omega_b - omega_a = rate_1 e_3 + rate_2 f_2.
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    const Vec3 e_3 = pose.E.col(2), f_2 = pose.F.col(1), omega = rates.omega_b - rates.omega_a;
    out[0] = std::atan2(-pose.E.col(0).dot(f_2), pose.E.col(1).dot(f_2));
    out[1] = std::atan2(-e_3.dot(pose.F.col(0)), e_3.dot(pose.F.col(2)));
    out[2] = e_3.dot(omega);
    out[3] = f_2.dot(omega);
  }
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "cardanorotation";
  // The moment is about the common normal of axis 3 of the first side and axis 2 of the second. A pin shows
  // its node as seen from the ground, a hinge its first side as seen from the second.
  static void report(const JointReport& joint, ReportSink& sink) {
    const Wrench wrench = joint.on(Reported::second);
    const Vec3 normal = joint.pose.F.col(1).cross(joint.pose.E.col(2));
    const Mat3& axes = joint.is_pin ? joint.pose.F : joint.pose.E;
    sink.reaction(axes.transpose() * wrench.force, Vec3(normal.dot(wrench.moment), 0.0, 0.0), wrench.force,
                  wrench.moment);
    report_angles(joint.is_pin ? joint.relative() : Mat3(joint.relative().transpose()), sink);
  }
};

}  // namespace pintle
