// Distance: two points stay at a prescribed distance; see distance.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct Distance {
  static constexpr std::string_view kType = "distance";
  using Equations = EquationList<PointDistance>;
  static constexpr int kPrescribed = 1;  // the length

  static std::vector<ChannelInfo> coordinates() {
    return {{"length", "m", 1, "distance of the two points"}, {"rate", "m/s", 1, "of the length"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    PointDistance::phi(pose, out);
    PointDistance::phi_dot(pose, rates, out + 1);
  }
  static std::string describe_trouble(const PairPose& pose);
};

}  // namespace pintle
