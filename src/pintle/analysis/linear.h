// Linear analysis: the model about its equilibrium as matrices, and its modes; see linear.md.
#pragma once

#include <vector>

#include "pintle/analysis/equilibrium.h"
#include "pintle/formulations/linear_model.h"
#include "pintle/solvers/modes.h"

namespace pintle {

// A mode, and how the nodes move in it.
struct MotionMode : Mode {
  VecXc displacement;  // of nodes (way, turn), scalars and states, in the System's numbering
};

struct LinearReport {
  EquilibriumReport equilibrium;
  LinearModel model;
  std::vector<MotionMode> modes;  // slowest first
};

// `state` comes back as the equilibrium; where there is none, nothing else is found.
LinearReport analyse_linear(const System& system, State& state, const EquilibriumSettings& settings,
                            Diagnostics& diagnostics);

}  // namespace pintle
