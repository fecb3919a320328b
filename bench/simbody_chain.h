// The open chain in Simbody (joint coordinates), for comparison.
#pragma once

#include "bench/mbdyn_models.h"

namespace pintle {

// Wall seconds for fixed steps of a third-order Runge-Kutta method; negative when Simbody is not part of this
// build.
double time_simbody_chain(int links, const PeerSettings& settings);

}  // namespace pintle
