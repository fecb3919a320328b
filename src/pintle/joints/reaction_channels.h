// The outputs that every joint has: what it exerts, in ground components and in axes of its own.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "pintle/system/constraint_set.h"

namespace pintle {

inline std::vector<ChannelInfo> reaction_channels(const std::string& side, const std::string& axes_of) {
  return {
      {"reaction_force", "N", 3, "what the joint exerts on " + side + ", ground components",
       Geometry::vector},
      {"reaction_moment", "N m", 3, "about the point of " + side + ", ground components", Geometry::vector},
      {"reaction_force_local", "N", 3, "the same force in the axes of " + axes_of},
      {"reaction_moment_local", "N m", 3, "the same moment in the axes of " + axes_of}};
}

// Writes them and returns where the next output goes.
inline double* write_reaction(const Wrench& wrench, const Mat3& axes, double* out) {
  Eigen::Map<Eigen::Matrix<double, 12, 1>> values(out);
  values << wrench.force, wrench.moment, axes.transpose() * wrench.force, axes.transpose() * wrench.moment;
  return out + values.size();
}

}  // namespace pintle
