// Accelerations, multipliers and modes that follow from a state of positions and velocities.
#pragma once

#include <vector>

#include "pintle/analysis/assembly_projection.h"
#include "pintle/base/diagnostics.h"

namespace pintle {

// Modes as elements start with them at the state.
void start_modes(AssemblyProjection& projection, State& state);

// Finds accelerations, rates of states and multipliers, and the modes that go with them: accelerations decide
// whether what sticks breaks loose, and that changes them. False, with an error reported: they are not
// determined.
bool settle_modes(AssemblyProjection& projection, State& state,
                  const std::vector<RedundantEquation>& redundant, Diagnostics& diagnostics);

// Velocities brought into agreement by the smallest change in the metric of the masses: that of an impact
// without rebound. A change up to the tolerance is not made.
void apply_impact(AssemblyProjection& projection, State& state, double tolerance,
                  const std::vector<RedundantEquation>& redundant);

}  // namespace pintle
