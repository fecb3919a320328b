// Dynamic analysis: from an initial state through time, step by step, with observers and reports.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "pintle/analysis/initial_assembly.h"
#include "pintle/formulations/absolute.h"
#include "pintle/formulations/joint_alpha.h"
#include "pintle/formulations/linear.h"
#include "pintle/formulations/partitioned.h"
#include "pintle/model/checked_card.h"
#include "pintle/system/observer.h"
#include "pintle/system/registry.h"

namespace pintle {

// fixed: all alike. by_error: by the local error. by_iterations: fewer or more iterations than wanted make
// the step longer or shorter. by_drive: as a drive says.
enum class StepStrategy : std::uint8_t { fixed, by_error, by_iterations, by_drive };

// Steps with many iterations, and those that failed, are followed by shorter ones; steps with few of them by
// longer ones once enough steps were made since.
struct IterationControl {
  double reduction = 0.5;
  int steps_after_reduction = 1;
  double raise = 1.25;
  int steps_after_raise = 1;
  int few_iterations = 2;
  int many_iterations = 0;  // zero: only steps that fail are too long
};

struct StepControl {
  double step = 1e-3;  // s; the first step when it changes
  StepStrategy strategy = StepStrategy::fixed;
  double tolerance = 1e-5;  // by_error: local error of positions per step: of the model's length, and rad
  IterationControl iterations;
  Drive drive;                 // by_drive: the step that starts at a time
  double smallest_step = 0.0;  // s; zero: a millionth of `step`
  double largest_step = 0.0;   // s; zero: no limit
};

// How far a run goes: to its end, or only to see what was read, or what the initial assembly made of it.
enum class StopAfter : std::uint8_t { nothing, input, assembly };

// Which unknowns are solved for: all coordinates with multipliers, the independent ones, or those of joints;
// or small motions only.
enum class Formulation : std::uint8_t { absolute, partitioned, joint, linear };
inline constexpr std::array kFormulations{Formulation::absolute, Formulation::partitioned, Formulation::joint,
                                          Formulation::linear};
// Those that hold for motions of any size.
inline constexpr std::array kFiniteFormulations{Formulation::absolute, Formulation::partitioned,
                                                Formulation::joint};
std::string_view name_of(Formulation formulation);
Formulation formulation_of(std::string_view name);

struct DynamicSettings {
  double start_time = 0.0;
  double end_time = 1.0;
  StepControl control;
  Formulation formulation = Formulation::absolute;
  AbsoluteSettings solver;  // of the absolute formulation
  PartitionedSettings partitioned;
  JointSettings joint;
  bool is_kinematic = false;  // the motion must follow from joints and drives alone
  AssemblySettings assembly;
  int checkpoint_every = 0;  // steps; zero: only at the end
  StopAfter stop_after = StopAfter::nothing;
  bool prints_iterations = false;
  // Called after every step tried, with the State that it started from or, when accepted, led to.
  std::function<void(const StepReport&, const State&)> on_step;

  double steps() const { return (end_time - start_time) / control.step; }  // when fixed
};

// Reads what an "analysis" card of type "dynamic" or "kinematic" says; solver and output settings come from
// their own cards.
DynamicSettings read_analysis(const CheckedCard& card, Diagnostics& diagnostics);
// Its drives, which may listen to quantities of the system that is being built.
void build_drives(const CheckedCard& card, SystemBuilder& builder, StepControl& control);

// What all analysis cards have in common.
CardSchema& with_time_fields(CardSchema& schema);
CardSchema& with_run_fields(CardSchema& schema);
CardSchema& with_assembly_fields(CardSchema& schema);
AssemblySettings read_assembly(const CheckedCard& card);

// Reports times and steps that cannot be run, at the places where they were said.
void check_times(const DynamicSettings& settings, const SourcePlace& end_time, const SourcePlace& step,
                 Diagnostics& diagnostics);

enum class RunStatus { finished, stopped, failed };
std::string_view name_of(RunStatus status);

struct RunReport {
  RunStatus status = RunStatus::finished;
  std::int64_t steps = 0;
  std::int64_t rejected_steps = 0;
  std::int64_t iterations = 0;
  std::int64_t factorisations = 0;
  Totals start, end;               // energies and momenta
  double largest_violation = 0.0;  // of constraints, sampled over the run
  double largest_rate_violation = 0.0;
  double largest_turn = 0.0;   // of a node in one step, rad; sampled
  std::string turning;         // that node
  std::string energy_balance;  // what the method did to the energy; empty where nobody looked
  double wall_seconds = 0.0;
  std::string linear_solver;
  std::vector<std::pair<std::string, std::string>> formulation;  // what it tells of itself: title, text
  std::string failure;                                           // what happened, where, and the likely cause
};

// The integrator of the formulation that is chosen.
std::string_view method_of(const DynamicSettings& settings);
// Why the formulation that is chosen cannot take a system as described; empty when it can.
Refusal why_not(const System& system, const State& described, const DynamicSettings& settings);

std::unique_ptr<Stepper> make_stepper(const System& system, const DynamicSettings& settings,
                                      std::vector<Index> redundant);

// Runs from `state`. A fresh state (step 0) is assembled first; one that a run has written goes on where it
// was. Which equations are redundant is decided at the start: a resumed run that is to go on bit for bit
// gives the state as `described`, too. On failure `state` is the last good one.
RunReport run_dynamic(const System& system, State& state, const DynamicSettings& settings,
                      const RunInfo& info, std::span<Observer* const> observers, Diagnostics& diagnostics,
                      const State* described = nullptr);

// The sentence for a failed step: equation, element, place, size and likely cause.
std::string explain_failure(const System& system, const State& last_good, const State& trial,
                            const StepReport& report);

}  // namespace pintle
