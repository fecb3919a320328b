// Direct solution of A x = b: one contract, several libraries behind it (linear_solver.md).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/solvers/compressed_columns.h"

namespace pintle {

enum class LinearStatus { ok, singular, not_finite, failed };

// What a factorisation came to. The culprits are unknown (column) and equation (row) of the matrix as given:
// where the first pivot was lost, or the place of the first entry that is not finite; -1 if there is none.
struct FactorReport {
  LinearStatus status = LinearStatus::ok;
  Index culprit_column = -1;
  Index culprit_row = -1;
  double reciprocal_condition =
      0.0;                   // smallest over largest pivot of the equilibrated matrix: an estimate only
  std::string message = {};  // empty when ok

  bool is_ok() const { return status == LinearStatus::ok; }
};

// Use: analyse once per pattern; factor whenever the values change; solve as often as wanted.
// factor and solve allocate nothing once a factorisation of the pattern has succeeded, except where pivots
// have to be chosen anew or the library cannot do without. Misuse (sizes that do not fit, solve without
// factors) throws std::logic_error.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  virtual std::string_view name() const = 0;
  // The pattern is copied: the view need not outlive the call. The matrix is square.
  virtual void analyse(const CompressedColumns& pattern) = 0;
  // Values in the order of the pattern's row_index. After anything but ok there are no factors.
  virtual FactorReport factor(std::span<const double> values) = 0;
  // Right-hand side in, solution out.
  virtual void solve(std::span<double> vector) = 0;
  virtual void solve_transposed(std::span<double> vector) = 0;
};

enum class LinearSolverKind { automatic, klu, dense, umfpack };

// automatic: KLU; dense LAPACK where the pattern is known to be nearly full (measured: linear_solver.md).
// Throws std::invalid_argument for a solver that this build does not have.
std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverKind kind, Index size, Index nonzeros = 0);

// The names of the solvers in this build, such as "klu", in the order of LinearSolverKind.
std::vector<std::string> available_linear_solvers();

}  // namespace pintle
