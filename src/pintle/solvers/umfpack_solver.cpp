// The calls into UMFPACK.
#include "pintle/solvers/umfpack_solver.h"

#if PINTLE_HAS_UMFPACK

#include <umfpack.h>

#include <algorithm>

namespace pintle {

UmfpackSolver::UmfpackSolver() : control_(UMFPACK_CONTROL) {
  umfpack_di_defaults(control_.data());
  control_[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;  // done by ScaledSolver
  control_[UMFPACK_IRSTEP] = 0;                  // no iterative refinement: Newton's method does that
}

UmfpackSolver::~UmfpackSolver() { clear(); }

void UmfpackSolver::clear() {
  if (symbolic_) umfpack_di_free_symbolic(&symbolic_);
  if (numeric_) umfpack_di_free_numeric(&numeric_);
}

void UmfpackSolver::start_pattern() {
  clear();
  const std::size_t n = pattern().size;
  pivots_.assign(n, 0.0);
  unknown_.assign(n, 0);
  equation_.assign(n, 0);
  right_side_.assign(n, 0.0);
  work_.assign(n, 0.0);
  index_work_.assign(n, 0);
}

bool UmfpackSolver::factor_scaled(std::span<const double> scaled) {
  const int n = pattern().size;
  if (n == 0) return true;
  const int* column_start = pattern().column_start.data();
  const int* row_index = pattern().row_index.data();
  // The values tell UMFPACK which diagonals are zero, once.
  if (!symbolic_ && umfpack_di_symbolic(n, n, column_start, row_index, scaled.data(), &symbolic_,
                                        control_.data(), nullptr) < UMFPACK_OK) {
    return false;
  }
  if (numeric_) umfpack_di_free_numeric(&numeric_);
  const int status = umfpack_di_numeric(column_start, row_index, scaled.data(), symbolic_, &numeric_,
                                        control_.data(), nullptr);
  if (status < UMFPACK_OK) return false;
  int is_reciprocal = 0;
  return umfpack_di_get_numeric(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, equation_.data(),
                                unknown_.data(), pivots_.data(), &is_reciprocal, nullptr,
                                numeric_) == UMFPACK_OK;
}

void UmfpackSolver::solve_factored(std::span<double> vector, bool transposed) {
  equilibration().apply(vector);
  std::copy(vector.begin(), vector.end(), right_side_.begin());
  umfpack_di_wsolve(transposed ? UMFPACK_At : UMFPACK_A, nullptr, nullptr, nullptr, vector.data(),
                    right_side_.data(), numeric_, control_.data(), nullptr, index_work_.data(), work_.data());
  equilibration().apply(vector);
}

}  // namespace pintle

#endif
