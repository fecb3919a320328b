// Constraint equations that follow from others.
#pragma once

#include <vector>

#include "pintle/system/system.h"

namespace pintle {

struct RedundantEquation {
  Index multiplier = 0;
  std::vector<Index> follows_from;  // other multipliers
};

// Finds those that hold at a state; the later ones of several that depend on each other are listed.
std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance);

std::vector<Index> multipliers_of(const std::vector<RedundantEquation>& redundant);

}  // namespace pintle
