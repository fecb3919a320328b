// Inverse dynamics by one pass from the leaves to the roots (recursive Newton-Euler).
#pragma once

#include "pintle/trees/tree_motion.h"

namespace pintle {

// Joint forces tau that give the accelerations set in `motion` under these wrenches (at the bodies' reference
// points; empty: none), and what each joint exerts on its child, tau included: at the origin of the joint's
// frame on the child, ground components. `joint_wrenches` has one entry per body. (trees.md 27, 28)
void inverse_dynamics(const TreeMotion& motion, std::span<const Wrench> wrenches, GyroscopicTerms terms,
                      Vector tau, std::span<Wrench> joint_wrenches);

// tau = P w in O(n): joint forces that do the same work as wrenches at the bodies' reference points. What
// comes in as `wrenches` goes out as sums over all that hangs on each body, about its p.       (document 001,
// Table 1)
void reduce_wrenches(const TreeMotion& motion, std::span<Wrench> wrenches, Vector tau);

}  // namespace pintle
