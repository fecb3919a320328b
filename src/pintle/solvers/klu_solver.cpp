// The calls into KLU.
#include "pintle/solvers/klu_solver.h"

#include <klu.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "pintle/solvers/saddle_ordering.h"

namespace pintle {
namespace {

// Off-diagonal pivots, as a part of all, beyond which an ordering made for the diagonal has lost its point.
constexpr double kTooManyOffDiagonal = 0.05;
// Pivot tolerance where the ordering did not aim at the diagonal: KLU's own default.
constexpr double kSearchTolerance = 1e-3;
// ... and where a pivot was lost: the largest of the column.
constexpr double kPartialPivoting = 1.0;
// After this many growths of the set of entries that take part, all do.
constexpr int kMostGrowths = 5;

}  // namespace

struct KluSolver::Library {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  explicit Library(const KluOptions& options) {
    klu_defaults(&common);
    common.btf = options.uses_block_triangular_form;
    // No scaling and no check of the pattern inside KLU: scale = 0 costs 0.3 to 0.9 us per link of a chain
    // and refactorisation in checks alone, a third to a half of the whole; our own scaling 0.04 us.
    common.scale = -1;
    // Go on after a zero pivot, so that its row is known.
    common.halt_if_singular = 0;
  }
  Library(Library&&) = delete;
  ~Library() { clear(); }

