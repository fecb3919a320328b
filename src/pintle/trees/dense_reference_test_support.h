// Forward dynamics by the matrices of the velocity transformation: what the recursions are held to.
#pragma once

#include <Eigen/Cholesky>

#include "pintle/trees/velocity_transformation.h"

namespace pintle {

struct DenseReference {
  MatX mass;  // of all speeds
  VecX bias;  // P (M P_rateᵀ s + gyroscopic - wrenches): mass sdot + bias = tau
  VecX sdot, tau;

  // As ArticulatedBody::accelerations: given sdot of prescribed speeds and tau of free ones.
  DenseReference(const TreeMotion& motion, const VecX& s, std::span<const Wrench> wrenches,
                 const VecX& tau_in, const VecX& sdot_in)
      : sdot(sdot_in), tau(tau_in) {
    BodyEquations bodies;
    bodies.mass = mass_of_bodies(motion);
    bodies.force = -gyroscopic_forces_of_bodies(motion);
    for (std::size_t i = 0; i < wrenches.size(); ++i) {
      bodies.force.segment<3>(6 * static_cast<Index>(i)) += wrenches[i].force;
      bodies.force.segment<3>(6 * static_cast<Index>(i) + 3) += wrenches[i].moment;
    }
    const ReducedEquations equations = reduced(motion, bodies);
    mass = equations.mass;
    bias = equations.damping * s - equations.force;

    const std::span<const Index> free = motion.tree().free_speeds();
    const auto n = static_cast<Index>(free.size());
    VecX known = sdot;
    for (const Index k : free) known[k] = 0.0;
    const VecX rest = tau - bias - mass * known;
    MatX free_mass(n, n);
    VecX right(n);
    for (Index i = 0; i < n; ++i) {
      right[i] = rest[free[i]];
      for (Index j = 0; j < n; ++j) free_mass(i, j) = mass(free[i], free[j]);
    }
    const VecX found = free_mass.ldlt().solve(right);
    for (Index i = 0; i < n; ++i) sdot[free[i]] = found[i];
    const VecX needed = mass * sdot + bias;
    for (Index k = 0; k < tau.size(); ++k)
      if (motion.tree().is_prescribed(k)) tau[k] = needed[k];
  }
};

inline double relative_difference(const VecX& a, const VecX& b) {
  return a.size() == 0 ? 0.0 : (a - b).lpNorm<Eigen::Infinity>() / (1.0 + b.lpNorm<Eigen::Infinity>());
}

}  // namespace pintle
