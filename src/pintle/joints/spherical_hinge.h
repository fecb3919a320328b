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

  static void outline(const Attachment& a, Attachment b, OutlineSink& sink) {
    const bool is_pin = a.frame == kGroundFrame;
    if (is_pin) b.axes = Mat3::Identity();
    outline_sides(is_pin ? "sphericalpin" : "sphericalhinge", a, b, sink);
  }
  static void report(const JointReport& joint, ReportSink& sink) {
    // A pin is reported without the axes of its sides.
    joint.reaction(Reported::second_or_pin, joint.is_pin ? Mat3(Mat3::Identity()) : joint.pose.E, sink);
    sink.orientation(joint.is_pin ? joint.relative_of_nodes() : joint.relative());
  }
};

}  // namespace pintle
