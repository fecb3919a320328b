// Joints of a System as edges of a tree of bodies.
#pragma once

#include <optional>

#include "pintle/system/relative_motion.h"
#include "pintle/trees/tree.h"

namespace pintle {

// The joint that carries side B from side A or, reversed, A from B. Nothing: its coordinates cannot be
// written so.
std::optional<TreeJoint> tree_joint_of(const RelativeMotion& motion, bool is_reversed);

// A body on its own: all its motions relative to the ground, without rotations where the node has no axes.
TreeJoint floating_joint(bool has_axes);

}  // namespace pintle
