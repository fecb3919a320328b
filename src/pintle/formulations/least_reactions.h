// Reactions where equations are redundant: of all multipliers that exert the same on every node, the least
// ones.
#pragma once

#include <memory>
#include <vector>

#include "pintle/formulations/constraint_rows.h"
#include "pintle/solvers/linear_solver.h"
#include "pintle/solvers/schur_diagonal.h"

namespace pintle {

// The measure of multipliers is what they exert: forces, and moments by the length of the model
// (ConstraintRows). It is the same for the model turned, moved, in other units, with its cards in another
// order, so its least reactions are, too; all formulations report these. (redundancy.md 2, 3)
class LeastReactions {
 public:
  // For the loops that `redundant` equations stand in, at a State whose joints act as `context` says.
  LeastReactions(const System& system, const Context& context, const std::vector<Index>& redundant);

  // Multipliers of the equations that share such loops.
  const std::vector<Index>& multipliers() const { return multipliers_; }
  // What one of each stands for at the State that was measured last: a force.
  double force_of(std::size_t i) const { return force_[i]; }
  void measure(const Context& context);
  // The same, G^T being in the values of the System's pattern already.
  void measure_in(std::span<const double> kernel_values);
  // What regularises their rows of [S G^T; G 0]: `usual` times the square of what they stand for, which keeps
  // the measure, unless that is lost beside how the row itself answers. (schur_diagonal.h)
  double regularisation(std::size_t i, double usual, const SaddleMatrix& matrix, double least_inertia) const;

  // Takes away what exerts nothing at a State. Allocates nothing after its first call.
  void apply(const Context& context, VecX& lambda);
  // Pivots and scaling are chosen anew.
  void forget();

 private:
  void make_pattern();
  void take_forces();
  void take_null_part(VecX& forces);

  const System& system_;
  ConstraintRows rows_;
  std::vector<Index> multipliers_;
  Index columns_ = 0;
  std::vector<double> force_;
  SparsePattern pattern_{0, 0};
  std::vector<Index> direct_, transposed_;  // where the entries of G and G^T are, row after row
  std::vector<double> values_;
  std::unique_ptr<LinearSolver> linear_;
  VecX forces_, work_;
};

}  // namespace pintle
