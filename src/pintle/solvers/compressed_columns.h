// A view of a sparsity pattern in compressed columns, as the linear solvers read it.
#pragma once

#include <span>

#include "pintle/base/ids.h"
#include "pintle/math/sparse_pattern.h"

namespace pintle {

// Rows of column j are row_index[column_start[j] .. column_start[j + 1]), increasing and without repetition.
struct CompressedColumns {
  Index size = 0;  // number of columns (and of rows, where the matrix is square)
  std::span<const Index> column_start;
  std::span<const Index> row_index;

  Index nonzeros() const { return static_cast<Index>(row_index.size()); }
  std::span<const Index> rows_of(Index column) const {
    return row_index.subspan(column_start[column], column_start[column + 1] - column_start[column]);
  }
};

inline CompressedColumns view_of(const SparsePattern& pattern) {
  return {pattern.cols(), pattern.col_start(), pattern.row_index()};
}

}  // namespace pintle
