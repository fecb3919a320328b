// Initial assembly: brings positions, velocities, accelerations and multipliers into agreement with the
// constraints, finds redundant and conflicting ones, and reports every correction.
#pragma once

#include "pintle/analysis/assembly_report.h"
#include "pintle/base/diagnostics.h"

namespace pintle {

// Brings `state` into agreement; a state that already agrees is left as it is. Corrections and redundancies
// are reported as notes and warnings, conflicts as errors (then the report says !is_consistent).
AssemblyReport assemble_initial_state(const System& system, State& state, const AssemblySettings& settings,
                                      Diagnostics& diagnostics);

// The same during a run, after modes of elements have changed (a joint was switched on, a contact sticks):
// positions are moved to meet the joints, velocities change as in an impact without rebound, and
// accelerations, multipliers and the modes that follow from them are found anew.
AssemblyReport assemble_after_change(const System& system, State& state, const AssemblySettings& settings,
                                     Diagnostics& diagnostics);

}  // namespace pintle
