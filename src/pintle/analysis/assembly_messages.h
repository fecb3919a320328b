// What initial assembly tells the user: corrections, redundant joints, joints that contradict each other.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/analysis/assembly_report.h"
#include "pintle/base/diagnostics.h"

namespace pintle {

// One note per node; a warning where a position moved by more than a hundredth of the model.
void report_corrections(const System& system, const std::vector<NodeCorrection>& corrections,
                        ConstraintLevel level, Diagnostics& diagnostics);

// One warning per joint with redundant equations: when (first words), which ones, and the joints they follow
// from.
void report_redundancy(const System& system, const std::vector<RedundantEquation>& redundant,
                       Diagnostics& diagnostics, std::string_view when = {});

// One error per joint that stays violated: by how much, and the joints it contradicts.
void report_conflicts(const System& system, const VecX& violation, double tolerance, ConstraintLevel level,
                      const std::vector<RedundantEquation>& redundant, Diagnostics& diagnostics);

// Joints are known by the first of their multipliers, so that they come in the order of the equations.
Index joint_of(const System& system, Index multiplier);
// "joints 'crank pin' (line 23), 'crank pivot' (line 21) and 2 more", seen from a place in a file.
std::string list_joints(const System& system, const std::set<Index>& joints, const SourcePlace& here);

// "joint 'pin' (four_bar.json:12:5): position constraint along y, which follows from joints 'a' (line 3) and
// 'b' (line 4)"
std::string describe(const System& system, const RedundantEquation& equation);

}  // namespace pintle
