// Positions and velocities that meet the constraints, next to those described.
#pragma once

#include <vector>

#include "pintle/analysis/assembly_projection.h"
#include "pintle/analysis/assembly_report.h"
#include "pintle/math/largest_of.h"

namespace pintle {

// The motion (dx, dtheta, ds) that leads from one state to another.
VecX motion_between(const Layout& layout, const State& from, const State& to);

// Brings positions into agreement by steps of least motion.
void assemble_positions(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                        AssemblyReport& report);

// Among the states that meet the joints, takes the one next to what was described. Left as it is where that
// does not converge.
void approach_described(AssemblyProjection& projection, const State& described, State& state,
                        const AssemblySettings& settings, AssemblyReport& report);

// The angular velocity of a node that asks for it turns with its axes.
void turn_velocities(const System& system, const State& before, State& after);

// Brings velocities into agreement by the least change.
void assemble_velocities(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report);

// A motion, or a change of velocities, node by node; parts up to the threshold do not count.
std::vector<NodeCorrection> corrections_of(const Layout& layout, const VecX& motion, double threshold);

}  // namespace pintle
