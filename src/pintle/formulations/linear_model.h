// LinearModel: a System about a State at rest, M u'' + C u' + K u = f, in independent coordinates of its
// joints; see docs/theory/linear.md.
#pragma once

#include "pintle/formulations/allowed_motions.h"

namespace pintle {

// The matrices of a System at rest in its own numbering: rows and columns of motion, then of first-order
// states. K holds what changes in the reactions of the State's multipliers when the nodes move.
struct AbsoluteMatrices {
  MatX M, C, K;
  MatX G;  // of all multipliers: rows; columns of motion
};
AbsoluteMatrices absolute_matrices(const System& system, const State& state);

struct LinearModel {
  std::vector<CoordinateInfo> coordinates;  // those of the joints, then first-order states
  Index states = 0;                         // how many of them are such states: their rows of M are zero
  MatX M, C, K;
  MatX Z;  // motion of nodes, scalars and states from the coordinates                          (linear.md 4)

  Index size() const { return M.rows(); }
  Index motions() const { return size() - states; }
};

// Velocities of the State are taken as zero; its multipliers are those that hold it in balance.
LinearModel linearise(const AbsoluteMatrices& full, const System& system, const AllowedMotions& motions);
LinearModel linearise(const System& system, const State& state);

// B of f = B w: what a unit of each input of the System does to the coordinates.             (linear.md 6)
MatX input_matrix(const LinearModel& model, const System& system, const State& state);

}  // namespace pintle
