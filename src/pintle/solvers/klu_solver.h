// Sparse LU with SuiteSparse KLU: the default.
#pragma once

#include <memory>

#include "pintle/solvers/scaled_solver.h"

namespace pintle {

enum class KluOrdering {
  automatic,  // saddle_point where there are weak diagonals, amd elsewhere; colamd where that pivots too much
  saddle_point,  // order_saddle_point
  amd,
  colamd
};

struct KluOptions {
  KluOrdering ordering = KluOrdering::automatic;
  // Permutation to block triangular form before amd or colamd. It puts entries of G on the diagonal, with
  // more fill and large growth in saddle-point matrices; it serves reducible matrices without multipliers.
  bool uses_block_triangular_form = false;
  // The diagonal is taken as pivot if it is at least this part of the largest entry in its column (1: always
  // the largest). In an equilibrated saddle-point matrix, small pivots are mostly the large inertia of all
  // that hangs on a joint, and harmless: on chains of up to 300 links, 1e-7 is as accurate as 1 and moves no
  // pivot, 1e-3 moves 12 % of them in planar chains. Orderings that do not aim at the diagonal use 1e-3 at
  // least.
  double pivot_tolerance = 1e-7;
};

struct KluStatistics {
  KluOrdering ordering = KluOrdering::automatic;  // that of the last fresh factorisation
  Index nonzeros_of_factors = 0;
  Index off_diagonal_pivots = 0;
  double flops = 0.0;
  Index entries_left_out = 0;  // of the pattern, having been zero so far
  Index fresh_factorisations = 0;
  Index refactorisations = 0;
};

class KluSolver final : public ScaledSolver {
 public:
  explicit KluSolver(const KluOptions& options = {});
  ~KluSolver() override;
  KluSolver(KluSolver&&) = delete;

  std::string_view name() const override { return "klu"; }
  const KluStatistics& statistics() const { return statistics_; }

 private:
  struct Library;

  void start_pattern() override;
  Refactored refactor(std::span<const double> values) override;
  bool factor_scaled(std::span<const double> scaled) override;
  bool search_for_pivots(bool is_wanted) override;
  std::span<const double> pivots() const override;
  Index unknown_of_pivot(Index k) const override;
  Index equation_of_pivot(Index k) const override;
  void solve_factored(std::span<double> vector, bool transposed) override;

  bool factor_ordered(KluOrdering ordering, std::span<const double> scaled);
  bool has_new_entries(std::span<const double> values) const;
  void take_in_new_entries(std::span<const double> values);
  void gather_taken_entries();
  bool order(KluOrdering ordering);
  std::vector<Index> find_order(KluOrdering ordering);
  void permute_pattern();

  KluOptions options_;
  KluStatistics statistics_;
  bool searches_ = false;           // by colamd and partial pivoting, since the diagonal has lost a pivot
  std::vector<char> ordered_weak_;  // the weak diagonals for which the ordering was made
  // The pattern is made of dense blocks, many of whose entries are always zero: couplings of axes that the
  // geometry keeps apart, all that leaves the plane of a planar mechanism. Entries take part from when they
  // are first seen to differ from zero, which changes the order.
  std::vector<char> is_taken_;
  std::vector<Index> left_out_;
  int growths_ = 0;
  std::vector<Index> taken_start_, taken_row_, taken_source_;  // the part of the pattern that takes part
  CompressedColumns taken_;
  // The matrix in the order of elimination: then KLU reads it from front to back, which takes 0.9 instead
  // of 1.3 us per link of a chain with 1000 links, whose matrix is larger than the second-level cache.
  std::vector<Index> order_;  // position -> unknown
  std::vector<Index> column_start_, row_index_, source_;
  std::vector<double> values_, entry_factors_;
  std::vector<double> work_;
  std::unique_ptr<Library> library_;
};

}  // namespace pintle
