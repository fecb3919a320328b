#include "pintle/analysis/dynamic.h"

#include <chrono>

#include "pintle/analysis/dynamic_run.h"
#include "pintle/analysis/kinematic.h"

namespace pintle {

std::string_view name_of(Formulation formulation) {
  constexpr std::array<std::string_view, kFormulations.size()> kNames{"absolute", "partitioned", "joint",
                                                                      "linear"};
  return kNames[static_cast<std::size_t>(formulation)];
}

Formulation formulation_of(std::string_view name) {
  for (const Formulation formulation : kFormulations)
    if (name_of(formulation) == name) return formulation;
  return Formulation::absolute;
}

std::string_view method_of(const DynamicSettings& settings) {
  switch (settings.formulation) {
    case Formulation::partitioned:
      return name_of(settings.partitioned.method);
    case Formulation::joint:
      return name_of(settings.joint.method);
    case Formulation::linear:
      return "rk4";
    case Formulation::absolute:
      break;
  }
  return name_of(settings.solver.method);
}

Refusal why_not(const System& system, const State& described, const DynamicSettings& settings) {
  const bool follows_steps =
      settings.formulation == Formulation::absolute ||
      (settings.formulation == Formulation::joint && settings.joint.method == JointMethod::generalised_alpha);
  if (!follows_steps && settings.control.strategy != StepStrategy::fixed)
    return {"it takes steps of a fixed size (its integrator rk45 adapts steps of its own within them)"};
  switch (settings.formulation) {
    case Formulation::partitioned:
      return {why_not_partitioned(system)};
    case Formulation::joint:
      return why_not_joint(system, described, settings.joint);
    case Formulation::linear:
      return {why_not_linear(system, described)};
    case Formulation::absolute:
      break;
  }
  return {};
}

std::unique_ptr<Stepper> make_stepper(const System& system, const DynamicSettings& settings,
                                      std::vector<Index> redundant) {
  switch (settings.formulation) {
    case Formulation::partitioned:
      return std::make_unique<PartitionedStepper>(system, settings.partitioned, std::move(redundant));
    case Formulation::joint:
      return make_joint_stepper(system, settings.joint, std::move(redundant));
    case Formulation::linear:
      return std::make_unique<LinearStepper>(system, std::move(redundant));
    case Formulation::absolute:
      break;
  }
  return std::make_unique<AbsoluteStepper>(system, settings.solver, std::move(redundant));
}

RunReport run_dynamic(const System& system, State& state, const DynamicSettings& settings,
                      const RunInfo& info, std::span<Observer* const> observers, Diagnostics& diagnostics,
                      const State* described) {
  const auto begin = std::chrono::steady_clock::now();
  RunReport report;
  const bool is_fresh = state.step == 0 && state.memory.size() == 0;
  std::vector<Index> redundant;
  if (settings.stop_after == StopAfter::input) {
    state.time = settings.start_time;
  } else if (is_fresh || described) {
    State start = is_fresh ? state : *described;
    start.time = settings.start_time;
    const AssemblyReport assembly = assemble_initial_state(system, start, settings.assembly, diagnostics);
    if (!assembly.is_consistent) {
      report.status = RunStatus::failed;
      report.failure = "the model cannot be assembled";
      return report;
    }
    redundant = assembly.redundant_multipliers();
    if (settings.is_kinematic && !check_driven(system, start, diagnostics)) {
      report.status = RunStatus::failed;
      report.failure = "a kinematic analysis needs a motion that joints and drives prescribe";
      return report;
    }
    if (is_fresh) state = std::move(start);
  } else {
    redundant = multipliers_of(find_redundant_equations(system, state, settings.assembly.rank_tolerance));
  }
  bool may_start = true;
  for (Observer* observer : observers) may_start = may_start && observer->on_start(system, info);
  if (!may_start) {
    report.status = RunStatus::stopped;
    return report;
  }
  report = DynamicRun(system, state, settings, observers, std::move(redundant), diagnostics)();
  for (Observer* observer : observers) observer->on_finish(system, state);
  report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace pintle
