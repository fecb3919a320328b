// Tests of the sparsity pattern builder.
#include "pintle/math/sparse_pattern.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>
#include <utility>

namespace pintle {
namespace {

TEST(SparsePattern, merges_overlapping_and_touching_blocks) {
  SparsePattern pattern(6);
  pattern.add_block(0, 3, 0, 2);
  pattern.add_block(2, 3, 1, 1);
  pattern.add_block(0, 3, 0, 2);
  pattern.add_block(5, 1, 1, 5);
  pattern.finish();
  EXPECT_EQ(pattern.col_start(), (std::vector<Index>{0, 3, 9, 10, 11, 12, 13}));
  EXPECT_EQ(pattern.row_index(), (std::vector<Index>{0, 1, 2, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5}));
}

TEST(SparsePattern, agrees_with_a_set_of_pairs_for_random_blocks) {
  std::mt19937 generator(7);
  const Index rows = 37, cols = 53;
  for (int trial = 0; trial < 50; ++trial) {
    SparsePattern pattern(rows, cols);
    std::set<std::pair<Index, Index>> expected;  // (column, row)
    for (int b = 0; b < 40; ++b) {
      const Index height = generator() % 7, width = generator() % 7;
      const Index row0 = generator() % (rows - height + 1), col0 = generator() % (cols - width + 1);
      pattern.add_block(row0, height, col0, width);
      for (Index j = col0; j < col0 + width; ++j)
        for (Index i = row0; i < row0 + height; ++i) expected.insert({j, i});
    }
    pattern.finish();
    ASSERT_EQ(pattern.nonzeros(), static_cast<Index>(expected.size()));
    ASSERT_EQ(pattern.col_start().size(), static_cast<std::size_t>(cols) + 1);
    Index at = 0;
    for (const auto& [col, row] : expected) {
      ASSERT_EQ(pattern.row_index()[at], row);
      ASSERT_LE(pattern.col_start()[col], at);
      ASSERT_GT(pattern.col_start()[col + 1], at);
      ++at;
    }
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < cols; ++j) {
        const Index place = pattern.find(i, j);
        if (!expected.count({j, i}))
          ASSERT_EQ(place, -1);
        else
          ASSERT_EQ(pattern.row_index()[place], i);
      }
  }
}

TEST(SparsePattern, diagonal_and_empty_columns_are_kept_apart) {
  SparsePattern pattern(2, 4);
  pattern.add_diagonal();
  pattern.finish();
  EXPECT_EQ(pattern.col_start(), (std::vector<Index>{0, 1, 2, 2, 2}));
  EXPECT_EQ(pattern.find(1, 1), 1);
  EXPECT_EQ(pattern.find(0, 3), -1);
  EXPECT_EQ(pattern.find(0, 4), -1);
  EXPECT_EQ(pattern.find(-1, 0), -1);
}

TEST(SparsePattern, empty_pattern_is_valid) {
  SparsePattern pattern(0);
  pattern.finish();
  EXPECT_EQ(pattern.nonzeros(), 0);
  EXPECT_EQ(pattern.col_start(), std::vector<Index>{0});
}

TEST(SparsePattern, refuses_blocks_outside_and_blocks_after_finish) {
  SparsePattern pattern(4, 3);
  EXPECT_THROW(pattern.add_block(2, 3, 0, 1), std::out_of_range);
  EXPECT_THROW(pattern.add_block(0, 1, 3, 1), std::out_of_range);
  EXPECT_THROW(pattern.add_block(-1, 2, 0, 1), std::out_of_range);
  EXPECT_THROW(pattern.add_block(0, -1, 0, 1), std::out_of_range);
  EXPECT_NO_THROW(pattern.add_block(4, 0, 3, 0));
  EXPECT_EQ(pattern.find(0, 0), -1);
  pattern.add_block(0, 4, 0, 3);
  pattern.finish();
  pattern.finish();
  EXPECT_EQ(pattern.nonzeros(), 12);
  EXPECT_THROW(pattern.add_entry(0, 0), std::logic_error);
}

TEST(SparsePattern, a_hundred_thousand_chained_blocks_fill_a_band) {
  const Index links = 100000, size = 6;
  SparsePattern pattern(size * (links + 1));
  for (Index i = links - 1; i >= 0; --i) pattern.add_block(size * i, 2 * size, size * i, 2 * size);
  pattern.finish();
  // Every inner column meets two blocks of twelve rows that share six.
  EXPECT_EQ(pattern.nonzeros(), size * (3 * size * (links - 1) + 2 * 2 * size));
  EXPECT_EQ(pattern.find(0, 2 * size), -1);
  EXPECT_EQ(pattern.find(size * links, size * links - 1) - pattern.find(size * links - 1, size * links - 1),
            1);
}

}  // namespace
}  // namespace pintle
