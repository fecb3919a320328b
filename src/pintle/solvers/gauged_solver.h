// Solves with a matrix that a small regularisation alone makes regular, without what only that decides.
#pragma once

#include <memory>
#include <vector>

#include "pintle/math/types.h"
#include "pintle/solvers/linear_solver.h"

namespace pintle {

// With K = [S B^T; B -R] and B^T N = 0, solutions of K (u, z) = (f, g) hold N N^T g / R: whatever round-off
// or second-order terms have left in g, divided by something small. With K (v, w) = (0, -R z), w is the part
// of z in N, up to O(R), and is taken away: of all z that serve u alike, one with N^T R z = 0 is chosen. And
// u + v meets B u = g as if R were not there, up to its square.
class GaugedSolver final : public LinearSolver {
 public:
  explicit GaugedSolver(std::unique_ptr<LinearSolver> solver);

  // The rows of B in K and their R; none: K is solved with as it stands.
  void set_gauge(std::vector<Index> rows);
  void set_regularisation(std::size_t i, double value) { regularisation_[static_cast<Index>(i)] = value; }
  const std::vector<Index>& rows() const { return rows_; }
  // Whether solutions are chosen at all; else K is solved with as it stands.
  void set_choosing(bool is_choosing) { is_choosing_ = is_choosing; }
  // The next solution is an increment of these values of z, and takes away what they have in N, too.
  void bring_back(const VecX& z);

  std::string_view name() const override { return solver_->name(); }
  void analyse(const CompressedColumns& pattern) override;
  FactorReport factor(std::span<const double> values) override { return solver_->factor(values); }
  void solve(std::span<double> vector) override;
  void solve_transposed(std::span<double> vector) override { solver_->solve_transposed(vector); }

 private:
  void find_null_part(const VecX& z);

  std::unique_ptr<LinearSolver> solver_;
  std::vector<Index> rows_;
  VecX regularisation_, part_, stray_, work_;
  bool has_stray_ = false, is_choosing_ = true;
};

}  // namespace pintle
