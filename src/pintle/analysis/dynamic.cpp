#include "pintle/analysis/dynamic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "pintle/analysis/assembly_messages.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr int kViolationSamples = 200;  // over a run
constexpr int kRankSamples = 20;
constexpr double kShortest = 1e-3;           // of a step: the part in which nothing has moved yet
constexpr double kSingularTolerance = 1e-6;  // of the rank analysis where the matrix is singular nearby

// One run: its loop reads as the list of what happens in a step.
class Run {
 public:
  Run(const System& system, State& state, const DynamicSettings& settings,
      std::span<Observer* const> observers, std::vector<Index> redundant, Diagnostics& diagnostics)
      : system_(system),
        state_(state),
        settings_(settings),
        observers_(observers),
        diagnostics_(diagnostics),
        stepper_(system, settings.solver, std::move(redundant)),
        snapshot_(system.make_snapshot()) {
    const StepControl& control = settings.control;
    smallest_step_ = control.smallest_step > 0.0 ? control.smallest_step : 1e-6 * control.step;
    const double steps = std::max(1.0, std::ceil(settings.steps() - 1e-9));
    sample_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kViolationSamples);
    rank_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kRankSamples);
    known_.insert(stepper_.redundant().begin(), stepper_.redundant().end());
  }

  RunReport operator()() {
    report_.linear_solver = stepper_.linear_solver_name();
    prepare();
    report_.start = totals();
    if (observe()) {
      while (!is_at_end()) {
        if (!advance()) break;
        sample_violation();
        sample_rank();
        if (!observe()) {
          report_.status = RunStatus::stopped;
          break;
        }
        checkpoint(false);
      }
    } else {
      report_.status = RunStatus::stopped;
    }
    if (report_.status == RunStatus::failed) observe();  // the last good state is worth seeing
    report_.end = totals();
    checkpoint(true);
    return report_;
  }

 private:
  void prepare() {
    const bool is_fresh = state_.memory.size() == 0;
    if (state_.step_size <= 0.0) state_.step_size = settings_.control.step;
    if (is_fresh) stepper_.start(state_, std::min(state_.step_size, settings_.end_time - state_.time));
  }

  double time_left() const { return settings_.end_time - state_.time; }
  bool is_at_end() const { return time_left() <= 1e-9 * state_.step_size; }

  // One accepted step, or false.
  bool advance() { return settings_.control.is_adaptive ? advance_adaptively() : advance_on_grid(); }

  // Fixed steps end at start + n h without accumulated round-off. A run resumed with another step size finds
  // the new grid with one step between h/2 and 3h/2; what happens follows from the State alone, as
  // bit-for-bit restart wants it.
  bool advance_on_grid() {
    constexpr double kRoundOff = 1e-6,
                     kTiny = 1e-3;  // of a step: no difference; too small for a step of its own
    const double h = settings_.control.step;
    const double passed = (state_.time - settings_.start_time) / h;
    double end = settings_.start_time + (std::round(passed) + 1.0) * h;
    if (settings_.end_time <= end + kTiny * h) end = settings_.end_time;
    const double exact = end - state_.time;
    const double size = std::abs(exact - h) <= kRoundOff * h ? h : exact;
    if (size != state_.step_size) set_step(size);
    const StepReport step = take_step(size, end);
    return step.is_accepted() ? count_step() : fail(step);
  }

  StepReport take_step(double h, double end_time) {
    was_event_ = false;
    if (!system_.has_modes()) return take_smooth_step(h, end_time);
    constexpr int kMostAtOnce = 10;
    for (int changes = 0;; ++changes) {
      smooth_from_ = state_;
      const StepReport step = take_smooth_step(h, end_time);
      if (!step.is_accepted() || !system_.changes_mode(smooth_from_, state_)) return step;
      const bool is_at_once = changes < kMostAtOnce && changes_at_once(smooth_from_, h);
      if (!is_at_once) return take_step_to_event(smooth_from_, step);
      if (!start_anew()) return contradiction(smooth_from_, step);
    }
  }

  StepReport take_smooth_step(double h, double end_time) {
    StepReport step = count(stepper_.step(state_, h, end_time));
    return step.newton.status == NewtonStatus::singular ? take_singular_step(step, h, end_time) : step;
  }

  // Whether the mode changes before anything has moved; then it has changed in `state_`, at the start of the
  // step.
  bool changes_at_once(const State& before, double h) {
    const State after = state_;
    state_ = before;
    stepper_.discard_factors();
    const StepReport trial = take_smooth_step(kShortest * h, before.time + kShortest * h);
    const bool is_so = trial.is_accepted() && system_.changes_mode(before, state_);
    State changed = before;
    system_.copy_modes(state_, changed);
    state_ = is_so ? std::move(changed) : after;
    return is_so;
  }

  // The step ends where the mode changes, found by halving.
  StepReport take_step_to_event(const State& before, StepReport step) {
    constexpr double kClose = 1e-7;  // of the step
    const double h = step.step_size;
    double without = kShortest * h, with = h;
    State after = state_;
    while (with - without > kClose * h) {
      const double middle = 0.5 * (without + with);
      state_ = before;
      stepper_.discard_factors();
      const StepReport trial = take_smooth_step(middle, before.time + middle);
      if (!trial.is_accepted()) return trial;
      const bool has_changed = system_.changes_mode(before, state_);
      (has_changed ? with : without) = middle;
      if (has_changed) {
        after = state_;
        step = trial;
      }
    }
    state_ = std::move(after);
    return start_anew() ? step : contradiction(before, step);
  }

  // After a change of mode: what holds now is met, and the integrator forgets the past.
  bool start_anew() {
    const AssemblyReport assembly = assemble_after_change(system_, state_, settings_.assembly, diagnostics_);
    if (!assembly.is_consistent) return false;
    was_event_ = true;
    stepper_.set_redundant(assembly.redundant_multipliers());
    stepper_.start(state_, state_.step_size);
    return true;
  }

  StepReport contradiction(const State& before, StepReport step) {
    state_ = before;
    step.newton.status = NewtonStatus::singular;
    return step;
  }

  // Where equations become redundant on the way, the step is taken again with multipliers of least norm. For
  // this step only: what a step does follows from the State alone.
  StepReport take_singular_step(const StepReport& failed, double h, double end_time) {
    const std::vector<Index> usual = stepper_.redundant();
    std::vector<Index> here = usual;
    for (const Index multiplier : find_new_redundancy(stepper_.trial(), kSingularTolerance))
      if (std::find(usual.begin(), usual.end(), multiplier) == usual.end()) here.push_back(multiplier);
    if (here.size() == usual.size()) return failed;
    stepper_.set_redundant(std::move(here));
    StepReport step = count(stepper_.step(state_, h, end_time));
    stepper_.set_redundant(usual);
    return step;
  }

  const StepReport& count(const StepReport& step) {
    report_.iterations += step.newton.iterations;
    report_.factorisations += step.newton.factorisations;
    return step;
  }

  // Redundant equations at a state; those not told of before are.
  std::vector<Index> find_new_redundancy(const State& state, double tolerance) {
    std::vector<RedundantEquation> unheard;
    std::vector<Index> all;
    for (RedundantEquation& equation : find_redundant_equations(system_, state, tolerance)) {
      all.push_back(equation.multiplier);
      if (known_.insert(equation.multiplier).second) unheard.push_back(std::move(equation));
    }
    report_redundancy(system_, unheard, diagnostics_, fmt::format("at t = {:.9g} s: ", state.time));
    return all;
  }

  // Tries again with smaller steps until the error is small enough.
  bool advance_adaptively() {
    const StepControl& control = settings_.control;
    for (;;) {
      const bool is_last = time_left() <= state_.step_size * (1.0 + 1e-9);
      const double h = is_last ? time_left() : state_.step_size;
      before_ = state_;
      const StepReport step = take_step(h, is_last ? settings_.end_time : state_.time + h);
      double factor = 0.25;
      if (step.is_accepted()) {
        if (was_event_) return count_step();  // accelerations jump there
        const double error = stepper_.estimate_error(before_, state_, control.tolerance);
        factor = std::clamp(0.9 / std::cbrt(std::max(error, 1e-12)), 0.2, 2.0);
        if (error <= 1.0) {
          choose_next_step(h, factor, is_last);
          return count_step();
        }
        state_ = before_;
      }
      ++report_.rejected_steps;
      if (h * factor < smallest_step_) return fail(step);
      set_step(h * factor);
    }
  }

  // Small changes are not worth a new factorisation.
  void choose_next_step(double h, double factor, bool is_last) {
    if (is_last) return;
    if (factor > 0.95 && factor < 1.25) return;
    double next = h * factor;
    if (settings_.control.largest_step > 0.0) next = std::min(next, settings_.control.largest_step);
    if (next != h) set_step(next);
  }

  void set_step(double h) {
    state_.step_size = h;
    stepper_.discard_factors();
  }

  bool count_step() {
    ++report_.steps;
    return true;
  }

  bool fail(const StepReport& step) {
    report_.status = RunStatus::failed;
    report_.failure = explain_failure(system_, state_, stepper_.trial(), step);
    return false;
  }

  void sample_violation() {
    if (state_.step % sample_every_ != 0 && !is_at_end()) return;
    const auto violation = stepper_.violation(state_);
    report_.largest_violation = std::max(report_.largest_violation, violation.position);
    report_.largest_rate_violation = std::max(report_.largest_rate_violation, violation.velocity);
  }

  void sample_rank() {
    if (state_.step % rank_every_ == 0) find_new_redundancy(state_, settings_.assembly.rank_tolerance);
  }

  bool observe() {
    bool go_on = true;
    bool is_filled = false;
    for (Observer* observer : observers_) {
      if (!observer->wants(state_) && !is_at_end() && report_.status != RunStatus::failed) continue;
      if (!is_filled) system_.fill(state_, snapshot_);
      is_filled = true;
      go_on = observer->on_state(system_, state_, snapshot_.context()) && go_on;
    }
    return go_on;
  }

  // A resumed run knows the State only, so the run that wrote it forgets the rest: both go on bit for bit
  // alike.
  void checkpoint(bool is_end) {
    const bool is_due = settings_.checkpoint_every > 0 && state_.step % settings_.checkpoint_every == 0;
    if (!is_due && !is_end) return;
    bool was_written = false;
    for (Observer* observer : observers_)
      was_written = observer->on_checkpoint(system_, state_) || was_written;
    if (was_written) stepper_.forget();
  }

  Totals totals() {
    system_.fill(state_, snapshot_);
    return system_.totals(snapshot_.context());
  }

  const System& system_;
  State& state_;
  const DynamicSettings& settings_;
  std::span<Observer* const> observers_;
  Diagnostics& diagnostics_;
  AbsoluteStepper stepper_;
  Snapshot snapshot_;
  State before_, smooth_from_;
  RunReport report_;
  double smallest_step_ = 0.0;
  std::int64_t sample_every_ = 1, rank_every_ = 1;
  bool was_event_ = false;  // the last step ended where a mode changed
  std::set<Index> known_;   // multipliers of equations that have been called redundant
};

}  // namespace

