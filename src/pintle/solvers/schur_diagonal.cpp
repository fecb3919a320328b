#include "pintle/solvers/schur_diagonal.h"

#include <algorithm>
#include <cmath>

namespace pintle {

double schur_diagonal(const SaddleMatrix& matrix, Index i, double least) {
  const auto& [pattern, values, diagonal, unknowns] = matrix;
  double largest = 0.0;
  for (Index k = pattern.column_start[i]; k < pattern.column_start[i + 1]; ++k) {
    const Index j = pattern.row_index[k];
    if (j >= unknowns) break;  // rows increase
    const double s = std::abs(values[diagonal[j]]);
    if (s > least) largest = std::max(largest, values[k] * values[k] / s);
  }
  return largest;
}

}  // namespace pintle
