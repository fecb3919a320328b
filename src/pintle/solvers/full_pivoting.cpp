#include "pintle/solvers/full_pivoting.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pintle {
namespace {

constexpr double kFullPivotThreshold = 0.5;
constexpr double kCancelled = 1e-15;  // beside rows of unit length

class FullPivoting {
 public:
  FullPivoting(const CompressedColumns& rows, Index columns, std::span<const double> values,
               std::span<const double> column_scale)
      : rows_(static_cast<std::size_t>(rows.size)),
        rows_with_(static_cast<std::size_t>(columns)),
        work_(static_cast<std::size_t>(columns), 0.0),
        is_in_work_(static_cast<std::size_t>(columns), 0) {
    for (Index i = 0; i < rows.size; ++i) load(rows, i, values, column_scale);
  }

  PivotReport run(double tolerance) {
    PivotReport report;
    for (;;) {
      const double largest = largest_entry();
      if (!(largest > tolerance)) return report;
      const Index row = shortest_row(kFullPivotThreshold * largest);
      const Index column = sparsest_column(row, kFullPivotThreshold * largest);
      eliminate(row, column);
      report.rows.push_back(row);
      report.columns.push_back(column);
    }
  }
  double smallest_pivot() const { return smallest_pivot_; }

 private:
  using Entry = std::pair<Index, double>;
  struct Row {
    std::vector<Entry> entries;
    double largest = 0.0;
    bool is_used = false;
  };

  void load(const CompressedColumns& rows, Index i, std::span<const double> values,
            std::span<const double> column_scale) {
    Row& row = rows_[static_cast<std::size_t>(i)];
    double square = 0.0;
    for (Index p = rows.column_start[i]; p < rows.column_start[i + 1]; ++p) {
      const Index column = rows.row_index[p];
      const double value =
          values[static_cast<std::size_t>(p)] * column_scale[static_cast<std::size_t>(column)];
      if (value == 0.0) continue;
      row.entries.emplace_back(column, value);
      rows_with_[static_cast<std::size_t>(column)].push_back(i);
      square += value * value;
    }
    const double length = std::sqrt(square);
    for (Entry& entry : row.entries) {
      entry.second /= length;
      row.largest = std::max(row.largest, std::abs(entry.second));
    }
  }

  double largest_entry() const {
    double largest = 0.0;
    for (const Row& row : rows_)
      if (!row.is_used) largest = std::max(largest, row.largest);
    return largest;
  }
  Index shortest_row(double least) const {
    Index best = -1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.is_used || row.largest < least) continue;
      if (best < 0 || row.entries.size() < rows_[static_cast<std::size_t>(best)].entries.size())
        best = static_cast<Index>(i);
    }
    return best;
  }
  Index sparsest_column(Index row, double least) const {
    Index best = -1;
    double best_value = 0.0;
    std::size_t best_count = 0;
    for (const auto& [column, value] : rows_[static_cast<std::size_t>(row)].entries) {
      if (std::abs(value) < least) continue;
      const std::size_t count = rows_with_[static_cast<std::size_t>(column)].size();
      if (best >= 0 && (count > best_count || (count == best_count && std::abs(value) <= best_value)))
        continue;
      best = column;
      best_count = count;
      best_value = std::abs(value);
    }
    return best;
  }

  // Takes the pivot row out of all others that have an entry in its column.
  void eliminate(Index pivot_row, Index pivot_column) {
    Row& pivot = rows_[static_cast<std::size_t>(pivot_row)];
    pivot.is_used = true;
    double pivot_value = 0.0;
    for (const auto& [column, value] : pivot.entries)
      if (column == pivot_column) pivot_value = value;
    smallest_pivot_ = std::min(smallest_pivot_, std::abs(pivot_value));
    for (const Index i : std::vector<Index>(rows_with_[static_cast<std::size_t>(pivot_column)])) {
      Row& row = rows_[static_cast<std::size_t>(i)];
      if (row.is_used) continue;
      const auto found = std::find_if(row.entries.begin(), row.entries.end(),
                                      [&](const Entry& e) { return e.first == pivot_column; });
      if (found != row.entries.end()) subtract(row, i, pivot, found->second / pivot_value, pivot_column);
    }
  }

  void subtract(Row& row, Index row_index, const Row& pivot, double factor, Index pivot_column) {
    for (const auto& [column, value] : row.entries) {
      work_[static_cast<std::size_t>(column)] = value;
      is_in_work_[static_cast<std::size_t>(column)] = 1;
    }
    for (const auto& [column, value] : pivot.entries) {
      const auto c = static_cast<std::size_t>(column);
      work_[c] -= factor * value;
      if (is_in_work_[c]) continue;
      is_in_work_[c] = 1;
      row.entries.emplace_back(column, 0.0);
      rows_with_[c].push_back(row_index);
    }
    row.largest = 0.0;
    std::size_t kept = 0;
    for (const auto& [column, old] : row.entries) {
      const auto c = static_cast<std::size_t>(column);
      const double value = work_[c];
      work_[c] = 0.0;
      is_in_work_[c] = 0;
      if (column == pivot_column || std::abs(value) <= kCancelled) {
        std::erase(rows_with_[c], row_index);
        continue;
      }
      row.entries[kept++] = {column, value};
      row.largest = std::max(row.largest, std::abs(value));
    }
    row.entries.resize(kept);
  }

  std::vector<Row> rows_;
  std::vector<std::vector<Index>> rows_with_;  // by column: rows with an entry there
  std::vector<double> work_;
  std::vector<char> is_in_work_;
  double smallest_pivot_ = 1.0;
};

}  // namespace

PivotReport choose_pivots(const CompressedColumns& rows_of_g, Index columns, std::span<const double> values,
                          std::span<const double> column_scale, double tolerance) {
  FullPivoting elimination(rows_of_g, columns, values, column_scale);
  PivotReport report = elimination.run(tolerance);
  report.smallest_pivot = report.rows.empty() ? 0.0 : elimination.smallest_pivot();
  return report;
}

}  // namespace pintle
