// Constraint equations that follow from others.
#pragma once

#include <vector>

#include "pintle/system/system.h"

namespace pintle {

struct RedundantEquation {
  Index multiplier = 0;
  std::vector<Index> follows_from;  // other multipliers
  Index loop = 0;                   // the first multiplier of the loops it stands in: their name
};

enum class JointsToSearch : std::uint8_t { all, in_loops };

// Finds those that hold at a state; the later ones of several that depend on each other are listed. How many
// there are in each net of loops is a property of the mechanism, which ones of several is not. Rows that
// others leave less than `tolerance` of depend on them; where the sizes have a wider gap nearby, the gap
// decides. Joints outside loops can only contradict themselves, in singular positions of their own.
std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance,
                                                        JointsToSearch search = JointsToSearch::all);

std::vector<Index> multipliers_of(const std::vector<RedundantEquation>& redundant);

}  // namespace pintle
