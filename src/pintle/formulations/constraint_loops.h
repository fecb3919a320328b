// Which joints stand in loops: only their equations can follow from those of other joints.
#pragma once

#include <vector>

#include "pintle/formulations/constraint_rows.h"

namespace pintle {

// Nodes and the ground are the vertices of a graph, joints its edges. The joint that is the only way between
// two parts of the graph has no forces that others could undo: whatever it exerts moves one part against the
// other. What is left are the graph's blocks (its largest parts that no single vertex holds together), and
// forces without effect exist in each of these by itself: all but one of a block's bodies are in balance, and
// then so is that one, as joints exert equal and opposite wrenches. (redundancy.md)
class ConstraintLoops {
 public:
  // `context` shows which joints act between their nodes alone; others are joints to the ground as well.
  // `rows` are filled there.
  ConstraintLoops(const System& system, const Context& context, const ConstraintRows& rows);

  // Multipliers of the joints of each loop or net of loops, increasing; and of each joint outside them.
  const std::vector<std::vector<Index>>& loops() const { return loops_; }
  const std::vector<std::vector<Index>>& single() const { return single_; }

 private:
  std::vector<std::vector<Index>> loops_, single_;
};

}  // namespace pintle
