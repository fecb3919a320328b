// The open chain in Simbody (joint coordinates), for comparison.
#pragma once

namespace pintle {

// Wall seconds for fixed steps of a third-order Runge-Kutta method; negative when Simbody is not part of this
// build.
double time_simbody_chain(int links, double end_time, double step);

}  // namespace pintle
