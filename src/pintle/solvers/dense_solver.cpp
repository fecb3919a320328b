// The calls into LAPACK.
#include "pintle/solvers/dense_solver.h"

#include <algorithm>
#include <numeric>

#include "pintle/solvers/blas_threads.h"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names of LAPACK
void dgetrf_(const int* rows, const int* columns, double* a, const int* lda, int* exchange, int* info);
void dgetrs_(const char* trans, const int* n, const int* rhs, const double* a, const int* lda,
             const int* exchange, double* b, const int* ldb, int* info, std::size_t trans_length);
// NOLINTEND(readability-identifier-naming)
}

namespace pintle {
namespace {

// Below this size threads cost more than they do: at n = 121, two threads on two busy cores took 7000 us
// instead of 160 us.
constexpr int kThreadedSize = 400;

}  // namespace

void DenseSolver::start_pattern() {
  const std::size_t n = pattern().size;
  matrix_.assign(n * n, 0.0);
  exchange_.assign(n, 0);
  pivots_.assign(n, 0.0);
}

bool DenseSolver::factor_scaled(std::span<const double> scaled) {
  const int n = pattern().size;
  if (n == 0) return true;
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  for (Index j = 0; j < n; ++j) {
    double* column = matrix_.data() + static_cast<std::size_t>(j) * n;
    for (Index p = pattern().column_start[j]; p < pattern().column_start[j + 1]; ++p) {
      column[pattern().row_index[p]] = scaled[p];
    }
  }
  int info = 0;
  {
    const SingleThreadedBlas guard(n < kThreadedSize);
    dgetrf_(&n, &n, matrix_.data(), &n, exchange_.data(), &info);
  }
  if (info < 0) return false;
  for (Index k = 0; k < n; ++k) pivots_[k] = matrix_[static_cast<std::size_t>(k) * n + k];
  return true;
}

Index DenseSolver::equation_of_pivot(Index k) const {
  std::vector<Index> equation(pattern().size);
  std::iota(equation.begin(), equation.end(), 0);
  for (Index j = 0; j <= k; ++j) std::swap(equation[j], equation[exchange_[j] - 1]);
  return equation[k];
}

void DenseSolver::solve_factored(std::span<double> vector, bool transposed) {
  const int n = pattern().size;
  const int one = 1;
  int info = 0;
  equilibration().apply(vector);
  dgetrs_(transposed ? "T" : "N", &n, &one, matrix_.data(), &n, exchange_.data(), vector.data(), &n, &info,
          1);
  equilibration().apply(vector);
}

}  // namespace pintle
