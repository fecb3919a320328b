#include "pintle/analysis/dynamic.h"

#include "pintle/analysis/dynamic_run.h"

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

std::string_view name_of(RunStatus status) {
  switch (status) {
    case RunStatus::stopped:
      return "stopped";
    case RunStatus::failed:
      return "failed";
    case RunStatus::finished:
      break;
  }
  return "finished";
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
  DynamicRun run(system, state, settings, diagnostics);
  bool goes_on = run.start(observers, info, described);
  while (goes_on) goes_on = run.advance();
  return run.finish();
}

}  // namespace pintle
