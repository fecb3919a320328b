// Revolute driver: the angle of the second side about axis 3 of the first is prescribed; see
// revolute_driver.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct RevoluteDriver {
  static constexpr std::string_view kType = "revolute driver";
  using Equations = EquationList<AngleAboutThird>;
  static constexpr int kPrescribed = 1;  // the angle

  // In [-pi, pi]: as an orientation, an angle does not know its turns.                (revolute_driver.md 1)
  static double deviation(double angle, double prescribed) {
    return std::remainder(angle - prescribed, 2.0 * std::numbers::pi);
  }

  static std::vector<ChannelInfo> coordinates() {
    return {{"angle", "rad", 1, "of the second side about axis 3 of the first, with the turns of the drive"},
            {"angular_rate", "rad/s", 1, "of the angle"}};
  }
  static void evaluate_coordinates(const JointReport& joint, double* out) {
    out[0] = turned(joint);
    AngleAboutThird::phi_dot(joint.pose, joint.rates, out + 1);
  }
  static std::string describe_trouble(const PairPose& pose);

  static constexpr std::string_view kOutline = "revolutedriver";
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    double rate = 0.0;
    AngleAboutThird::phi_dot(joint.pose, joint.rates, &rate);
    sink.number("rz", turned(joint));
    sink.number("wz", rate);
  }

 private:
  static double turned(const JointReport& joint) {
    return nearest_turn(angle_about_third(joint.pose), joint.prescribed);
  }
};

}  // namespace pintle
