// The calls into KLU. All of its arguments are read-only in effect, but not const: hence the casts.
#include "pintle/solvers/klu_solver.h"

#include <klu.h>

#include <algorithm>

#include "pintle/solvers/saddle_ordering.h"

namespace pintle {
namespace {

// Off-diagonal pivots, as a part of all, beyond which an ordering made for the diagonal has lost its point.
constexpr double kTooManyOffDiagonal = 0.05;
// Pivot tolerance where the ordering did not aim at the diagonal: KLU's own default.
constexpr double kSearchTolerance = 1e-3;

int* unconst(std::span<const Index> indices) { return const_cast<int*>(indices.data()); }
double* unconst(std::span<const double> values) { return const_cast<double*>(values.data()); }

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
}

// Measured on chains of revolute links (linear_solver.md): order_saddle_point needs half the operations of
// amd with block triangular form and three quarters of colamd; amd alone meets zero pivots and fills in by a
// factor of twenty.
bool KluSolver::factor_scaled(std::span<const double> scaled) {
  ++statistics_.fresh_factorisations;
  if (pattern().size == 0) return true;
  const auto& is_weak = equilibration().is_weak();
  if (options_.ordering != KluOrdering::automatic) return factor_ordered(options_.ordering, scaled);
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

bool KluSolver::factor_ordered(KluOrdering ordering, std::span<const double> scaled) {
  library_->clear_numeric();
  if (!library_->symbolic && !order(ordering)) return false;
  auto& common = library_->common;
  const bool is_for_diagonal = ordering != KluOrdering::colamd && !options_.uses_block_triangular_form;
  common.tol =
      is_for_diagonal ? options_.pivot_tolerance : std::max(options_.pivot_tolerance, kSearchTolerance);
  library_->numeric = klu_factor(unconst(pattern().column_start), unconst(pattern().row_index),
                                 unconst(scaled), library_->symbolic, &common);
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
  const Index n = pattern().size;
  int* column_start = unconst(pattern().column_start);
  int* row_index = unconst(pattern().row_index);
  if (ordering == KluOrdering::saddle_point) {
    auto order = order_saddle_point(pattern(), equilibration().is_weak());
    symbolic = klu_analyze_given(n, column_start, row_index, order.data(), order.data(), &common);
  } else {
    common.ordering = ordering == KluOrdering::colamd ? 1 : 0;
    symbolic = klu_analyze(n, column_start, row_index, &common);
  }
  return symbolic != nullptr;
}

bool KluSolver::refactor_scaled(std::span<const double> scaled) {
  ++statistics_.refactorisations;
  if (pattern().size == 0) return true;
  return klu_refactor(unconst(pattern().column_start), unconst(pattern().row_index), unconst(scaled),
                      library_->symbolic, library_->numeric, &library_->common) != 0;
}

std::span<const double> KluSolver::pivots() const {
  if (!library_->numeric) return {};
  return {static_cast<const double*>(library_->numeric->Udiag), static_cast<std::size_t>(pattern().size)};
}

Index KluSolver::unknown_of_pivot(Index k) const { return library_->symbolic->Q[k]; }

Index KluSolver::equation_of_pivot(Index k) const { return library_->numeric->Pnum[k]; }

void KluSolver::solve_scaled(std::span<double> vector, bool transposed) {
  auto& [common, symbolic, numeric] = *library_;
  const Index n = pattern().size;
  if (transposed) {
    klu_tsolve(symbolic, numeric, n, 1, vector.data(), &common);
  } else {
    klu_solve(symbolic, numeric, n, 1, vector.data(), &common);
  }
}

}  // namespace pintle
