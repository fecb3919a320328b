// Initial assembly: brings positions, velocities, accelerations and multipliers into agreement with the
// constraints, finds redundant and conflicting ones, and reports every correction.
#pragma once

#include <string>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/system/system.h"

namespace pintle {

// How far a node was moved.
struct NodeCorrection {
  FrameIndex frame = 0;
  Vec3 translation = Vec3::Zero();  // m or m/s
  Vec3 rotation = Vec3::Zero();     // rad or rad/s
};

// A constraint equation that follows from others.
struct RedundantEquation {
  Index multiplier = 0;
  std::vector<Index> follows_from;  // other multipliers
};

struct AssemblySettings {
  double tolerance = 1e-10;  // of phi (times the model's length scale) and phi_dot
  int max_iterations = 50;
  double length = 0.0;  // a radian counts as much as this way; 0: the extent of the model
  double rank_tolerance = 1e-8;
};

struct AssemblyReport {
  bool is_consistent = true;
  std::vector<NodeCorrection> position_corrections, velocity_corrections;  // only nodes that moved
  std::vector<RedundantEquation> redundant;
  double violation_before = 0.0, violation_after = 0.0;
  double rate_violation_before = 0.0, rate_violation_after = 0.0;
  int iterations = 0;

  std::vector<Index> redundant_multipliers() const;
};

// Brings `state` into agreement; a state that already agrees is left as it is. Corrections and redundancies
// are reported as notes and warnings, conflicts as errors (then the report says !is_consistent).
AssemblyReport assemble_initial_state(const System& system, State& state, const AssemblySettings& settings,
                                      Diagnostics& diagnostics);

// The same during a run, after modes of elements have changed (a joint was switched on, a contact sticks):
// positions are moved to meet the joints, velocities change as in an impact without rebound, and
// accelerations, multipliers and the modes that follow from them are found anew.
AssemblyReport assemble_after_change(const System& system, State& state, const AssemblySettings& settings,
                                     Diagnostics& diagnostics);

// Finds redundant equations at a state.
std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance);

// "joint 'pin' (four_bar.json:12:5): position constraint along y, which follows from joints 'a' (line 3) and
// 'b' (line 4)"
std::string describe(const System& system, const RedundantEquation& equation);

}  // namespace pintle
