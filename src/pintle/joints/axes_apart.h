// How far two sets of axes are turned against each other, in words; for joints that keep them parallel.
#pragma once

#include <string>

#include "pintle/joints/pair_pose.h"

namespace pintle {

// Nothing below 30 degrees: far enough from 60, where the equations of parallel axes can lose rank
// (joint_equations.md 7).
std::string describe_axes_apart(const PairPose& pose);

}  // namespace pintle
