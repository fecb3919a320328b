// Prismatic joint: the second side slides along axis 3 of the first and does not turn; see prismatic.md.
#pragma once

#include "pintle/joints/axes_apart.h"
#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct Prismatic {
  static constexpr std::string_view kType = "prismatic";
  using Equations =
      EquationList<Perpendicular<0, 1>, Perpendicular<1, 2>, Perpendicular<2, 0>, InPlane<0>, InPlane<1>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 1> free_motion() { return {{{FreeMotion::Kind::translation, 2}}}; }

  static std::vector<ChannelInfo> coordinates() {
    return {{"displacement", "m", 1, "of the second side along axis 3 of the first"},
            {"rate", "m/s", 1, "of the displacement"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    InPlane<2>::phi(pose, out);
    InPlane<2>::phi_dot(pose, rates, out + 1);
  }
  static std::string describe_trouble(const PairPose& pose) { return describe_axes_apart(pose); }

  static constexpr std::string_view kOutline = "prismatic";
};

}  // namespace pintle
