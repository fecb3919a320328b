// Connector: how element sets ask for their share of the system at assembly: multipliers, history, matrix
// blocks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pintle/math/sparse_pattern.h"
#include "pintle/system/layout.h"
#include "pintle/system/measurement.h"
#include "pintle/system/sinks.h"

namespace pintle {

// A group of rows or columns: the motion of a frame, a scalar, a state or a run of multipliers.
struct Slot {
  enum class Kind : std::uint8_t { frame, scalar, state, multipliers };
  Kind kind = Kind::frame;
  Index index = 0;
  Index count = 1;
  ConstraintLevel level = ConstraintLevel::position;  // of the equations of the multipliers

  static Slot frame(FrameIndex frame) { return {Kind::frame, frame}; }
  static Slot scalar(Index scalar) { return {Kind::scalar, scalar}; }
  static Slot state(Index state) { return {Kind::state, state}; }
  static Slot multipliers(Index first, Index count, ConstraintLevel level = ConstraintLevel::position) {
    return {Kind::multipliers, first, count, level};
  }
};

class Connector {
 public:
  explicit Connector(Layout nodes_only, std::span<const Measurement> measurements = {})
      : layout_(nodes_only), measurements_(measurements) {}

  // Reserves consecutive multipliers (one per constraint equation) or history entries; returns the first.
  Index multipliers(Index count) { return take(layout_.multipliers, count); }
  Index history(Index count) { return take(layout_.history, count); }
  // First-order states; `owner` names their equations: "joint 'pin' (a.json:3): bristles".
  Index states(Index count, const std::string& owner);
  // Entries of the history that are one of a few numbers, such as stick and slip. A change of one of them
  // when a step is committed is an event, which analyses locate in time.
  Index modes(Index count);

  // Reserves the block of the matrix where the rows' equations depend on the columns' unknowns.
  BlockId block(Slot rows, Slot columns);

  const Layout& layout() const { return layout_; }
  // What drives listen to, by slot: for loads that depend on the motion of another node.
  std::span<const Measurement> measurements() const { return measurements_; }

  // After all sets are connected: the sparsity pattern (with a full diagonal) and where each block is stored
  // in it.
  struct Result {
    SparsePattern pattern;
    BlockTable table;
    std::vector<Index> diagonal;
    std::vector<Index> modes;  // where in the history
    std::vector<std::string> state_names;
  };
  Result finish();

 private:
  static Index take(Index& counter, Index count) {
    const Index first = counter;
    counter += count;
    return first;
  }
  Index first_of(const Slot& slot) const;
  Index width_of(const Slot& slot) const;

  struct Request {
    Slot rows, columns;
  };
  Layout layout_;
  std::span<const Measurement> measurements_;
  std::vector<Request> requests_;
  std::vector<Index> modes_;
  std::vector<std::string> state_names_;
};

}  // namespace pintle
