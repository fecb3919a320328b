// What an assembly is asked for, and what it has found and changed.
#pragma once

#include <algorithm>
#include <vector>

#include "pintle/formulations/redundant_equations.h"

namespace pintle {

// How far a node was moved.
struct NodeCorrection {
  FrameIndex frame = 0;
  Vec3 translation = Vec3::Zero();  // m or m/s
  Vec3 rotation = Vec3::Zero();     // rad or rad/s
};

struct AssemblySettings {
  double tolerance = 1e-10;  // of phi (times the model's length scale) and phi_dot
  int max_iterations = 50;
  double length = 0.0;  // a radian counts as much as this way; 0: the extent of the model
  double rank_tolerance = 1e-8;
  bool repairs_one_node = false;  // where moving one node alone meets all joints, only that one is moved

  double position_tolerance(const System& system) const {
    return tolerance * std::max(1.0, system.length_scale());
  }
};

struct AssemblyReport {
  bool is_consistent = true;
  std::vector<NodeCorrection> position_corrections, velocity_corrections;  // only nodes that moved
  std::vector<RedundantEquation> redundant;
  double violation_before = 0.0, violation_after = 0.0;
  double rate_violation_before = 0.0, rate_violation_after = 0.0;
  int iterations = 0;

  std::vector<Index> redundant_multipliers() const { return multipliers_of(redundant); }
};

}  // namespace pintle
