// Joints of a System as edges of a tree of bodies.
#pragma once

#include <optional>
#include <span>

#include "pintle/system/relative_motion.h"
#include "pintle/trees/tree.h"

namespace pintle {

struct TreeEdge {
  TreeJoint joint;
  std::span<const FreeMotion> speeds;  // what each speed of the joint is, along axes that are
  Mat3 order = Mat3::Identity();       // those of side A, and of B, in another order
};

// The joint that carries side B from side A or, reversed, A from B. Nothing: its coordinates cannot be
// written so.
std::optional<TreeEdge> tree_edge_of(const RelativeMotion& motion, bool is_reversed);

// A body on its own: all its motions relative to the ground, without rotations where the node has no axes.
TreeJoint floating_joint(bool has_axes);

}  // namespace pintle
