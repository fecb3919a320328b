// Choice of the scaling factors; see equilibration.h.
#include "pintle/solvers/equilibration.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace pintle {
namespace {

// In a definite matrix A_ij A_ji <= A_ii A_jj. Where this fails by more than this factor, the smaller of the
// two diagonals is no pivot: a multiplier with a little compliance, or rounding noise.
constexpr double kWeakCoupling = 1e4;
// ... unless they are within this factor of each other: then neither is (a rotation by a right angle).
constexpr double kComparable = 1e2;
// A diagonal this far below the largest entry of its row is not scaled up to 1: the rounding errors of the
// others would be scaled with it. What is left of it is then too small a pivot.
constexpr double kSmallestDiagonal = 1e-8;
// An entry this far below the largest of its row couples nothing: it is rounding noise.
constexpr double kScaleNoise = 1e-12;

double nearest_power_of_two(double x) {
  if (!(x > 0.0) || !std::isfinite(x)) return 1.0;
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -500, 500));
}

}  // namespace

void Equilibration::choose(const CompressedColumns& pattern, std::span<const double> values) {
  const Index n = pattern.size;
  find_weak(pattern, values);

  // Unknowns with a pivot of their own: D_ii = 1 / √|A_ii|.
  factor_.assign(n, 0.0);
  for (Index i = 0; i < n; ++i) {
    const double pivot = std::max(diagonal_[i], kSmallestDiagonal * row_size_[i]);
    if (!is_weak_[i]) factor_[i] = nearest_power_of_two(1.0 / std::sqrt(pivot));
  }

  // The others: 1 / the largest scaled entry that couples them to the first; to each other, if to no one
  // else.
  std::vector<double> coupling(n, 0.0), among_weak(n, 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      const Index i = pattern.row_index[p];
      const double size = std::abs(values[p]);
      if (is_weak_[i] && is_weak_[j]) {
        among_weak[i] = std::max(among_weak[i], size);
        among_weak[j] = std::max(among_weak[j], size);
      } else if (is_weak_[i] && size > kScaleNoise * row_size_[i]) {
        coupling[i] = std::max(coupling[i], size * factor_[j]);
      } else if (is_weak_[j] && size > kScaleNoise * row_size_[j]) {
        coupling[j] = std::max(coupling[j], size * factor_[i]);
      }
    }
  }
  for (Index i = 0; i < n; ++i) {
    if (!is_weak_[i]) continue;
    factor_[i] = nearest_power_of_two(coupling[i] > 0.0 ? 1.0 / coupling[i] : 1.0 / std::sqrt(among_weak[i]));
  }

  entry_factor_.resize(values.size());
  for (Index j = 0; j < n; ++j) {
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      entry_factor_[p] = factor_[pattern.row_index[p]] * factor_[j];
    }
  }
}

void Equilibration::find_weak(const CompressedColumns& pattern, std::span<const double> values) {
  const Index n = pattern.size;
  diagonal_.assign(n, 0.0);
  row_size_.assign(n, 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      const Index i = pattern.row_index[p];
      row_size_[i] = std::max(row_size_[i], std::abs(values[p]));
      if (i == j) diagonal_[j] = std::abs(values[p]);
    }
  }
  const auto size_at = [&](Index row, Index column) {
    const auto rows = pattern.rows_of(column);
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    if (at == rows.end() || *at != row) return 0.0;
    return std::abs(values[pattern.column_start[column] + (at - rows.begin())]);
  };
  is_weak_.assign(n, 0);
  for (Index j = 0; j < n; ++j) {
    if (diagonal_[j] == 0.0) is_weak_[j] = 1;
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      const Index i = pattern.row_index[p];
      if (i >= j || diagonal_[i] == 0.0 || diagonal_[j] == 0.0) continue;
      const double limit = kWeakCoupling * diagonal_[i] * diagonal_[j];
      if (std::abs(values[p]) * size_at(j, i) <= limit) continue;
      if (diagonal_[i] < kComparable * diagonal_[j]) is_weak_[i] = 1;
      if (diagonal_[j] < kComparable * diagonal_[i]) is_weak_[j] = 1;
    }
  }
}

bool Equilibration::apply(std::span<const double> values, std::span<double> scaled) const {
  // x - x is +0 for finite x and NaN otherwise; the bitwise or lets the compiler use vectors.
  std::uint64_t not_finite = 0;
  const std::size_t n = values.size();
  const double* value = values.data();
  const double* factor = entry_factor_.data();
  double* out = scaled.data();
  for (std::size_t p = 0; p < n; ++p) {
    out[p] = value[p] * factor[p];
    not_finite |= std::bit_cast<std::uint64_t>(value[p] - value[p]);
  }
  return not_finite == 0;
}

bool Equilibration::apply(std::span<const double> values, std::span<const Index> source,
                          std::span<const double> entry_factors, std::span<double> scaled) {
  std::uint64_t not_finite = 0;
  const std::size_t n = source.size();
  const double* value = values.data();
  const Index* from = source.data();
  const double* factor = entry_factors.data();
  double* out = scaled.data();
  for (std::size_t p = 0; p < n; ++p) {
    const double v = value[from[p]];
    out[p] = v * factor[p];
    not_finite |= std::bit_cast<std::uint64_t>(v - v);
  }
  return not_finite == 0;
}

void Equilibration::apply(std::span<double> vector) const {
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] *= factor_[i];
}

}  // namespace pintle
