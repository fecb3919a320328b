// Turns a failed step into sentences a person can act on.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/analysis/assembly_messages.h"
#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/not_finite.h"

namespace pintle {

namespace {

std::string what_happened(const NewtonReport& newton) {
  switch (newton.status) {
    case NewtonStatus::too_many_iterations:
      return fmt::format("no convergence after {} iterations", newton.iterations);
    case NewtonStatus::diverged:
      return fmt::format("the iteration diverged ({} iterations)", newton.iterations);
    case NewtonStatus::singular:
      return "the equations are singular";
    case NewtonStatus::not_finite:
      return "a force or a constraint is not a finite number";
    case NewtonStatus::converged:
      break;
  }
  return "converged";
}

// Size of the culprit's residual in its own unit, evaluated once more at the trial state.
double residual_of(const System& system, const State& trial, Index equation) {
  Snapshot snapshot = system.make_snapshot();
  system.fill(trial, snapshot);
  VecX residual = VecX::Zero(system.layout().equations() + Layout::kGroundRoom);
  ResidualSink sink(system.layout(), {residual.data(), static_cast<std::size_t>(residual.size())});
  system.residual(snapshot.context(), sink);
  return residual[equation];
}

// Elements say themselves when their position is special.
std::string troubles(const System& system, const State& state) {
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  std::string text;
  int count = 0;
  for (const auto& set : system.sets()) {
    const ConstraintSet* constraints = set->as_constraints();
    if (!constraints) continue;
    for (Index element = 0; element < set->size() && count < 3; ++element) {
      const std::string trouble = constraints->describe_trouble(snapshot.context(), element);
      if (trouble.empty()) continue;
      text += fmt::format("\n{}: {}", describe(*set, element), trouble);
      ++count;
    }
  }
  return text;
}

// First as time alone makes it, at the last good position; then where the iteration ended.
std::string what_is_not_finite(const System& system, const State& last_good, const State& trial) {
  State later = last_good;
  later.time = trial.time;
  for (const State* state : {static_cast<const State*>(&later), &trial}) {
    const auto bad = find_not_finite(system, *state);
    if (!bad) continue;
    const std::string place = bad->place.to_string();
    return fmt::format("\n{}{}: its {} is not finite.", place.empty() ? "" : place + ": ", bad->element,
                       bad->quantity);
  }
  return {};
}

constexpr double kDependent = 1e-6;  // looser than at assembly: close to dependent is bad enough to fail

// Where the iteration ended, or else where the step began: a locked mechanism leaves its place only by
// failing.
std::string list_dependent(const System& system, const State& last_good, const State& trial) {
  constexpr std::size_t kMost = 3;
  std::vector<RedundantEquation> redundant = find_redundant_equations(system, trial, kDependent);
  if (redundant.empty()) redundant = find_redundant_equations(system, last_good, kDependent);
  std::string text;
  for (std::size_t i = 0; i < std::min(redundant.size(), kMost); ++i)
    text += "\nNot independent here: " + describe(system, redundant[i]) + ".";
  if (redundant.size() > kMost) text += fmt::format("\nNor are {} more equations.", redundant.size() - kMost);
  return text;
}

std::string why_singular(const System& system, const State& last_good, const State& trial, Index culprit) {
  const bool is_of_structural_node = culprit >= 0 && culprit < 6 * system.layout().structural;
  if (is_of_structural_node && !system.node_of(1 + culprit / 6).has_inertia)
    return "\nThe node is static: without mass, only joints and springs can hold it, and none does so here. "
           "Make it dynamic, with a body, if it is to move freely.";
  const std::string text = list_dependent(system, last_good, trial);
  return text.empty()
             ? "\nA node may have lost its stiffness or mass, or the mechanism is in a singular position."
             : text;
}

std::string likely_cause(const System& system, const State& last_good, const State& trial,
                         const StepReport& report) {
  if (report.newton.status == NewtonStatus::singular)
    return why_singular(system, last_good, trial, report.newton.factor.culprit_row);
  if (report.newton.status == NewtonStatus::not_finite)
    return "\nLook for a division by zero or a root of a negative number in a drive, for a number far too "
           "large, or for points that came to coincide.";
  const double turn = report.step_size * [&] {
    double fastest = 0.0;
    for (Index node = 0; node < system.layout().structural; ++node)
      fastest = std::max(fastest, last_good.v.segment<3>(6 * node + 3).norm());
    return fastest;
  }();
  if (turn > 0.5)
    return fmt::format("\nA node turns by {:.0f} degrees in one step: take a step {:.0f} times smaller.",
                       turn * 57.29578, std::ceil(turn / 0.1));
  if (const std::string dependent = list_dependent(system, last_good, trial); !dependent.empty())
    return dependent +
           "\nWhere these joints lock the mechanism, or their drives contradict each other, no reaction can "
           "hold it; else a smaller step usually helps.";
  if (report.newton.rate > 0.5) return "\nThe iteration hardly contracts: a smaller step usually helps.";
  return "\nA smaller step or a looser tolerance usually helps.";
}

}  // namespace

std::string explain_failure(const System& system, const State& last_good, const State& trial,
                            const StepReport& report) {
  std::string text =
      fmt::format("step {}, t = {:.9g} s: {}.", trial.step, trial.time, what_happened(report.newton));
  Index culprit = report.newton.error.culprit;
  if (report.newton.status == NewtonStatus::singular && report.newton.factor.culprit_row >= 0) {
    culprit = report.newton.factor.culprit_row;
    text += fmt::format(" No pivot left for {}.", system.name_of(EquationId{culprit}));
  } else if (report.newton.status == NewtonStatus::not_finite) {
    if (culprit >= 0) text += fmt::format(" It enters {}.", system.name_of(EquationId{culprit}));
    text += what_is_not_finite(system, last_good, trial);
  } else if (culprit >= 0) {
    text += fmt::format(" Largest residual: {}, {:.3g} {}.", system.name_of(EquationId{culprit}),
                        residual_of(system, trial, culprit), system.unit_of(EquationId{culprit}));
  }
  const State& seen = trial.q.allFinite() && trial.v.allFinite() ? trial : last_good;
  return text + troubles(system, seen) + likely_cause(system, last_good, seen, report);
}

}  // namespace pintle
