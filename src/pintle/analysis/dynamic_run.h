// One run of a dynamic analysis, step by step; step_strategies.cpp has how steps are chosen, event_steps.cpp
// those that end where a mode changes.
#pragma once

#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/energy_watch.h"

namespace pintle {

class DynamicRun {
 public:
  // What it is given must outlive it.
  DynamicRun(const System& system, State& state, const DynamicSettings& settings, Diagnostics& diagnostics);

  // Assembles a fresh State and tells the observers of it. False: there is nothing to advance; the report
  // says why.
  bool start(std::span<Observer* const> observers, const RunInfo& info, const State* described = nullptr);
  // The next step, once started. False: the end is reached, an observer asked to stop, or the step failed.
  bool advance();
  // After the last step; once.
  RunReport finish();
  bool is_at_end() const { return time_left() <= 1e-9 * state_.step_size || stops_at_start(); }
  bool has_started() const { return stepper_ != nullptr; }
  const RunReport& report() const { return report_; }

  // Between steps: reactions of the State, where steps do without them.
  void complete_state();
  // Between steps: inputs in the State's history were set.
  void renew_loads() { stepper_->renew_loads(state_); }
  // Between steps: the State is about to be kept. What is not in it is forgotten.
  void give_state();
  // Between steps: one of the observers was replaced by this one.
  bool introduce(Observer& observer, const RunInfo& info);
  // Between steps: the State was replaced by another one of this model; without a memory it is started anew.
  void take_up_state();

 private:
  bool is_fresh() const { return state_.step == 0 && state_.memory.size() == 0; }
  bool assemble(const State* described, std::vector<Index>& redundant);
  bool refuse(std::string reason);
  void prepare();
  double time_left() const { return settings_.end_time - state_.time; }
  bool stops_at_start() const { return settings_.stop_after != StopAfter::nothing; }

  // One accepted step, or false.
  bool take_next_step();
  bool advance_on_grid();
  bool advance_by_error();
  bool advance_by_iterations();
  bool advance_by_drive();
  struct NextStep {
    double size, end;
    bool is_last;
  };
  NextStep next_step(double h) const;
  void set_step(double h);
  void set_step_by_iterations(int iterations);
  double limited(double h) const;
  bool try_again_with(double h);

  StepReport take_step(double h, double end_time);
  StepReport take_smooth_step(double h, double end_time);
  StepReport take_step_in_modes(double h, double end_time);
  bool are_changes_crowded();
  bool changes_at_once(const State& before, double h);
  StepReport take_step_to_event(const State& before, StepReport step);
  bool start_anew();
  StepReport contradiction(const State& before, StepReport step);
  StepReport take_singular_step(const StepReport& failed, double h, double end_time);
  const StepReport& count(const StepReport& step);
  bool count_step(const StepReport& step);
  bool fail(const StepReport& step);

  std::vector<RedundantEquation> redundant_here() const;
  std::vector<Index> find_redundancy(const State& state, double tolerance);
  std::vector<Index> take_note(const std::vector<RedundantEquation>& redundant);
  const State& completed_state();
  void sample_violation();
  bool is_energy_watched() const;
  void watch_energy();
  std::string advice() const;
  void sample_rank();
  void hand_completion_to(Observer& observer);
  bool observe();
  void checkpoint(bool is_end);
  void forget();
  Totals totals();

  const System& system_;
  State& state_;
  const DynamicSettings& settings_;
  std::span<Observer* const> observers_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Stepper> stepper_;
  Snapshot snapshot_;
  State before_, smooth_from_, shown_;
  std::chrono::steady_clock::time_point begin_;
  RunReport report_;
  EnergyWatch energy_;
  double smallest_step_ = 0.0;
  std::int64_t sample_every_ = 1, rank_every_ = 1;
  bool was_event_ = false;  // the last step ended where a mode changed
  // Changes of mode, counted from this time on.
  double changes_since_ = std::numeric_limits<double>::infinity();
  int changes_ = 0;
  bool has_told_of_crowd_ = false;
  std::map<Index, std::set<Index>>
      told_;  // multipliers of equations that have been called redundant, by loop
};

}  // namespace pintle
