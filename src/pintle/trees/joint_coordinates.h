// Joint coordinates as points of a manifold: quaternions stay unit quaternions.
//
// q has more entries than s where joints hold a quaternion; an increment is a vector like s. A quaternion's
// increment is a rotation vector in the axes of the joint on the parent: R <- exp(increment) R.
#pragma once

#include "pintle/trees/tree_motion.h"

namespace pintle {

// All angles and displacements zero, quaternions the identity.
VecX zero_coordinates(const Tree& tree);

// q <- q moved along `increment`; difference(from, to) is the increment that leads from one to the other,
// turning by at most half a turn. qdot = N(q) s. (trees.md 20-22)
void advance(const Tree& tree, Vector q, const ConstVector& increment);
void difference(const Tree& tree, const ConstVector& from, const ConstVector& to, Vector increment);
void coordinate_rates(const Tree& tree, const ConstVector& q, const ConstVector& s, Vector qdot);

// How far bodies are from where a tree can have them: the largest of each over the bodies, and whose it is.
struct TreeMisfit {
  double position = 0.0, angle = 0.0;  // m, rad
  double velocity = 0.0, angular_velocity = 0.0;
  Index position_body = -1, angle_body = -1, velocity_body = -1, angular_velocity_body = -1;
};

// Coordinates and speeds of bodies in given places (x, R, v, omega are read), body by body from the roots:
// each joint goes as near to its body as it can, given where those before it went. Angles come out nearest to
// those in q, quaternions on the side of those in q. Prescribed coordinates are measured like any other.
// The places that the tree then has are in `motion`, whose own bodies cannot be the given ones.
TreeMisfit coordinates_of_bodies(std::span<const BodyMotion> bodies, TreeMotion& motion, Vector q, Vector s);

}  // namespace pintle
