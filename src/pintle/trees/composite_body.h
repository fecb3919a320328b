// The mass matrix of a tree by composite bodies, kept and factored with the sparsity of its branches: speeds
// on different branches are not coupled. See trees.md.
#pragma once

#include <vector>

#include "pintle/trees/articulated_body.h"

namespace pintle {

// Lower triangle of a symmetric matrix over speeds of a tree: row k has an entry for each speed between the
// root and k. The path of an ancestor is the beginning of that of its descendants, so rows are contiguous and
// those of ancestors line up with them. (trees.md 30)
struct BranchMatrix {
  std::vector<Index> previous;     // the speed before k on its path; -1: none
  std::vector<std::size_t> start;  // row k: values[start[k] .. start[k + 1]), from the root to k
  std::vector<double> values;

  Index size() const { return static_cast<Index>(previous.size()); }
  Index depth(Index k) const { return static_cast<Index>(start[at(k) + 1] - start[at(k)]); }
  double* row(Index k) { return values.data() + start[at(k)]; }
  const double* row(Index k) const { return values.data() + start[at(k)]; }
  void add_row(Index previous_speed);

  // M = Lᵀ D L in place, D on the diagonal; -1, or the row whose pivot is not above `least` of that row.
  Index factor(const std::vector<double>& least);
  // x <- M⁻¹ x once factored.
  void solve(double* x) const;
  MatX full() const;  // of a symmetric matrix, not of its factors

 private:
  static std::size_t at(Index k) { return static_cast<std::size_t>(k); }
};

class CompositeBody {
 public:
  explicit CompositeBody(const Tree& tree);

  // The mass matrix of all speeds, at the positions of `motion`. (trees.md 29)
  void compute(const TreeMotion& motion);
  const BranchMatrix& mass() const { return mass_; }

  // Of the free speeds. (trees.md 31)
  [[nodiscard]] TreeFactorReport factor();
  // sdot of the free speeds from what is left on their right-hand side; zero for prescribed ones.
  void solve(const ConstVector& right, Vector sdot);

 private:
  const Tree* tree_;
  BranchMatrix mass_;
  BranchMatrix factors_;  // over the free speeds
  std::vector<SpatialInertia> composite_;
  std::vector<double> least_pivots_;
  std::vector<double> work_;
};

}  // namespace pintle
