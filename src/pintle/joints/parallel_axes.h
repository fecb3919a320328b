// Parallel axes: the second side does not turn relative to the first, the points are free; see
// parallel_axes.md.
#pragma once

#include "pintle/joints/axes_apart.h"
#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct ParallelAxes {
  static constexpr std::string_view kType = "parallel axes";
  using Equations = EquationList<Perpendicular<0, 1>, Perpendicular<1, 2>, Perpendicular<2, 0>>;
  static constexpr int kPrescribed = 0;

  static constexpr std::array<FreeMotion, 3> free_motion() {
    return {{{FreeMotion::Kind::translation, 0},
             {FreeMotion::Kind::translation, 1},
             {FreeMotion::Kind::translation, 2}}};
  }
  static std::string describe_trouble(const PairPose& pose) { return describe_axes_apart(pose); }

  static constexpr std::string_view kOutline = "prismatic";
};

}  // namespace pintle
