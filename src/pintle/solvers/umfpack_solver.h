// Sparse LU with SuiteSparse UMFPACK (GPL: only where the build found it and PINTLE_HAS_UMFPACK is set).
#pragma once

#if PINTLE_HAS_UMFPACK

#include "pintle/solvers/scaled_solver.h"

namespace pintle {

// Dense kernels inside make it faster than KLU where factors are dense (large solid models); it allocates in
// every factorisation and chooses its pivots anew each time.
class UmfpackSolver final : public ScaledSolver {
 public:
  UmfpackSolver();
  ~UmfpackSolver() override;
  UmfpackSolver(UmfpackSolver&&) = delete;

  std::string_view name() const override { return "umfpack"; }

 private:
  void start_pattern() override;
  Refactored refactor(std::span<const double> values) override { return refactor_with_old_scaling(values); }
  bool factor_scaled(std::span<const double> scaled) override;
  std::span<const double> pivots() const override { return pivots_; }
  Index unknown_of_pivot(Index k) const override { return unknown_[k]; }
  Index equation_of_pivot(Index k) const override { return equation_[k]; }
  void solve_factored(std::span<double> vector, bool transposed) override;
  void clear();

  std::vector<double> control_;
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
  std::vector<double> pivots_;
  std::vector<Index> unknown_, equation_;  // of the k-th pivot
  std::vector<double> right_side_, work_;
  std::vector<Index> index_work_;
};

}  // namespace pintle

#endif
