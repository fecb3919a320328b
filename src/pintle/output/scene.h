// The scene of a model: what there is to see of it, as JSON text that viewers and exports read; see
// viewer/DATA.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pintle/output/record_source.h"

namespace pintle {

// Points that move with a node and leave a trail.
struct Tracers {
  std::string node;
  std::vector<Vec3> points;  // in its axes
};

// `variables` are those of the file: what moves with a node that it does not tell of is not to be seen.
std::string scene_of(const System& system, std::span<const RecordVariable> variables,
                     const std::vector<Tracers>& tracers = {});

}  // namespace pintle
