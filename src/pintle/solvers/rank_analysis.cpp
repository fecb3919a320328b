// Sparse Gaussian elimination, row after row in the given order:
//
//   w = g_i - Σ_k l_ik u_k,   k over the kept rows before i,
//
// where u_k is what was left of the k-th kept row and l_ik makes w zero at the pivot columns of all u_k. If w
// vanishes, row i is dependent: g_i = Σ l_ik u_k, and u_k = g_k - Σ_j l_kj u_j turns this into the rows
// themselves. Otherwise w is kept; its pivot is a column with few rows still to come (little fill) among the
// large entries of w (little growth).
#include "pintle/solvers/rank_analysis.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace pintle {
namespace {

// A pivot has at least this part of the largest entry of its row.
constexpr double kPivotThreshold = 0.5;
// Entries below are rounding noise beside a row of unit length.
constexpr double kRankNoise = 1e-16;
// What is left of a row is refined when it is smaller than this.
constexpr double kDoubtful = 1e-3;
// Terms below this part of the largest are not worth a mention.
constexpr double kSmallTerm = 1e-6;

using SparseRow = std::vector<std::pair<Index, double>>;

// A vector with few entries that are not zero; the list may name an entry twice only if it went in between.
class Accumulator {
 public:
  explicit Accumulator(Index size) : value_(size, 0.0), is_listed_(size, 0) {}

  double operator[](Index i) const { return value_[i]; }
  // Returns whether i is new in the list.
  bool add(Index i, double x) {
    value_[i] += x;
    if (is_listed_[i]) return false;
    is_listed_[i] = 1;
    list_.push_back(i);
    return true;
  }
  void set_zero(Index i) { value_[i] = 0.0; }
  const std::vector<Index>& list() const { return list_; }
  void clear() {
    for (Index i : list_) {
      value_[i] = 0.0;
      is_listed_[i] = 0;
    }
    list_.clear();
  }

 private:
  std::vector<double> value_;
  std::vector<char> is_listed_;
  std::vector<Index> list_;
};

class RankAnalysis {
 public:
  RankAnalysis(const CompressedColumns& rows, Index columns, std::span<const double> values,
               double tolerance);
  RankReport run();

 private:
  struct KeptRow {
    Index row;  // of G
    Index pivot_column;
    double pivot;
    SparseRow rest;         // u without its pivot
    SparseRow multipliers;  // l: kept row, factor
  };

  void load(Index row);
  void eliminate();
  double largest_left() const;
  double refine(Index row);
  void recompute_left(Index row);
  Index choose_pivot(double largest) const;
  void keep(Index row, Index pivot_column);
  void report_dependent(Index row);
  SparseRow combine_kept();
  void load_difference(Index row, const SparseRow& combination);
  double measure_difference(Index row, const SparseRow& combination);

