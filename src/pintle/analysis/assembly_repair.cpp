#include "pintle/analysis/assembly_repair.h"

#include <algorithm>
#include <limits>

#include "pintle/analysis/assembly_motion.h"

namespace pintle {

namespace {

// Nodes that a constraint equation acts on: the rows of its column of G^T.
std::vector<FrameIndex> nodes_of(const System& system, Index multiplier) {
  const Layout& layout = system.layout();
  const SparsePattern& pattern = system.pattern();
  const auto column =
      static_cast<std::size_t>(layout.first_multiplier()) + static_cast<std::size_t>(multiplier);
  std::vector<FrameIndex> nodes;
  for (Index k = pattern.col_start()[column]; k < pattern.col_start()[column + 1]; ++k) {
    const Index row = pattern.row_index()[static_cast<std::size_t>(k)];
    if (row >= layout.first_scalar()) break;
    const Index structural = 6 * layout.structural;
    const FrameIndex frame = row < structural ? 1 + row / 6 : 1 + layout.structural + (row - structural) / 3;
    if (nodes.empty() || nodes.back() != frame) nodes.push_back(frame);
  }
  return nodes;
}

// Nodes that take part in every equation that is violated.
std::vector<FrameIndex> suspects(const System& system, const VecX& violation, double tolerance) {
  std::vector<FrameIndex> common;
  bool is_first = true;
  for (Index i = 0; i < violation.size(); ++i) {
    if (!(std::abs(violation[i]) > tolerance)) continue;
    const std::vector<FrameIndex> nodes = nodes_of(system, i);
    if (is_first)
      common = nodes;
    else
      std::erase_if(common, [&](FrameIndex frame) {
        return std::find(nodes.begin(), nodes.end(), frame) == nodes.end();
      });
    is_first = false;
  }
  return common;
}

// Tries every suspect alone; keeps the best outcome.
template <class Assemble, class IsMet, class Change>
bool repair_one(AssemblyProjection& projection, State& state, AssemblyReport& report,
                const std::vector<FrameIndex>& nodes, const Assemble& assemble, const IsMet& is_met,
                const Change& change_of) {
  const State described = state;
  const AssemblyReport untouched = report;
  double smallest = std::numeric_limits<double>::infinity();
  for (const FrameIndex frame : nodes) {
    State trial = described;
    AssemblyReport outcome = untouched;
    projection.move_only(frame);
    assemble(trial, outcome);
    const double change = change_of(trial);
    if (!is_met(outcome) || change >= smallest) continue;
    smallest = change;
    state = trial;
    report = outcome;
  }
  projection.move_only({});
  projection.fill(state);
  return smallest < std::numeric_limits<double>::infinity();
}

}  // namespace

bool repair_one_position(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report) {
  const System& system = projection.system();
  const double tolerance = settings.position_tolerance(system);
  projection.fill(state);
  const State described = state;
  return repair_one(
      projection, state, report, suspects(system, projection.phi(), tolerance),
      [&](State& trial, AssemblyReport& outcome) {
        assemble_positions(projection, trial, settings, outcome);
      },
      [&](const AssemblyReport& outcome) { return outcome.violation_after <= tolerance; },
      [&](const State& trial) { return motion_between(system.layout(), described, trial).norm(); });
}

bool repair_one_velocity(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report) {
  const double tolerance = settings.tolerance * std::max(1.0, largest_of(state.v));
  projection.fill(state);
  const VecX described = state.v;
  return repair_one(
      projection, state, report, suspects(projection.system(), projection.phi_dot(), tolerance),
      [&](State& trial, AssemblyReport& outcome) {
        assemble_velocities(projection, trial, settings, outcome);
      },
      [&](const AssemblyReport& outcome) { return outcome.rate_violation_after <= tolerance; },
      [&](const State& trial) { return (trial.v - described).norm(); });
}

}  // namespace pintle
