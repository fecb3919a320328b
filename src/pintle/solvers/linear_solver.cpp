// The choice of a solver.
#include "pintle/solvers/linear_solver.h"

#include <fmt/format.h>

#include <stdexcept>

#include "pintle/solvers/dense_solver.h"
#include "pintle/solvers/klu_solver.h"
#include "pintle/solvers/umfpack_solver.h"

namespace pintle {
namespace {

// Dense LU is the faster one only for matrices that are nearly full, and not for the smallest of these: KLU
// wins for full ones below 24 unknowns, and for two links of a chain with 22 unknowns (58 % full) by a factor
// of two.
bool is_for_dense(Index size, Index nonzeros) {
  return size >= 24 && nonzeros > 2.0 / 3.0 * static_cast<double>(size) * size;
}

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverKind kind, Index size, Index nonzeros) {
  switch (kind) {
    case LinearSolverKind::automatic:
      if (is_for_dense(size, nonzeros)) return std::make_unique<DenseSolver>();
      return std::make_unique<KluSolver>();
    case LinearSolverKind::klu:
      return std::make_unique<KluSolver>();
    case LinearSolverKind::dense:
      return std::make_unique<DenseSolver>();
    case LinearSolverKind::umfpack:
#if PINTLE_HAS_UMFPACK
      return std::make_unique<UmfpackSolver>();
#else
      break;
#endif
  }
  throw std::invalid_argument(fmt::format("this build has no such linear solver; it has {}",
                                          fmt::join(available_linear_solvers(), ", ")));
}

std::vector<std::string> available_linear_solvers() {
  return {
    "klu", "dense",
#if PINTLE_HAS_UMFPACK
        "umfpack",
#endif
  };
}

}  // namespace pintle
