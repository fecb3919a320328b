// JointTangent: the Newton matrix of an implicit step in joint coordinates, from the System's derivatives by
// places, velocities and accelerations and from those of the tree; see joint.md.
#pragma once

#include <vector>

#include "pintle/formulations/joint_dynamics.h"
#include "pintle/trees/motion_derivatives.h"

namespace pintle {

// How the unknowns of a step act: s = velocity y + ..., its rate = acceleration y + ...; xdot = state_rate x
// + ...
struct StepFactors {
  double velocity = 0.0, acceleration = 0.0, state_rate = 0.0;
};

class JointTangent {
 public:
  JointTangent(const System& system, const JointDynamics& dynamics);

  // Unknowns and equations: those of the speeds, the first-order states, and the equations outside the tree
  // with their multipliers.
  Index size() const { return speeds_ + layout_.states + rows_; }
  // In the numbering of the System; of a speed the first equation of its body.
  Index equation_of(Index unknown) const { return equation_of_[static_cast<std::size_t>(unknown)]; }

  // d(P r, r_x, phi) / d(y, x, lambda) at a context whose multipliers meet the equations of motion: then the
  // change of P itself has no part in it. `y` are the increments that have led to the places. Does not
  // allocate.                                                                                    (joint.md 9)
  void assemble(const Context& context, const VecX& y, const VecX& s, const VecX& rates,
                const StepFactors& factors, MatX& matrix);

 private:
  void list_unknowns(const JointDynamics& dynamics);
  void take_derivatives(const Context& context);
  void spread(const VecX& y, const StepFactors& factors);
  void add_columns_of_tree(MatX& matrix);
  void add_other_columns(const StepFactors& factors, MatX& matrix) const;

  const System& system_;
  const Layout& layout_;
  const JointDynamics& dynamics_;
  Index speeds_ = 0, rows_ = 0;
  std::vector<Index> unknown_of_;   // by equation of the System; -1: of a node, or of a joint in the tree
  std::vector<Index> equation_of_;  // by unknown
  MotionDerivatives derivatives_;
  std::vector<MotionOperators> zero_, unit_velocities_, unit_accelerations_;
  std::vector<double> by_place_, by_velocity_, by_acceleration_;  // K, C, M in the System's pattern
  // Speeds of the tree x motion of the nodes: P, and the changes of places, velocities, accelerations with y.
  MatX P_, places_, velocities_, accelerations_;
  MatX changes_;  // speeds of the tree x equations: what y changes in the residual
};

}  // namespace pintle
