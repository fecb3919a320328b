// Which rows of a sparse matrix depend on earlier ones, and on which: names redundant constraints.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/solvers/compressed_columns.h"

namespace pintle {

struct RankReport {
  Index rank = 0;
  // Rows that are combinations of earlier rows, increasing. The first rows are kept, so a constraint added
  // last is the one that is called redundant.
  std::vector<Index> dependent_rows;
  // For each dependent row the kept rows k and coefficients c_k of g = Σ c_k g_k; terms below the tolerance
  // dropped. Empty for a row of zeros.
  std::vector<std::vector<std::pair<Index, double>>> dependencies;
  // Both as parts of the row's own length. The gap between them says how clear the decision was.
  double smallest_kept = 1.0;    // largest entry left of a kept row after elimination of those before it
  double largest_dropped = 0.0;  // length of g - Σ c_k g_k
};

// rows_of_g: row i of G as column i of the view, with column indices below `columns` in any order. Rows are
// scaled to unit length first; a row is dependent when elimination leaves no entry above the tolerance.
// Columns should be in comparable units (metres and radians of bodies of a metre or so are).
RankReport analyse_rows(const CompressedColumns& rows_of_g, Index columns, std::span<const double> values,
                        double tolerance = 1e-9);

}  // namespace pintle