RunReport run_dynamic(const System& system, State& state, const DynamicSettings& settings,
                      const RunInfo& info, std::span<Observer* const> observers, Diagnostics& diagnostics,
                      const State* described) {
  const auto begin = std::chrono::steady_clock::now();
  RunReport report;
  const bool is_fresh = state.step == 0 && state.memory.size() == 0;
  std::vector<Index> redundant;
  if (is_fresh || described) {
    State start = is_fresh ? state : *described;
    start.time = settings.start_time;
    const AssemblyReport assembly = assemble_initial_state(system, start, settings.assembly, diagnostics);
    if (!assembly.is_consistent) {
      report.status = RunStatus::failed;
      report.failure = "the model cannot be assembled";
      return report;
    }
    redundant = assembly.redundant_multipliers();
    if (is_fresh) state = std::move(start);
  } else {
    for (const RedundantEquation& equation :
         find_redundant_equations(system, state, settings.assembly.rank_tolerance))
      redundant.push_back(equation.multiplier);
  }
  bool may_start = true;
  for (Observer* observer : observers) may_start = may_start && observer->on_start(system, info);
  if (!may_start) {
    report.status = RunStatus::stopped;
    return report;
  }
  report = Run(system, state, settings, observers, std::move(redundant), diagnostics)();
  for (Observer* observer : observers) observer->on_finish(system, state);
  report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

DynamicSettings read_dynamic(const CheckedCard& card, Diagnostics& diagnostics) {
  DynamicSettings settings;
  settings.start_time = card.real("start_time");
  settings.end_time = card.real("end_time");
  settings.control.step = card.real("step");
  settings.control.is_adaptive = card.boolean("adaptive");
  settings.control.tolerance = card.real("tolerance");
  if (card.has("smallest_step")) settings.control.smallest_step = card.real("smallest_step");
  if (card.has("largest_step")) settings.control.largest_step = card.real("largest_step");
  settings.assembly.tolerance = card.real("assembly_tolerance");
  if (!card.has_errors())
    check_times(settings, card.place_of("end_time"), card.place_of("step"), diagnostics);
  return settings;
}

void check_times(const DynamicSettings& settings, const SourcePlace& end_time, const SourcePlace& step,
                 Diagnostics& diagnostics) {
  constexpr double kMostSteps = 1e12;  // beyond, start + n h is no longer exact
  if (!std::isfinite(settings.end_time) || settings.end_time <= settings.start_time)
    diagnostics.error(end_time, fmt::format("end_time: {:g} s is not after the start at {:g} s",
                                            settings.end_time, settings.start_time));
  else if (!(settings.control.step > 0.0) || !std::isfinite(settings.control.step))
    diagnostics.error(step, fmt::format("step: must be greater than 0 s, got {:g} s", settings.control.step));
  else if (settings.steps() > kMostSteps)
    diagnostics.error(step,
                      fmt::format("step: {:g} s would make {:.0e} steps until {:g} s", settings.control.step,
                                  settings.steps(), settings.end_time),
                      "check the units of step and end_time");
  else if (settings.steps() < 1.0)
    diagnostics.warning(step, fmt::format("step: {:g} s is longer than the whole run, which becomes one step",
                                          settings.control.step));
}

void register_dynamic_analysis(Registry& registry) {
  registry.add(CardSchema("analysis", "dynamic")
                   .summary("Motion in time from the initial state, with fixed or adaptive steps.")
                   .real("start_time", "time at the start")
                   .unit("s")
                   .optional(0.0)
                   .real("end_time", "time at the end")
                   .unit("s")
                   .example(1.0)
                   .real("step", "step size; the first one when adaptive")
                   .unit("s")
                   .positive()
                   .example(1e-3)
                   .boolean("adaptive", "choose steps by an estimate of the local error")
                   .optional(false)
                   .real("tolerance",
                         "adaptive: local error allowed per step, relative to the model's size and in rad")
                   .positive()
                   .optional(1e-5)
                   .real("smallest_step", "adaptive: give up below this; default: a millionth of step")
                   .unit("s")
                   .positive()
                   .optional()
                   .real("largest_step", "adaptive: upper limit")
                   .unit("s")
                   .positive()
                   .optional()
                   .real("assembly_tolerance", "violation of constraints at the start that is left alone")
                   .positive()
                   .optional(1e-10));
}

}  // namespace pintle
