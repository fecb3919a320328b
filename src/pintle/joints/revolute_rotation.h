// Revolute rotation: the third axes of both sides stay parallel, the points are free; see
// revolute_rotation.md.
#pragma once

#include "pintle/joints/revolute_hinge.h"

namespace pintle {

struct RevoluteRotation {
  static constexpr std::string_view kType = "revolute rotation";
  using Equations = EquationList<Perpendicular<2, 0>, Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 4> free_motion() {
    return {{{FreeMotion::Kind::translation, 0},
             {FreeMotion::Kind::translation, 1},
             {FreeMotion::Kind::translation, 2},
             {FreeMotion::Kind::rotation, 2}}};
  }

  static std::vector<ChannelInfo> coordinates() { return RevoluteHinge::coordinates(); }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    RevoluteHinge::evaluate_coordinates(pose, rates, out);
  }
  static std::string describe_trouble(const PairPose& pose) { return RevoluteHinge::describe_trouble(pose); }

  // Its points do not matter.
  static void outline(Attachment a, Attachment b, OutlineSink& sink) {
    a.offset = b.offset = Vec3::Zero();
    outline_sides("revoluterotation", a, b, sink);
  }
  static void report(const JointReport& joint, ReportSink& sink) { RevoluteHinge::report(joint, sink); }

  static constexpr int kFollowed = RevoluteHinge::kFollowed;
  static void follow(const PairPose& pose, double* angle) { RevoluteHinge::follow(pose, angle); }
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    RevoluteHinge::private_rotation(joint, sink);
    sink.vector("M", joint.pose.F.transpose() * joint.on(Reported::second_or_pin).moment);
  }
};

}  // namespace pintle
