// Steps that end where a mode changes: a joint is switched, friction sticks or slips.
#include <fmt/format.h>

#include <utility>

#include "pintle/analysis/dynamic_run.h"

namespace pintle {

namespace {

constexpr double kShortest = 1e-3;  // of a step: the part in which nothing has moved yet

}  // namespace

StepReport DynamicRun::take_step(double h, double end_time) {
  const StepReport step =
      system_.has_modes() ? take_step_in_modes(h, end_time) : take_smooth_step(h, end_time);
  if (settings_.on_step) settings_.on_step(step, state_);
  return step;
}

// While it is tried its size is the State's; after it, again that of the steps to come.
StepReport DynamicRun::take_smooth_step(double h, double end_time) {
  const double planned = std::exchange(state_.step_size, h);
  StepReport step = count(stepper_->step(state_, h, end_time));
  if (step.newton.status == NewtonStatus::singular) step = take_singular_step(step, h, end_time);
  state_.step_size = planned;
  return step;
}

StepReport DynamicRun::take_step_in_modes(double h, double end_time) {
  constexpr int kMostAtOnce = 10;
  was_event_ = false;
  for (int changes = 0;; ++changes) {
    smooth_from_ = state_;
    const StepReport step = take_smooth_step(h, end_time);
    if (!step.is_accepted() || !system_.changes_mode(smooth_from_, state_)) return step;
    if (are_changes_crowded()) return start_anew() ? step : contradiction(smooth_from_, step);
    const bool is_at_once = changes < kMostAtOnce && changes_at_once(smooth_from_, h);
    if (!is_at_once) return take_step_to_event(smooth_from_, step);
    if (!start_anew()) return contradiction(smooth_from_, step);
  }
}

// A mode that is left as soon as it is entered, such as a force that is switched by the speed that it
// reverses, would change for ever. Beyond a hundred changes within the time of a step they are not located
// any more but take effect at the end of a step.
bool DynamicRun::are_changes_crowded() {
  constexpr int kMost = 100;
  const double h = settings_.control.step;
  if (smooth_from_.time > changes_since_ + h || smooth_from_.time < changes_since_) {
    changes_since_ = smooth_from_.time;
    changes_ = 0;
  }
  if (++changes_ <= kMost) return false;
  if (!has_told_of_crowd_)
    diagnostics_.warning(
        {},
        fmt::format("at t = {:.9g} s something is switched on and off more than {} times within one step",
                    smooth_from_.time, kMost),
        "switching takes effect at the ends of steps where it is so; look at the conditions of driven "
        "elements "
        "and at friction");
  has_told_of_crowd_ = true;
  return true;
}

// Whether the mode changes before anything has moved; then it has changed in `state_`, at the start of the
// step.
bool DynamicRun::changes_at_once(const State& before, double h) {
  State after = state_;
  state_ = before;
  stepper_->discard_factors();
  const StepReport trial = take_smooth_step(kShortest * h, before.time + kShortest * h);
  const bool is_so = trial.is_accepted() && system_.changes_mode(before, state_);
  if (is_so) {
    after = before;
    system_.copy_modes(state_, after);
  }
  std::swap(state_, after);
  return is_so;
}

// The step ends where the mode changes, found by halving.
StepReport DynamicRun::take_step_to_event(const State& before, StepReport step) {
  constexpr double kClose = 1e-7;  // of the step
  const double h = step.step_size;
  double without = kShortest * h, with = h;
  State after = state_;
  while (with - without > kClose * h) {
    const double middle = 0.5 * (without + with);
    state_ = before;
    stepper_->discard_factors();
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
bool DynamicRun::start_anew() {
  const AssemblyReport assembly = assemble_after_change(system_, state_, settings_.assembly, diagnostics_);
  if (!assembly.is_consistent) return false;
  was_event_ = true;
  stepper_->set_redundant(assembly.redundant_multipliers());
  stepper_->start(state_, state_.step_size);
  return true;
}

StepReport DynamicRun::contradiction(const State& before, StepReport step) {
  state_ = before;
  step.newton.status = NewtonStatus::singular;
  return step;
}

}  // namespace pintle
