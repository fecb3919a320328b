// G of a System by its rows: what each equation says about the motion, with ways and turns made comparable.
#pragma once

#include <span>
#include <vector>

#include "pintle/solvers/compressed_columns.h"
#include "pintle/system/system.h"

namespace pintle {

// An index of the kernel as one of a standard container.
inline std::size_t place_in(Index i) { return static_cast<std::size_t>(i); }

// Turns count times the length of the model, so that a row has one unit in all its columns, and the same
// proportions in metres and in millimetres. First-order states take no part.
class ConstraintRows {
 public:
  explicit ConstraintRows(const System& system);

  // G at a State; does not allocate.
  void fill(const Context& context);
  // G that is in the values of the System's pattern already.
  void take(std::span<const double> kernel_values);

  Index size() const { return static_cast<Index>(starts_.size()) - 1; }
  std::span<const Index> columns_of(Index row) const { return view().rows_of(row); }
  std::span<const double> values_of(Index row) const {
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(row)]);
    const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(row) + 1]);
    return {values_.data() + first, last - first};
  }
  // Rows as columns of compressed storage.
  CompressedColumns view() const { return {size(), starts_, columns_}; }
  std::span<const double> values() const { return values_; }
  double length() const { return length_; }

  // How much force a multiplier stands for, or moment by the length of the model: the largest that its row
  // exerts on a node. One for equations in metres between points; 1 / length for those in radians.
  double force_of(Index row) const;

 private:
  const System& system_;
  double length_;
  std::vector<Index> starts_{0}, columns_, positions_;  // where in the values of the System's pattern
  std::vector<char> turns_;                             // by entry
  std::vector<double> kernel_values_, values_;
};

// The frame that an equation of motion belongs to; those of scalar nodes follow the frames.
Index vertex_of(const Layout& layout, Index equation);

}  // namespace pintle
