// The factorisation policy of scaled_solver.h.
#include "pintle/solvers/scaled_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace pintle {
namespace {

// An old pivot order is given up when smallest over largest pivot falls below this part of its best value.
constexpr double kTolerableDecay = 1e-4;
// A pivot below this part of its column has lost all digits that the data may have had: the column depends on
// those before it. Redundant constraints leave 0 to 1e-14 (planar rings of 3 to 300 links).
constexpr double kLostPivot = 1e-13;

}  // namespace

void ScaledSolver::analyse(const CompressedColumns& pattern) {
  if (pattern.size < 0 || pattern.column_start.size() != static_cast<std::size_t>(pattern.size) + 1 ||
      pattern.row_index.size() != static_cast<std::size_t>(pattern.column_start[pattern.size])) {
    throw std::logic_error("LinearSolver::analyse: the parts of the pattern do not fit together");
  }
  column_start_.assign(pattern.column_start.begin(), pattern.column_start.end());
  row_index_.assign(pattern.row_index.begin(), pattern.row_index.end());
  pattern_ = {pattern.size, column_start_, row_index_};
  scaled_.assign(row_index_.size(), 0.0);
  column_size_.assign(pattern.size, 0.0);
  is_analysed_ = true;
  has_pivot_order_ = false;
  has_factors_ = false;
  start_pattern();
}

FactorReport ScaledSolver::factor(std::span<const double> values) {
  if (!is_analysed_ || values.size() != row_index_.size()) {
    throw std::logic_error("LinearSolver::factor: the values do not fit the analysed pattern");
  }
  has_factors_ = false;
  if (has_pivot_order_) {
    const Refactored outcome = refactor(values);
    if (outcome == Refactored::not_finite) return report_not_finite(values);
    const double ratio = outcome == Refactored::done ? pivot_ratio() : 0.0;
    if (ratio > 0.0 && ratio >= kTolerableDecay * reference_ratio_) {
      reference_ratio_ = std::max(reference_ratio_, ratio);
      has_factors_ = true;
      return {.reciprocal_condition = ratio};
    }
  }
  return factor_afresh(values);
}

ScaledSolver::Refactored ScaledSolver::refactor_with_old_scaling(std::span<const double> values) {
  if (!equilibration_.apply(values, scaled_)) return Refactored::not_finite;
  return factor_scaled(scaled_) ? Refactored::done : Refactored::impossible;
}

FactorReport ScaledSolver::factor_afresh(std::span<const double> values) {
  has_pivot_order_ = false;
  if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
    return report_not_finite(values);
  }
  equilibration_.choose(pattern_, values);
  equilibration_.apply(values, scaled_);
  if (!factor_scaled(scaled_)) {
    return {.status = LinearStatus::failed,
            .message = fmt::format("{}: the factorisation gave up (out of memory, or too large)", name())};
  }
  if (const Index lost = find_lost_pivot(); lost >= 0 && !factor_by_search()) return report_lost_pivot(lost);
  reference_ratio_ = pivot_ratio();
  has_pivot_order_ = true;
  has_factors_ = true;
  return {.reciprocal_condition = pattern_.size == 0 ? 1.0 : reference_ratio_};
}

// An order made for the diagonal has lost a pivot, which another one may keep. If not, the first is taken up
// again: its lost pivot tells more.
bool ScaledSolver::factor_by_search() {
  if (!search_for_pivots(true)) return false;
  if (factor_scaled(scaled_) && find_lost_pivot() < 0) return true;
  search_for_pivots(false);
  factor_scaled(scaled_);
  return false;
}

// Smallest over largest pivot; 0 where one is not finite.
double ScaledSolver::pivot_ratio() const {
  double smallest = INFINITY;
  double largest = 0.0;
  for (double pivot : pivots()) {
    const double size = std::abs(pivot);
    smallest = size < smallest ? size : smallest;
    largest = size > largest ? size : largest;
    if (size != size) return 0.0;
  }
  return pattern_.size == 0 ? 1.0 : std::isfinite(largest) && largest > 0.0 ? smallest / largest : 0.0;
}

