// Static equilibrium: a State at rest that meets the constraints, with loads and reactions in balance; see
// equilibrium.md.
#pragma once

#include <string>

#include "pintle/analysis/assembly_report.h"
#include "pintle/base/diagnostics.h"
#include "pintle/model/checked_card.h"
#include "pintle/model/schema.h"

namespace pintle {

struct EquilibriumSettings {
  double time = 0.0;         // s: of the loads and drives
  double tolerance = 1e-10;  // of what is out of balance, relative to the largest force or moment
  int max_iterations = 200;
  AssemblySettings assembly;
  bool is_at_rest = false;  // of a linear analysis: initial velocities are left out
};

EquilibriumSettings read_equilibrium(const CheckedCard& card);
CardSchema& with_equilibrium_fields(CardSchema& schema);

struct EquilibriumReport {
  bool is_found = false;
  int iterations = 0;
  double imbalance = 0.0;  // what is left of the largest force or moment
  std::string failure;     // what does not come to rest, and the likely cause
};

// From `state`, which is assembled first. It comes back at rest with the multipliers of its balance. What the
// assembly has to say goes to the diagnostics.
EquilibriumReport find_equilibrium(const System& system, State& state, const EquilibriumSettings& settings,
                                   Diagnostics& diagnostics);

}  // namespace pintle
