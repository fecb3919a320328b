// Kinematic analysis: motion that follows from joints and drives alone; see kinematic.md.
#pragma once

#include "pintle/base/diagnostics.h"
#include "pintle/system/system.h"

namespace pintle {

// Whether the constraints leave no motion open at a State; else says which nodes can still move and how, and
// which joints hold them.
bool check_driven(const System& system, const State& state, Diagnostics& diagnostics);

}  // namespace pintle
