// Dense LU with partial pivoting (LAPACK dgetrf), for matrices that are nearly full.
#pragma once

#include "pintle/solvers/scaled_solver.h"

namespace pintle {

class DenseSolver final : public ScaledSolver {
 public:
  std::string_view name() const override { return "dense"; }

 private:
  void start_pattern() override;
  Refactored refactor(std::span<const double> values) override { return refactor_with_old_scaling(values); }
  bool factor_scaled(std::span<const double> scaled) override;
  std::span<const double> pivots() const override { return pivots_; }
  Index unknown_of_pivot(Index k) const override { return k; }
  Index equation_of_pivot(Index k) const override;
  void solve_factored(std::span<double> vector, bool transposed) override;

  std::vector<double> matrix_;  // by columns; L and U after factor_scaled
  std::vector<int> exchange_;   // LAPACK's row exchanges, from 1
  std::vector<double> pivots_;
};

}  // namespace pintle
