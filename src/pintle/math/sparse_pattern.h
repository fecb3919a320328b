// Collects the blocks that elements write to and turns them into a compressed-column sparsity pattern.
#pragma once

#include <vector>

#include "pintle/base/ids.h"

namespace pintle {

// Use: add_block for every element, finish once, then find the place of each entry in the array of values.
class SparsePattern {
 public:
  explicit SparsePattern(Index n) : SparsePattern(n, n) {}
  SparsePattern(Index rows, Index cols);

  // Throws std::out_of_range for a block outside the matrix, std::logic_error after finish().
  void add_block(Index row0, Index rows, Index col0, Index cols);
  void add_entry(Index row, Index col) { add_block(row, 1, col, 1); }
  void add_diagonal();

  // Merges the blocks into sorted, unique rows per column. Throws std::length_error beyond 2^31 - 1 entries.
  void finish();

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index nonzeros() const { return static_cast<Index>(row_index_.size()); }
  bool is_finished() const { return finished_; }

  // Compressed columns: rows of column j are row_index[col_start[j] .. col_start[j + 1]), increasing.
  const std::vector<Index>& col_start() const { return col_start_; }
  const std::vector<Index>& row_index() const { return row_index_; }

  // Position of an entry in the array of values, or -1 if it is not in the pattern (or finish() was not
  // called).
  Index find(Index row, Index col) const;

 private:
  struct Block {
    Index row0, row_end, col0, col_end;
    auto operator<=>(const Block&) const = default;
  };

  Index rows_;
  Index cols_;
  bool finished_ = false;
  std::vector<Block> blocks_;
  std::vector<Index> col_start_;
  std::vector<Index> row_index_;
};

}  // namespace pintle
