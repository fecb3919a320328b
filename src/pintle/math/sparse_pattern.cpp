// Pattern assembly: blocks sorted by first row, dealt to their columns, and merged as row intervals.
#include "pintle/math/sparse_pattern.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace pintle {
namespace {

struct Interval {
  Index begin, end;
};

}  // namespace

SparsePattern::SparsePattern(Index rows, Index cols) : rows_(rows), cols_(cols) {
  if (rows < 0 || cols < 0) throw std::out_of_range("sparse pattern: negative size");
  col_start_.assign(static_cast<std::size_t>(cols) + 1, 0);
}

void SparsePattern::add_block(Index row0, Index rows, Index col0, Index cols) {
  if (finished_) throw std::logic_error("sparse pattern: block added after finish");
  const bool inside =
      row0 >= 0 && col0 >= 0 && rows >= 0 && cols >= 0 && row0 <= rows_ - rows && col0 <= cols_ - cols;
  if (!inside) throw std::out_of_range("sparse pattern: block outside the matrix");
  if (rows > 0 && cols > 0) blocks_.push_back({row0, row0 + rows, col0, col0 + cols});
}

void SparsePattern::add_diagonal() {
  const Index n = std::min(rows_, cols_);
  for (Index i = 0; i < n; ++i) add_entry(i, i);
}

void SparsePattern::finish() {
  if (finished_) return;

  // Blocks in order of first row: dealing them out leaves the intervals of every column sorted.
  std::sort(blocks_.begin(), blocks_.end());
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());

  // Count and deal: one row interval per block and column.
  std::vector<std::size_t> next(static_cast<std::size_t>(cols_) + 1, 0);
  for (const Block& block : blocks_)
    for (Index j = block.col0; j < block.col_end; ++j) ++next[j + 1];
  for (Index j = 0; j < cols_; ++j) next[j + 1] += next[j];
  std::vector<Interval> intervals(next[cols_]);
  for (const Block& block : blocks_)
    for (Index j = block.col0; j < block.col_end; ++j) intervals[next[j]++] = {block.row0, block.row_end};

  // Merge: next[j] is now the end of column j; visit the runs of rows beyond what the column already holds.
  const auto for_each_run = [&](auto visit) {
    std::size_t at = 0;
    for (Index j = 0; j < cols_; ++j) {
      Index filled = 0;
      for (; at < next[j]; ++at) {
        const Index begin = std::max(filled, intervals[at].begin);
        if (begin >= intervals[at].end) continue;
        filled = intervals[at].end;
        visit(j, begin, filled);
      }
    }
  };
  std::vector<std::size_t> size(cols_, 0);
  for_each_run([&](Index j, Index begin, Index end) { size[j] += end - begin; });
  const std::size_t total = std::accumulate(size.begin(), size.end(), std::size_t{0});
  if (total > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw std::length_error("sparse pattern: more entries than an index can count");
  for (Index j = 0; j < cols_; ++j) col_start_[j + 1] = col_start_[j] + static_cast<Index>(size[j]);
  row_index_.resize(total);
  auto out = row_index_.begin();
  for_each_run([&](Index, Index begin, Index end) {
    while (begin < end) *out++ = begin++;
  });

  blocks_ = {};
  finished_ = true;
}

Index SparsePattern::find(Index row, Index col) const {
  if (col < 0 || col >= cols_) return -1;
  const auto first = row_index_.begin() + col_start_[col];
  const auto last = row_index_.begin() + col_start_[col + 1];
  const auto place = std::lower_bound(first, last, row);
  return place != last && *place == row ? static_cast<Index>(place - row_index_.begin()) : -1;
}

}  // namespace pintle
