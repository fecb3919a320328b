// What the equations on positions of a total joint leave free, for formulations that take it as an edge of a
// tree.
#pragma once

#include <array>
#include <optional>

#include "pintle/joints/total_joint_kinematics.h"
#include "pintle/system/relative_motion.h"

namespace pintle {

struct TotalJointEdge {
  Attachment a, b;
  std::array<FreeMotion, 6> free = {};
  std::size_t count = 0;
};

// Nothing: it holds what changes in time, or part of a rotation, which no coordinates describe.
std::optional<TotalJointEdge> edge_of(const TotalJoint& joint);

}  // namespace pintle
