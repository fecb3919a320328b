// Choice of the scaling factors; see equilibration.h.
#include "pintle/solvers/equilibration.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <queue>
#include <utility>

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
  measure(pattern, values);
  find_weak(pattern, values);

  // Unknowns with a pivot of their own: D_ii = 1 / √|A_ii|.
  factor_.assign(n, 0.0);
  for (Index i = 0; i < n; ++i) {
    const double pivot = std::max(diagonal_[i], kSmallestDiagonal * size_[i]);
    if (!is_weak_[i]) factor_[i] = nearest_power_of_two(1.0 / std::sqrt(pivot));
  }
  scale_weak(pattern, values);

  entry_factor_.resize(values.size());
  for (Index j = 0; j < n; ++j) {
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      entry_factor_[p] = factor_[pattern.row_index[p]] * factor_[j];
    }
  }
}

void Equilibration::measure(const CompressedColumns& pattern, std::span<const double> values) {
  diagonal_.assign(pattern.size, 0.0);
  size_.assign(pattern.size, 0.0);
  for (Index j = 0; j < pattern.size; ++j) {
    for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
      const Index i = pattern.row_index[p];
      const double size = std::abs(values[p]);
      size_[i] = std::max(size_[i], size);
      size_[j] = std::max(size_[j], size);
      if (i == j) diagonal_[j] = size;
    }
  }
}

void Equilibration::find_weak(const CompressedColumns& pattern, std::span<const double> values) {
  const Index n = pattern.size;
  const auto size_at = [&](Index row, Index column) {
    const auto rows = pattern.rows_of(column);
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    if (at == rows.end() || *at != row) return 0.0;
    return std::abs(values[pattern.column_start[column] + (at - rows.begin())]);
  };
  is_weak_.assign(n, 0);
  for (Index j = 0; j < n; ++j) {
    if (diagonal_[j] <= kScaleNoise * size_[j]) is_weak_[j] = 1;
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

// Entries in the rows and columns of weak unknowns, noise left out: those of i are entries[start[i]] to
// entries[start[i + 1]].
struct Equilibration::Couplings {
  struct Entry {
    Index other;
    double size;
  };
  std::vector<Index> start;
  std::vector<Entry> entries;

  std::span<const Entry> of(Index i) const {
    return std::span(entries).subspan(start[i], start[i + 1] - start[i]);
  }
};

Equilibration::Couplings Equilibration::find_couplings(const CompressedColumns& pattern,
                                                       std::span<const double> values) const {
  const auto for_each = [&](const auto& visit) {
    for (Index j = 0; j < pattern.size; ++j) {
      for (Index p = pattern.column_start[j]; p < pattern.column_start[j + 1]; ++p) {
        const Index i = pattern.row_index[p];
        const double size = std::abs(values[p]);
        if (i == j || !(is_weak_[i] || is_weak_[j]) || size == 0.0) continue;
        visit(i, j, size);
        visit(j, i, size);
      }
    }
  };
  Couplings couplings;
  couplings.start.assign(pattern.size + 1, 0);
  for_each([&](Index i, Index, double) { ++couplings.start[i + 1]; });
  for (Index i = 0; i < pattern.size; ++i) couplings.start[i + 1] += couplings.start[i];
  couplings.entries.resize(couplings.start[pattern.size]);
  std::vector<Index> end(couplings.start.begin(), couplings.start.end() - 1);
  for_each([&](Index i, Index j, double size) { couplings.entries[end[i]++] = {j, size}; });
  return couplings;
}

// Weak unknowns: D_ii = 1 / the largest scaled entry that couples them to unknowns whose factors are known.
// First come those whose largest entries do: multipliers behind the bodies of their joint, a node without
// mass behind the multipliers that hold it, rather than by what little else may couple it to a body. No
// scaled entry of theirs exceeds 1 then, but for the powers of two.
void Equilibration::scale_weak(const CompressedColumns& pattern, std::span<const double> values) {
  const Couplings couplings = find_couplings(pattern, values);
  std::vector<double> largest(pattern.size, 0.0), strength(pattern.size, 0.0);
  std::priority_queue<std::pair<double, Index>> queue;
  const auto spread = [&](Index known) {
    for (const auto& [i, size] : couplings.of(known)) {
      if (factor_[i] != 0.0 || size <= kScaleNoise * size_[i]) continue;
      largest[i] = std::max(largest[i], size * factor_[known]);
      if (size <= strength[i] * size_[i]) continue;
      strength[i] = size / size_[i];
      queue.emplace(strength[i], i);
    }
  };
  const auto settle = [&](Index i, double factor) {
    factor_[i] = nearest_power_of_two(factor);
    spread(i);
  };

  for (Index i = 0; i < pattern.size; ++i)
    if (!is_weak_[i]) spread(i);
  for (Index i = 0; i < pattern.size; ++i) {
    while (!queue.empty()) {
      const Index next = queue.top().second;
      queue.pop();
      if (factor_[next] == 0.0) settle(next, 1.0 / largest[next]);
    }
    if (factor_[i] == 0.0) settle(i, 1.0 / std::sqrt(size_[i]));  // coupled to no one that is known
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
