// In plane: the second point stays in a plane of the first side; see in_plane.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct InPlaneJoint {
  static constexpr std::string_view kType = "in plane";
  using Equations = EquationList<InPlane<2>>;
  static constexpr int kPrescribed = 1;  // the distance of the plane from the first point

  static constexpr std::array<FreeMotion, 5> free_motion() {
    using Kind = FreeMotion::Kind;
    return {{{Kind::rotation, 0},
             {Kind::rotation, 1},
             {Kind::rotation, 2},
             {Kind::translation, 0},
             {Kind::translation, 1}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"position_1", "m", 1, "of the second point along axis 1 of the first side"},
            {"position_2", "m", 1, "of the second point along axis 2 of the first side"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates&, double* out) {
    InPlane<0>::phi(pose, out);
    InPlane<1>::phi(pose, out + 1);
  }

  static constexpr std::string_view kOutline = "inplane";
  // The force along the normal is the first component.
  static void report(const JointReport& joint, ReportSink& sink) {
    const Vec3 force = joint.on(Reported::first).force;
    sink.reaction(Vec3(joint.pose.E.col(2).dot(force), 0.0, 0.0), Vec3::Zero(), force, Vec3::Zero());
  }
};

}  // namespace pintle
