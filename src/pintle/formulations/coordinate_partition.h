// Coordinate partitioning: which coordinates of the configuration are integrated, and the solution of the
// constraints for the others; see partitioned.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pintle/formulations/configuration_jacobian.h"
#include "pintle/solvers/full_pivoting.h"
#include "pintle/solvers/linear_solver.h"

namespace pintle {

class CoordinatePartition {
 public:
  CoordinatePartition(const System& system, LinearSolverKind linear_solver);

  // Chooses by full pivoting on Phi_q at a State, whose snapshot is filled: what is eliminated best depends
  // on the rest.
  // Equations with pivots below the tolerance are left out.
  void choose(const State& state, const Context& context, double tolerance = 1e-9);
  double smallest_pivot() const { return smallest_pivot_; }
  // Takes coordinates that were chosen before; rows that are redundant are found at the State.
  void set_independent(std::vector<Index> independent, const State& state, const Context& context);

  const std::vector<Index>& independent() const { return independent_; }
  const std::vector<Index>& dependent() const { return dependent_; }
  // Rows that are solved, and the multipliers of equations that follow from them and are left out.
  const std::vector<Index>& rows() const { return rows_; }
  const std::vector<Index>& redundant_multipliers() const { return redundant_multipliers_; }

  // Factors Phi_u at a State.
  FactorReport factor(const State& state, const Context& context);
  // Phi_u x = right: `right` by rows of the Jacobian in, changes of the dependent coordinates out.
  void solve(VecX& right);
  // How good the choice is at the State that was factored: how much the coordinates of every node move when
  // the independent ones move by one, ways in lengths of the model, the largest over a few probes; and the
  // condition of Phi_u. (partitioned.md 6)
  void assess();
  const VecX& quality() const { return quality_; }  // ways and turn by node, other coordinates, response
  static Index measures(const Layout& layout) {     // how many numbers these are
    return layout.configuration_size() - 5 * layout.structural + 1;
  }
  bool has_worsened_since(const Eigen::Ref<const VecX>& before) const;

  ConfigurationJacobian& jacobian() { return jacobian_; }
  std::string_view linear_solver_name() const { return linear_->name(); }
  // Equation of the system for a row that the factorisation stumbled on.
  Index equation_of_factored_row(Index row) const;

 private:
  void arrange(const PivotReport& pivots);
  void build_matrix();
  Index group_of(Index coordinate) const;
  double scale_of(Index coordinate) const { return column_scale_[static_cast<std::size_t>(coordinate)]; }
  double largest_response(Index probe);

  const System& system_;
  ConfigurationJacobian jacobian_;
  LinearSolverKind kind_;
  std::unique_ptr<LinearSolver> linear_;
  std::vector<double> column_scale_;
  std::vector<Index> independent_, dependent_, rows_, redundant_multipliers_;
  // Phi_u in compressed columns, and where its values are among those of the Jacobian; Phi_v as triplets.
  std::vector<Index> column_start_, row_index_, source_;
  std::vector<double> values_;
  struct Entry {
    Index row, column, source;
  };
  std::vector<Entry> by_independent_;
  VecX work_, quality_;
  double smallest_pivot_ = 0.0;
};

}  // namespace pintle
