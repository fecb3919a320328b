// The scene of a model: what there is to see of it, as JSON text that viewers and exports read; see
// viewer/DATA.md.
#pragma once

#include <string>
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

// Points that move with a node and leave a trail.
struct Tracers {
  std::string node;
  std::vector<Vec3> points;  // in its axes
};

std::string scene_of(const System& system, const std::vector<Tracers>& tracers = {});

}  // namespace pintle
