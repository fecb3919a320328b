// Cylindrical joint: the second side slides along axis 3 of the first and turns about it; see cylindrical.md.
#pragma once

#include "pintle/joints/in_line.h"
#include "pintle/joints/revolute_hinge.h"

namespace pintle {

struct Cylindrical {
  static constexpr std::string_view kType = "cylindrical";
  using Equations = EquationList<Perpendicular<2, 0>, Perpendicular<2, 1>, InPlane<0>, InPlane<1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 2> free_motion() {
    return {{{FreeMotion::Kind::rotation, 2}, {FreeMotion::Kind::translation, 2}}};
  }

  static std::vector<ChannelInfo> coordinates() {
    std::vector<ChannelInfo> list = RevoluteHinge::coordinates();
    for (const ChannelInfo& coordinate : InLineJoint::coordinates()) list.push_back(coordinate);
    return list;
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    RevoluteHinge::evaluate_coordinates(pose, rates, out);
    InLineJoint::evaluate_coordinates(pose, rates, out + 2);
  }
  static std::string describe_trouble(const PairPose& pose) { return RevoluteHinge::describe_trouble(pose); }

  static constexpr std::string_view kOutline = "cylindrical";

  static constexpr int kFollowed = RevoluteHinge::kFollowed;
  static void follow(const PairPose& pose, double* angle) { RevoluteHinge::follow(pose, angle); }
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    RevoluteHinge::private_data(joint, sink);
  }
};

}  // namespace pintle