Index ScaledSolver::find_lost_pivot() {
  for (Index j = 0; j < pattern_.size; ++j) {
    double size = 0.0;
    for (Index p = column_start_[j]; p < column_start_[j + 1]; ++p)
      size = std::max(size, std::abs(scaled_[p]));
    column_size_[j] = size;
  }
  const auto pivot = pivots();
  for (Index k = 0; k < pattern_.size; ++k) {
    if (!(std::abs(pivot[k]) > kLostPivot * column_size_[unknown_of_pivot(k)])) return k;
  }
  return -1;
}

FactorReport ScaledSolver::report_lost_pivot(Index k) {
  const Index unknown = unknown_of_pivot(k);
  const double part = column_size_[unknown] > 0.0 ? std::abs(pivots()[k]) / column_size_[unknown] : 0.0;
  const Index equation = find_dependent_equation(k);
  return {.status = LinearStatus::singular,
          .culprit_column = unknown,
          .culprit_row = equation,
          .message = fmt::format(
              "{}: singular matrix: the pivot of unknown {} in equation {} has vanished ({:.1e} of "
              "its column)",
              name(), unknown, equation, part)};
}

// The lost pivot gives the dependent unknown, but its row was picked among noise. The dependent equations are
// those in the left null vector y, yᵀ A = 0: one inverse iteration with a matrix shaken by 1e-9 finds it. The
// equation that belongs to the unknown is preferred, as in a redundant constraint; else the last of the large
// ones.
Index ScaledSolver::find_dependent_equation(Index k) {
  const Index own = unknown_of_pivot(k);
  const Index chosen = equation_of_pivot(k);
  const Index empty = find_empty_equation(own);
  if (empty >= 0) return empty;

  const auto noise = [](std::size_t i) { return std::sin(1.0 + 1.618 * static_cast<double>(i)); };
  for (std::size_t p = 0; p < scaled_.size(); ++p) scaled_[p] += 1e-9 * noise(p);
  if (!factor_scaled(scaled_) || !(pivot_ratio() > 0.0)) return chosen;
  std::vector<double> y(pattern_.size);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = (1.5 + noise(i)) / equilibration_.factors()[i];
  solve_factored(y, /*transposed=*/true);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] /= equilibration_.factors()[i];

  double largest = 0.0;
  for (double entry : y) largest = std::max(largest, std::abs(entry));
  if (!std::isfinite(largest)) return chosen;
  if (std::abs(y[own]) > 0.1 * largest) return own;
  Index last = chosen;
  for (Index i = 0; i < pattern_.size; ++i) {
    if (std::abs(y[i]) > 0.5 * largest) last = i;
  }
  return last;
}

Index ScaledSolver::find_empty_equation(Index preferred) const {
  std::vector<char> is_empty(pattern_.size, 1);
  for (std::size_t p = 0; p < scaled_.size(); ++p) {
    if (scaled_[p] != 0.0) is_empty[row_index_[p]] = 0;
  }
  if (is_empty[preferred]) return preferred;
  const auto at = std::find(is_empty.begin(), is_empty.end(), 1);
  return at == is_empty.end() ? -1 : static_cast<Index>(at - is_empty.begin());
}

FactorReport ScaledSolver::report_not_finite(std::span<const double> values) const {
  const auto at = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
  const Index p = static_cast<Index>(at - values.begin());
  const auto next = std::upper_bound(column_start_.begin(), column_start_.end(), p);
  const Index column = static_cast<Index>(next - column_start_.begin()) - 1;
  return {.status = LinearStatus::not_finite,
          .culprit_column = column,
          .culprit_row = row_index_[p],
          .message = fmt::format("{}: the entry of equation {} and unknown {} is {}", name(), row_index_[p],
                                 column, *at)};
}

void ScaledSolver::solve(std::span<double> vector) { solve_checked(vector, false); }
void ScaledSolver::solve_transposed(std::span<double> vector) { solve_checked(vector, true); }

void ScaledSolver::solve_checked(std::span<double> vector, bool transposed) {
  if (!has_factors_ || vector.size() != static_cast<std::size_t>(pattern_.size)) {
    throw std::logic_error("LinearSolver::solve: no factors, or a vector of the wrong size");
  }
  if (!vector.empty()) solve_factored(vector, transposed);
}

}  // namespace pintle
