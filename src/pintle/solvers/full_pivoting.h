// Which columns of a wide matrix are best solved for: elimination with full pivoting, kept sparse.
#pragma once

#include <span>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/solvers/compressed_columns.h"

namespace pintle {

struct PivotReport {
  // Pivot columns and rows in the order of elimination: as many as the rank.
  std::vector<Index> columns;
  std::vector<Index> rows;
  double smallest_pivot = 0.0;  // of rows scaled to unit length
};

// rows_of_g: row i of G as column i of the view, as in rank_analysis.h. `column_scale` multiplies the
// columns, so that units compare; rows are scaled to unit length after it. A pivot is at least half as large
// as the largest entry left anywhere; among those, one that makes little fill is taken.
PivotReport choose_pivots(const CompressedColumns& rows_of_g, Index columns, std::span<const double> values,
                          std::span<const double> column_scale, double tolerance = 1e-9);

}  // namespace pintle
