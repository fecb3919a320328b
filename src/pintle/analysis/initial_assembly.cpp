#include "pintle/analysis/initial_assembly.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/analysis/assembly_accelerations.h"
#include "pintle/analysis/assembly_messages.h"
#include "pintle/analysis/assembly_motion.h"
#include "pintle/analysis/assembly_repair.h"
#include "pintle/analysis/not_finite.h"

namespace pintle {

namespace {

bool is_finite_or_reported(const System& system, const State& state, Diagnostics& diagnostics) {
  const auto bad = find_not_finite(system, state);
  if (!bad) return true;
  diagnostics.error(
      bad->place, fmt::format("{}: its {} at the start is not a finite number", bad->element, bad->quantity),
      "look for a division by zero or a root of a negative number in its drive");
  return false;
}

// Redundant equations where positions have been brought to, and whether they meet the joints there.
bool are_positions_met(AssemblyProjection& projection, const State& state, const AssemblySettings& settings,
                       AssemblyReport& report, Diagnostics& diagnostics) {
  const System& system = projection.system();
  const double tolerance = settings.position_tolerance(system);
  report.redundant = find_redundant_equations(system, state, settings.rank_tolerance);
  const bool is_met = !(report.violation_after > tolerance);
  if (!is_met) {
    projection.fill(state);
    report_conflicts(system, projection.phi(), tolerance, ConstraintLevel::position, report.redundant,
                     diagnostics);
  }
  return is_met;
}

bool are_velocities_met(AssemblyProjection& projection, const State& state, const AssemblySettings& settings,
                        const AssemblyReport& report, Diagnostics& diagnostics) {
  const double tolerance = 1e3 * settings.tolerance * std::max(1.0, largest_of(state.v));
  const bool is_met = !(report.rate_violation_after > tolerance);
  if (!is_met)
    report_conflicts(projection.system(), projection.phi_dot(), tolerance, ConstraintLevel::velocity,
                     report.redundant, diagnostics);
  return is_met;
}

bool place_nodes(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                 AssemblyReport& report, Diagnostics& diagnostics) {
  const System& system = projection.system();
  const double tolerance = settings.position_tolerance(system);
  const State described = state;
  start_modes(projection, state);
  if (!settings.repairs_one_node || !repair_one_position(projection, state, settings, report)) {
    assemble_positions(projection, state, settings, report);
    if (report.iterations > 0 && report.violation_after <= tolerance)
      approach_described(projection, described, state, settings, report);
  }
  if (!are_positions_met(projection, state, settings, report, diagnostics)) return false;
  turn_velocities(system, described, state);
  report.position_corrections =
      corrections_of(system.layout(), motion_between(system.layout(), described, state), tolerance);
  report_corrections(system, report.position_corrections, ConstraintLevel::position, diagnostics);
  return true;
}

bool set_velocities(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                    AssemblyReport& report, Diagnostics& diagnostics) {
  const System& system = projection.system();
  const VecX before = state.v;
  if (!settings.repairs_one_node || !repair_one_velocity(projection, state, settings, report))
    assemble_velocities(projection, state, settings, report);
  if (!are_velocities_met(projection, state, settings, report, diagnostics)) return false;
  report_redundancy(system, report.redundant, diagnostics);
  report.velocity_corrections = corrections_of(system.layout(), state.v - before,
                                               settings.tolerance * std::max(1.0, largest_of(state.v)));
  report_corrections(system, report.velocity_corrections, ConstraintLevel::velocity, diagnostics);
  return true;
}

}  // namespace

AssemblyReport assemble_initial_state(const System& system, State& state, const AssemblySettings& settings,
                                      Diagnostics& diagnostics) {
  AssemblyReport report;
  AssemblyProjection projection(system, settings.length);
  report.is_consistent = is_finite_or_reported(system, state, diagnostics) &&
                         place_nodes(projection, state, settings, report, diagnostics) &&
                         set_velocities(projection, state, settings, report, diagnostics);
  if (!report.is_consistent) return report;

  start_modes(projection, state);
  report.is_consistent = settle_modes(projection, state, report.redundant, diagnostics);
  const State settled = state;
  system.start_history(projection.fill(settled), state);
  system.copy_modes(settled, state);
  return report;
}

AssemblyReport assemble_after_change(const System& system, State& state, const AssemblySettings& settings,
                                     Diagnostics& diagnostics) {
  AssemblyReport report;
  AssemblyProjection projection(system, settings.length);
  assemble_positions(projection, state, settings, report);
  report.is_consistent = are_positions_met(projection, state, settings, report, diagnostics);
  if (!report.is_consistent) return report;
  if (report.violation_before > 1e3 * settings.position_tolerance(system))
    diagnostics.warning({},
                        fmt::format("at t = {:.9g} s: a joint was switched on that was open by {:.3g} (m or "
                                    "rad): the nodes were moved to close it",
                                    state.time, report.violation_before),
                        "switch it on where it is met, or let springs bring it there");
  apply_impact(projection, state, settings.tolerance, report.redundant);
  report.is_consistent = settle_modes(projection, state, report.redundant, diagnostics);
  return report;
}

}  // namespace pintle
