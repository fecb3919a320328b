// How a point fixed to a body of a tree, and the body's axes, move with the joint speeds.
#pragma once

#include "pintle/trees/tree_motion.h"

namespace pintle {

// J (6 x speeds): velocity of the point at `offset` (body axes, from the reference point) and angular
// velocity, both in ground components, are J s. Columns of joints that are not between body and root are
// zero.
//                                                                                            (trees.md 23)
void attachment_jacobian(const TreeMotion& motion, Index body, const Vec3& offset, Eigen::Ref<MatX> J);

// The rate of J, at the speeds of `motion`.                                                  (trees.md 24)
void attachment_jacobian_rate(const TreeMotion& motion, Index body, const Vec3& offset,
                              Eigen::Ref<MatX> J_rate);

// Acceleration of the point and angular acceleration at sdot = 0: the rate of J times s, in one walk.
MotionVector attachment_bias(const TreeMotion& motion, Index body, const Vec3& offset);

}  // namespace pintle
