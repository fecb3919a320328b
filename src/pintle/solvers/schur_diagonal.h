// How large the diagonal of G S⁻¹ Gᵀ is in [S Gᵀ; G 0]: the measure for what is added to the rows of G.
#pragma once

#include <span>

#include "pintle/solvers/compressed_columns.h"

namespace pintle {

struct SaddleMatrix {
  CompressedColumns pattern;
  std::span<const double> values;
  std::span<const Index> diagonal;  // where in the values
  Index unknowns = 0;               // rows and columns of S
};

// max_j G_ij² / |S_jj| for the row of G that is row i of the matrix: that of the unknown which gives way most
// easily. Unknowns with |S_jj| up to `least` do not count; 0 where none is left.
double schur_diagonal(const SaddleMatrix& matrix, Index i, double least = 0.0);

}  // namespace pintle