  void clear_numeric() {
    if (numeric) klu_free_numeric(&numeric, &common);
  }
  void clear() {
    clear_numeric();
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }
};

KluSolver::KluSolver(const KluOptions& options)
    : options_(options), library_(std::make_unique<Library>(options)) {}

KluSolver::~KluSolver() = default;

void KluSolver::start_pattern() {
  library_->clear();
  statistics_ = {};
  searches_ = false;
  growths_ = 0;
  is_taken_.assign(pattern().row_index.size(), 0);
  for (Index j = 0; j < pattern().size; ++j) {
    const auto rows = pattern().rows_of(j);
    const auto diagonal = std::lower_bound(rows.begin(), rows.end(), j);
    if (diagonal != rows.end() && *diagonal == j)
      is_taken_[pattern().column_start[j] + (diagonal - rows.begin())] = 1;
  }
  gather_taken_entries();
}

bool KluSolver::has_new_entries(std::span<const double> values) const {
  return std::any_of(left_out_.begin(), left_out_.end(), [&](Index p) { return values[p] != 0.0; });
}

void KluSolver::take_in_new_entries(std::span<const double> values) {
  if (!has_new_entries(values)) return;
  const bool takes_all = library_->symbolic && ++growths_ > kMostGrowths;
  for (const Index p : left_out_)
    if (takes_all || values[p] != 0.0) is_taken_[p] = 1;
  gather_taken_entries();
  library_->clear();
}

void KluSolver::gather_taken_entries() {
  taken_start_.assign(1, 0);
  taken_row_.clear();
  taken_source_.clear();
  left_out_.clear();
  for (Index j = 0; j < pattern().size; ++j) {
    for (Index p = pattern().column_start[j]; p < pattern().column_start[j + 1]; ++p) {
      if (!is_taken_[p]) {
        left_out_.push_back(p);
        continue;
      }
      taken_row_.push_back(pattern().row_index[p]);
      taken_source_.push_back(p);
    }
    taken_start_.push_back(static_cast<Index>(taken_row_.size()));
  }
  taken_ = {pattern().size, taken_start_, taken_row_};
  statistics_.entries_left_out = static_cast<Index>(left_out_.size());
}

// Measured on chains of revolute links (linear_solver.md): order_saddle_point needs half the operations of
// amd with block triangular form and three quarters of colamd; amd alone meets zero pivots and fills in by a
// factor of twenty.
bool KluSolver::factor_scaled(std::span<const double> scaled) {
  ++statistics_.fresh_factorisations;
  if (pattern().size == 0) return true;
  take_in_new_entries(scaled);
  const auto& is_weak = equilibration().is_weak();
  if (options_.ordering != KluOrdering::automatic) return factor_ordered(options_.ordering, scaled);
  if (searches_) return factor_ordered(KluOrdering::colamd, scaled);
  if (library_->symbolic && is_weak == ordered_weak_) return factor_ordered(statistics_.ordering, scaled);

  library_->clear();
  ordered_weak_ = is_weak;
  const bool has_weak = std::find(is_weak.begin(), is_weak.end(), 1) != is_weak.end();
  const KluOrdering first = has_weak ? KluOrdering::saddle_point : KluOrdering::amd;
  if (!factor_ordered(first, scaled)) return false;
  if (statistics_.off_diagonal_pivots <= kTooManyOffDiagonal * pattern().size) return true;

  // The diagonal does not serve: keep colamd if that does less work.
  const double flops = statistics_.flops;
  library_->clear();
  if (factor_ordered(KluOrdering::colamd, scaled) && statistics_.flops < flops) return true;
  library_->clear();
  return factor_ordered(first, scaled);
}

bool KluSolver::search_for_pivots(bool is_wanted) {
  if (options_.ordering != KluOrdering::automatic || searches_ == is_wanted) return false;
  searches_ = is_wanted;
  library_->clear();
  return true;
}

bool KluSolver::factor_ordered(KluOrdering ordering, std::span<const double> scaled) {
  library_->clear_numeric();
  if (!library_->symbolic && !order(ordering)) return false;
  auto& common = library_->common;
  const bool is_for_diagonal = ordering != KluOrdering::colamd && !options_.uses_block_triangular_form;
  common.tol =
      is_for_diagonal ? options_.pivot_tolerance : std::max(options_.pivot_tolerance, kSearchTolerance);
  if (searches_) common.tol = kPartialPivoting;
  for (std::size_t p = 0; p < source_.size(); ++p) {
    values_[p] = scaled[source_[p]];
    entry_factors_[p] = equilibration().entry_factors()[source_[p]];
  }
  library_->numeric =
      klu_factor(column_start_.data(), row_index_.data(), values_.data(), library_->symbolic, &common);
  if (!library_->numeric) return false;
  klu_flops(library_->symbolic, library_->numeric, &common);
  statistics_.ordering = ordering;
  statistics_.nonzeros_of_factors = library_->numeric->lnz + library_->numeric->unz - pattern().size;
  statistics_.off_diagonal_pivots = common.noffdiag;
  statistics_.flops = common.flops;
  return true;
}

bool KluSolver::order(KluOrdering ordering) {
  auto& [common, symbolic, numeric] = *library_;
  order_ = find_order(ordering);
  if (order_.empty()) return false;
  permute_pattern();
  const Index n = pattern().size;
  symbolic = options_.uses_block_triangular_form && ordering != KluOrdering::saddle_point
                 ? klu_analyze(n, column_start_.data(), row_index_.data(), &common)
                 : klu_analyze_given(n, column_start_.data(), row_index_.data(), nullptr, nullptr, &common);
  return symbolic != nullptr;
}

// Empty if KLU gave up. With block triangular form, KLU's own permutations remain inside KLU.
std::vector<Index> KluSolver::find_order(KluOrdering ordering) {
  if (ordering == KluOrdering::saddle_point) return order_saddle_point(taken_, equilibration().is_weak());
  auto& common = library_->common;
  common.ordering = ordering == KluOrdering::colamd ? 1 : 0;
  std::vector<Index> order(pattern().size);
  std::iota(order.begin(), order.end(), 0);
  if (options_.uses_block_triangular_form) return order;

  // Without it, klu_analyze orders rows and columns alike.
  klu_symbolic* symbolic = klu_analyze(pattern().size, taken_start_.data(), taken_row_.data(), &common);
  if (!symbolic) return {};
  std::copy_n(symbolic->Q, order.size(), order.begin());
  klu_free_symbolic(&symbolic, &common);
  return order;
}

void KluSolver::permute_pattern() {
  const Index n = pattern().size;
  std::vector<Index> position(n);
  for (Index k = 0; k < n; ++k) position[order_[k]] = k;

  column_start_.assign(1, 0);
  row_index_.clear();
  source_.clear();
  std::vector<std::pair<Index, Index>> column;  // row, source
  for (Index k = 0; k < n; ++k) {
    column.clear();
    for (Index p = taken_start_[order_[k]]; p < taken_start_[order_[k] + 1]; ++p) {
      column.emplace_back(position[taken_row_[p]], taken_source_[p]);
    }
    std::sort(column.begin(), column.end());
    for (const auto& [row, source] : column) {
      row_index_.push_back(row);
      source_.push_back(source);
    }
    column_start_.push_back(static_cast<Index>(row_index_.size()));
  }
  values_.assign(source_.size(), 0.0);
  entry_factors_.assign(source_.size(), 0.0);
  work_.assign(n, 0.0);
}

ScaledSolver::Refactored KluSolver::refactor(std::span<const double> values) {
  ++statistics_.refactorisations;
  if (pattern().size == 0) return Refactored::done;
  if (has_new_entries(values)) return Refactored::impossible;
  if (!Equilibration::apply(values, source_, entry_factors_, values_)) return Refactored::not_finite;
  const bool is_done = klu_refactor(column_start_.data(), row_index_.data(), values_.data(),
                                    library_->symbolic, library_->numeric, &library_->common) != 0;
  return is_done ? Refactored::done : Refactored::impossible;
}

std::span<const double> KluSolver::pivots() const {
  if (!library_->numeric) return {};
  return {static_cast<const double*>(library_->numeric->Udiag), static_cast<std::size_t>(pattern().size)};
}

Index KluSolver::unknown_of_pivot(Index k) const { return order_[library_->symbolic->Q[k]]; }

Index KluSolver::equation_of_pivot(Index k) const { return order_[library_->numeric->Pnum[k]]; }

void KluSolver::solve_factored(std::span<double> vector, bool transposed) {
  auto& [common, symbolic, numeric] = *library_;
  const Index n = pattern().size;
  const auto& factors = equilibration().factors();
  for (Index k = 0; k < n; ++k) work_[k] = vector[order_[k]] * factors[order_[k]];
  if (transposed) {
    klu_tsolve(symbolic, numeric, n, 1, work_.data(), &common);
  } else {
    klu_solve(symbolic, numeric, n, 1, work_.data(), &common);
  }
  for (Index k = 0; k < n; ++k) vector[order_[k]] = work_[k] * factors[order_[k]];
}

}  // namespace pintle
