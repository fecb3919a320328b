// The velocity transformation of document 001 as matrices: v = Pᵀ s for the velocities of all bodies, and the
// equations it reduces. For linear analysis, for mass or damping that couples all bodies, and as the
// reference that the recursions are held to.
#pragma once

#include "pintle/trees/tree_motion.h"

namespace pintle {

// Bodies are stacked as in the kernel, (translation of the reference point, rotation) in ground components:
// 6N. P and its rate are speeds x 6N. (trees.md 25; document 001, 5-9)
MatX path_matrix(const Tree& tree);
void velocity_transformation(const TreeMotion& motion, MatX& P);
void velocity_transformation_rate(const TreeMotion& motion, MatX& P_rate);

// The bodies' inertias, block by block, and what they resist at zero acceleration (gyroscopic terms).
MatX mass_of_bodies(const TreeMotion& motion);
VecX gyroscopic_forces_of_bodies(const TreeMotion& motion);

// M v' + D v + G eta = force on all bodies: 6N x 6N matrices, full where bodies are coupled (added mass,
// radiation damping, hydrostatics); eta are displacements from the place where G was taken. Empty: zero.
struct BodyEquations {
  MatX mass, damping, stiffness;
  VecX force;  // applied forces, minus gyroscopic ones
};

// mass s' + damping s + stiffness q = force                                    (trees.md 26; document 001, 8)
struct ReducedEquations {
  MatX mass;       // P M Pᵀ
  MatX damping;    // P D Pᵀ + P M P_rateᵀ
  MatX stiffness;  // P G Pᵀ
  VecX force;      // P force
};
ReducedEquations reduced(const TreeMotion& motion, const BodyEquations& bodies);

}  // namespace pintle
