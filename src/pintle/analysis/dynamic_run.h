// One run of a dynamic analysis; dynamic_run.cpp has its loop, step_strategies.cpp how steps are chosen.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <vector>

#include "pintle/analysis/dynamic.h"

namespace pintle {

class DynamicRun {
 public:
  DynamicRun(const System& system, State& state, const DynamicSettings& settings,
             std::span<Observer* const> observers, std::vector<Index> redundant, Diagnostics& diagnostics);

  RunReport operator()();

 private:
  void prepare();
  double time_left() const { return settings_.end_time - state_.time; }
  bool is_at_end() const { return time_left() <= 1e-9 * state_.step_size; }
  bool stops_at_start() const { return settings_.stop_after != StopAfter::nothing; }

  // One accepted step, or false.
  bool advance();
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

  std::vector<Index> find_new_redundancy(const State& state, double tolerance);
  void sample_violation();
  void sample_rank();
  bool observe();
  void checkpoint(bool is_end);
  Totals totals();

  const System& system_;
  State& state_;
  const DynamicSettings& settings_;
  std::span<Observer* const> observers_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Stepper> stepper_;
  Snapshot snapshot_;
  State before_, smooth_from_;
  RunReport report_;
  double smallest_step_ = 0.0;
  std::int64_t sample_every_ = 1, rank_every_ = 1;
  bool was_event_ = false;      // the last step ended where a mode changed
  double changes_since_ = 0.0;  // changes of mode counted from this time on
  int changes_ = 0;
  bool has_told_of_crowd_ = false;
  std::set<Index> known_;  // multipliers of equations that have been called redundant
};

}  // namespace pintle
