// A start in which one node alone is wrong: it is put right and the others stay.
#pragma once

#include "pintle/analysis/assembly_projection.h"
#include "pintle/analysis/assembly_report.h"

namespace pintle {

// Moves, or sets the velocity of, the one node that so meets all constraints; of several, the one that
// changes least. False, and nothing is changed, when there is none.
bool repair_one_position(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report);
bool repair_one_velocity(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report);

}  // namespace pintle
