// What all factorising solvers share: the copy of the pattern, equilibration, the watch over pivots, the
// report.
#pragma once

#include <vector>

#include "pintle/solvers/equilibration.h"
#include "pintle/solvers/linear_solver.h"

namespace pintle {

// Keeps the scaling and, where the library can, the order of pivots from one factorisation to the next. The
// pivots say when that no longer serves: if the smallest has dropped far below what it was, everything is
// chosen afresh. Only a fresh factorisation may call a matrix singular, and only after pivots were searched
// for.
class ScaledSolver : public LinearSolver {
 public:
  void analyse(const CompressedColumns& pattern) final;
  FactorReport factor(std::span<const double> values) final;
  void solve(std::span<double> vector) final;
  void solve_transposed(std::span<double> vector) final;

 protected:
  // Size and pattern have changed.
  virtual void start_pattern() = 0;
  enum class Refactored { done, not_finite, impossible };

  // Factors D A D for new values of A with the old scaling and pivot order.
  virtual Refactored refactor(std::span<const double> values) = 0;
  // Factors D A D, given in the order of the pattern, with pivots of its own choice; false if the library
  // gave up. Zero pivots do not count as that.
  virtual bool factor_scaled(std::span<const double> scaled) = 0;
  // Whether the next calls of factor_scaled look for large pivots wherever they are, at whatever cost;
  // returns whether that changes anything.
  virtual bool search_for_pivots(bool) { return false; }
  // The pivots of the last factorisation in the order of elimination, and the unknown and equation of the
  // k-th.
  virtual std::span<const double> pivots() const = 0;
  virtual Index unknown_of_pivot(Index k) const = 0;
  virtual Index equation_of_pivot(Index k) const = 0;
  // x := D (D A D)⁻¹ D x = A⁻¹ x, or the same with Aᵀ.
  virtual void solve_factored(std::span<double> vector, bool transposed) = 0;

  // refactor for libraries that cannot keep more than the scaling.
  Refactored refactor_with_old_scaling(std::span<const double> values);

  const CompressedColumns& pattern() const { return pattern_; }
  const Equilibration& equilibration() const { return equilibration_; }

 private:
  double pivot_ratio() const;
  FactorReport factor_afresh(std::span<const double> values);
  bool factor_by_search();
  FactorReport report_not_finite(std::span<const double> values) const;
  FactorReport report_lost_pivot(Index k);
  Index find_dependent_equation(Index k);
  Index find_empty_equation(Index preferred) const;
  Index find_lost_pivot();
  void solve_checked(std::span<double> vector, bool transposed);

  CompressedColumns pattern_;
  std::vector<Index> column_start_, row_index_;
  std::vector<double> scaled_;       // values of D A D
  std::vector<double> column_size_;  // largest entry of each column of D A D
  Equilibration equilibration_;
  bool is_analysed_ = false;
  bool has_pivot_order_ = false;
  bool has_factors_ = false;
  double reference_ratio_ = 0.0;  // best pivot ratio since the pivot order was chosen
};

}  // namespace pintle
