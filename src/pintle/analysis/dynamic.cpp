#include "pintle/analysis/dynamic.h"

#include <chrono>

#include "pintle/analysis/dynamic_run.h"
#include "pintle/analysis/kinematic.h"

namespace pintle {

std::string_view name_of(Formulation formulation) {
  return formulation == Formulation::absolute ? "absolute" : "partitioned";
}

std::unique_ptr<Stepper> make_stepper(const System& system, const DynamicSettings& settings,
                                      std::vector<Index> redundant) {
  if (settings.formulation == Formulation::partitioned)
    return std::make_unique<PartitionedStepper>(system, settings.partitioned, std::move(redundant));
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
