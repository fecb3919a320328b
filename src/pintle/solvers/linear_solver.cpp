// The choice of a solver.
#include "pintle/solvers/linear_solver.h"

#include <fmt/format.h>

#include <stdexcept>

#include "pintle/solvers/dense_solver.h"
#include "pintle/solvers/klu_solver.h"
#include "pintle/solvers/umfpack_solver.h"

namespace pintle {
namespace {

// Up to here dense LU takes no longer than KLU even where the matrix is as sparse as a chain's
// (linear_solver.md).
constexpr Index kDenseUpTo = 8;

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(LinearSolverKind kind, Index size) {
  switch (kind) {
    case LinearSolverKind::automatic:
      if (size <= kDenseUpTo) return std::make_unique<DenseSolver>();
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
