// Dense symmetric matrices without negative eigenvalues, A = G M^-1 G^T: rows that depend on others, as those
// of redundant equations do, are found and left out.
#pragma once

#include <vector>

#include "pintle/base/ids.h"
#include "pintle/math/types.h"

namespace pintle {

class SemidefiniteSolver {
 public:
  void resize(Index most);  // rows; factor() and solve() then do not allocate

  // P A P^T = L L^T with the largest pivot first, each measured by the unit of its row, which is positive.
  // Rows whose pivots are below `tolerance` depend on the others. Uses the lower triangle of the leading
  // `size` rows.
  void factor(const MatX& matrix, Index size, const VecX& units, double tolerance = 1e-11);

  Index size() const { return size_; }
  Index rank() const { return rank_; }
  bool is_finite() const { return is_finite_; }
  // Rows in the order of their pivots: rank() of them, then those that depend on others.
  Index row(Index i) const { return order_[static_cast<std::size_t>(i)]; }
  Index dependent(Index i) const { return row(rank_ + i); }

  // A x = b where that has a solution; dependent rows get zero.
  void solve(Eigen::Ref<VecX> b);
  // A x = 0 with one at dependent row i, and zeros at the others.
  void null_vector(Index i, Eigen::Ref<VecX> x);

 private:
  MatX factor_;  // L, in pivot order
  VecX scale_;   // 1/sqrt of the units, by row
  VecX work_;
  std::vector<Index> order_;  // row of each pivot
  Index size_ = 0, rank_ = 0;
  bool is_finite_ = true;
};

}  // namespace pintle
