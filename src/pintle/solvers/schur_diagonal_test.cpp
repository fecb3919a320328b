#include "pintle/solvers/schur_diagonal.h"

#include <gtest/gtest.h>

#include <vector>

namespace pintle {
namespace {

// S = diag(1200, 0.5, 0), G = (3, 2, 1) and (0, 0, 1).
TEST(SchurDiagonal, is_that_of_the_lightest_unknown_that_counts) {
  SparsePattern pattern(5);
  pattern.add_block(0, 5, 0, 5);
  pattern.finish();
  std::vector<double> values(25, 0.0);
  std::vector<Index> diagonal;
  for (Index i = 0; i < 5; ++i) diagonal.push_back(pattern.find(i, i));
  const auto set = [&](Index row, Index column, double value) {
    values[static_cast<std::size_t>(pattern.find(row, column))] = value;
    values[static_cast<std::size_t>(pattern.find(column, row))] = value;
  };
  set(0, 0, 1200.0);
  set(1, 1, 0.5);
  set(3, 0, 3.0);
  set(3, 1, 2.0);
  set(3, 2, 1.0);
  set(4, 2, 1.0);
  set(3, 3, -7.0);
  const SaddleMatrix matrix{view_of(pattern), values, diagonal, 3};
  EXPECT_DOUBLE_EQ(schur_diagonal(matrix, 3), 4.0 / 0.5);
  EXPECT_DOUBLE_EQ(schur_diagonal(matrix, 3, 1.0), 9.0 / 1200.0);
  EXPECT_EQ(schur_diagonal(matrix, 4), 0.0);
}

}  // namespace
}  // namespace pintle