  const CompressedColumns& rows_;
  std::span<const double> values_;
  double tolerance_;
  std::vector<double> length_;         // of the rows
  std::vector<Index> rows_to_come_;    // per column
  std::vector<Index> kept_by_column_;  // the kept row whose pivot it is, or -1
  std::vector<KeptRow> kept_;
  Accumulator work_;          // w, by columns
  Accumulator coefficients_;  // by kept rows
  SparseRow multipliers_;     // of the row at hand
  RankReport report_;
};

RankAnalysis::RankAnalysis(const CompressedColumns& rows, Index columns, std::span<const double> values,
                           double tolerance)
    : rows_(rows),
      values_(values),
      tolerance_(tolerance),
      length_(rows.size, 0.0),
      rows_to_come_(columns, 0),
      kept_by_column_(columns, -1),
      work_(columns),
      coefficients_(rows.size) {
  for (Index i = 0; i < rows.size; ++i) {
    for (Index p = rows.column_start[i]; p < rows.column_start[i + 1]; ++p) {
      length_[i] = std::hypot(length_[i], values[p]);
      if (values[p] != 0.0) ++rows_to_come_[rows.row_index[p]];
    }
  }
}

RankReport RankAnalysis::run() {
  for (Index i = 0; i < rows_.size; ++i) {
    multipliers_.clear();
    load(i);
    eliminate();
    const double largest = refine(i);
    if (largest > tolerance_) {
      report_.smallest_kept = std::min(report_.smallest_kept, largest);
      keep(i, choose_pivot(largest));
    } else {
      report_dependent(i);
    }
    work_.clear();
  }
  report_.rank = static_cast<Index>(kept_.size());
  return std::move(report_);
}

void RankAnalysis::load(Index row) {
  if (length_[row] == 0.0) return;
  for (Index p = rows_.column_start[row]; p < rows_.column_start[row + 1]; ++p) {
    if (values_[p] == 0.0) continue;
    --rows_to_come_[rows_.row_index[p]];
    work_.add(rows_.row_index[p], values_[p] / length_[row]);
  }
}

// Kept rows in increasing order: u_k is zero at the pivots of earlier ones, so each is needed at most once.
void RankAnalysis::eliminate() {
  std::priority_queue<Index, std::vector<Index>, std::greater<>> due;
  for (Index c : work_.list()) {
    if (kept_by_column_[c] >= 0) due.push(kept_by_column_[c]);
  }
  while (!due.empty()) {
    const Index k = due.top();
    due.pop();
    const KeptRow& kept = kept_[k];
    const double factor = work_[kept.pivot_column] / kept.pivot;
    work_.set_zero(kept.pivot_column);
    if (std::abs(factor) <= kRankNoise) continue;
    multipliers_.emplace_back(k, factor);
    for (const auto& [c, u] : kept.rest) {
      if (work_.add(c, -factor * u) && kept_by_column_[c] >= 0) due.push(kept_by_column_[c]);
    }
  }
}

double RankAnalysis::largest_left() const {
  double largest = 0.0;
  for (Index c : work_.list()) largest = std::max(largest, std::abs(work_[c]));
  return largest;
}

// Repeats as long as it helps. Returns the largest entry left.
double RankAnalysis::refine(Index row) {
  double largest = largest_left();
  while (largest > tolerance_ && largest < kDoubtful && !multipliers_.empty()) {
    const double before = largest;
    recompute_left(row);
    largest = largest_left();
    if (largest > 0.1 * before) break;
  }
  return largest;
}

void RankAnalysis::recompute_left(Index row) {
  const SparseRow combination = combine_kept();
  SparseRow first = std::move(multipliers_);
  multipliers_ = {};
  load_difference(row, combination);
  eliminate();
  for (const auto& [k, factor] : first) coefficients_.add(k, factor);
  for (const auto& [k, factor] : multipliers_) coefficients_.add(k, factor);
  multipliers_.clear();
  for (Index k : coefficients_.list()) multipliers_.emplace_back(k, coefficients_[k]);
  coefficients_.clear();
}

Index RankAnalysis::choose_pivot(double largest) const {
  Index best = -1;
  for (Index c : work_.list()) {
    const double size = std::abs(work_[c]);
    if (size < kPivotThreshold * largest) continue;
    if (best < 0 || rows_to_come_[c] < rows_to_come_[best] ||
        (rows_to_come_[c] == rows_to_come_[best] && size > std::abs(work_[best]))) {
      best = c;
    }
  }
  return best;
}

void RankAnalysis::keep(Index row, Index pivot_column) {
  KeptRow kept{row, pivot_column, work_[pivot_column], {}, multipliers_};
  for (Index c : work_.list()) {
    if (c != pivot_column && std::abs(work_[c]) > kRankNoise) kept.rest.emplace_back(c, work_[c]);
  }
  kept_by_column_[pivot_column] = static_cast<Index>(kept_.size());
  kept_.push_back(std::move(kept));
}

// Σ l_k u_k -> Σ c_k g_k for rows of unit length, from the last kept row to the first: c_k is final when all
// later ones are resolved.
SparseRow RankAnalysis::combine_kept() {
  SparseRow combination;
  std::priority_queue<Index> due;
  for (const auto& [k, factor] : multipliers_) {
    coefficients_.add(k, factor);
    due.push(k);
  }
  while (!due.empty()) {
    const Index k = due.top();
    due.pop();
    const double c = coefficients_[k];
    for (const auto& [j, factor] : kept_[k].multipliers) {
      if (coefficients_.add(j, -c * factor)) due.push(j);
    }
    if (std::abs(c) > kRankNoise) combination.emplace_back(kept_[k].row, c);
  }
  coefficients_.clear();
  std::reverse(combination.begin(), combination.end());
  return combination;
}

// work_ := g_row - Σ c_k g_k, rows of unit length.
void RankAnalysis::load_difference(Index row, const SparseRow& combination) {
  work_.clear();
  const auto add = [&](Index i, double factor) {
    for (Index p = rows_.column_start[i]; p < rows_.column_start[i + 1]; ++p) {
      work_.add(rows_.row_index[p], factor * (values_[p] / length_[i]));
    }
  };
  add(row, 1.0);
  for (const auto& [k, c] : combination) add(k, -c);
}

double RankAnalysis::measure_difference(Index row, const SparseRow& combination) {
  load_difference(row, combination);
  double length = 0.0;
  for (Index c : work_.list()) length = std::hypot(length, work_[c]);
  return length;
}

void RankAnalysis::report_dependent(Index row) {
  SparseRow terms = combine_kept();
  if (length_[row] > 0.0) {
    double distance = measure_difference(row, terms);
    if (distance > tolerance_) {
      recompute_left(row);
      terms = combine_kept();
      distance = measure_difference(row, terms);
    }
    report_.largest_dropped = std::max(report_.largest_dropped, distance);
  }
  double largest = 0.0;
  for (const auto& [k, c] : terms) largest = std::max(largest, std::abs(c));
  std::erase_if(terms, [&](const auto& term) { return std::abs(term.second) < kSmallTerm * largest; });
  for (auto& [k, c] : terms) c *= length_[row] / length_[k];
  report_.dependent_rows.push_back(row);
  report_.dependencies.push_back(std::move(terms));
}

}  // namespace

RankReport analyse_rows(const CompressedColumns& rows_of_g, Index columns, std::span<const double> values,
                        double tolerance) {
  return RankAnalysis(rows_of_g, columns, values, tolerance).run();
}

}  // namespace pintle
