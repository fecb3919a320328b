// The benchmark models in the input language of MBDyn, for a run of the `mbdyn` that is on the PATH.
#pragma once

#include <string>

namespace pintle {

struct PeerSettings {
  double end_time = 1.0, step = 1e-3, rho = 0.6, tolerance = 1e-6;
  double down_x = 0.0, down_z = -1.0;  // unit vector of gravity for chains
};

std::string mbdyn_chain(int links, bool is_closed, const PeerSettings& settings);
std::string mbdyn_four_bars(int n, const PeerSettings& settings);

// Wall seconds of `mbdyn` on that text, in a folder of its own and with an empty environment; negative when
// there is none or it failed.
double time_mbdyn(const std::string& input);

}  // namespace pintle
