// How the steps of a dynamic analysis are chosen: fixed, by error, by iterations, by a drive.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/analysis/dynamic_run.h"

namespace pintle {

bool DynamicRun::take_next_step() {
  switch (settings_.control.strategy) {
    case StepStrategy::by_error:
      return advance_by_error();
    case StepStrategy::by_iterations:
      return advance_by_iterations();
    case StepStrategy::by_drive:
      return advance_by_drive();
    case StepStrategy::fixed:
      break;
  }
  return advance_on_grid();
}

// Fixed steps end at start + n h without accumulated round-off. A run resumed with another step size finds
// the new grid with one step between h/2 and 3h/2; what happens follows from the State alone, as
// bit-for-bit restart wants it.
bool DynamicRun::advance_on_grid() {
  constexpr double kRoundOff = 1e-6,
                   kTiny = 1e-3;  // of a step: no difference; too small for a step of its own
  const double h = settings_.control.step;
  const double passed = (state_.time - settings_.start_time) / h;
  double end = settings_.start_time + (std::round(passed) + 1.0) * h;
  if (settings_.end_time <= end + kTiny * h) end = settings_.end_time;
  // Where a mode changes on the way, the rest of the step follows at once: the grid is kept.
  const std::int64_t next = state_.step + 1;
  for (;;) {
    const double exact = end - state_.time;
    const double size = std::abs(exact - h) <= kRoundOff * h ? h : exact;
    set_step(size);
    const StepReport step = take_step(size, end);
    if (!step.is_accepted()) return fail(step);
    state_.step = next;
    if (!was_event_ || end - state_.time <= kTiny * h) return count_step(step);
    state_.step = next - 1;
  }
}

DynamicRun::NextStep DynamicRun::next_step(double h) const {
  const bool is_last = time_left() <= h * (1.0 + 1e-9);
  return is_last ? NextStep{time_left(), settings_.end_time, true} : NextStep{h, state_.time + h, false};
}

// Tries again with smaller steps until the error is small enough.
bool DynamicRun::advance_by_error() {
  const StepControl& control = settings_.control;
  const double power = -1.0 / (stepper_->order() + 1.0);
  for (;;) {
    const auto [h, end, is_last] = next_step(state_.step_size);
    before_ = state_;
    const StepReport step = take_step(h, end);
    double factor = 0.25;
    if (step.is_accepted()) {
      if (was_event_) return count_step(step);  // accelerations jump there
      const double error = stepper_->estimate_error(before_, state_, control.tolerance);
      factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), power), 0.2, 2.0);
      if (error <= 1.0) {
        // Small changes are not worth a new factorisation.
        if (!is_last && (factor <= 0.95 || factor >= 1.25)) set_step(limited(h * factor));
        return count_step(step);
      }
      state_ = before_;
    }
    if (!try_again_with(h * factor)) return fail(step);
  }
}

// Many iterations, or none that converge, call for a shorter step, few of them for a longer one.
bool DynamicRun::advance_by_iterations() {
  const IterationControl& control = settings_.control.iterations;
  for (;;) {
    const auto [h, end, is_last] = next_step(state_.step_size);
    const StepReport step = take_step(h, end);
    if (step.is_accepted()) {
      if (!is_last) set_step_by_iterations(step.newton.iterations);
      return count_step(step);
    }
    if (!try_again_with(h * control.reduction)) return fail(step);
  }
}

void DynamicRun::set_step_by_iterations(int iterations) {
  const IterationControl& control = settings_.control.iterations;
  const double h = state_.step_size;
  if (control.many_iterations > 0 && iterations > control.many_iterations)
    set_step(std::max(smallest_step_, h * control.reduction));
  else if (iterations <= control.few_iterations &&
           stepper_->steps_since_fall(state_) > control.steps_after_reduction &&
           stepper_->steps_since_rise(state_) > control.steps_after_raise)
    set_step(limited(h * control.raise));
}

// The drive says how long a step is that starts now.
bool DynamicRun::advance_by_drive() {
  system_.fill(state_, snapshot_);
  const double wanted = settings_.control.drive.value(snapshot_.context().drive_inputs());
  if (!(wanted > 0.0) || !std::isfinite(wanted)) {
    report_.status = RunStatus::failed;
    report_.failure = fmt::format("the drive of the step gives {:g} s at t = {:.9g} s", wanted, state_.time);
    return false;
  }
  set_step(std::max(smallest_step_, limited(wanted)));
  const NextStep next = next_step(state_.step_size);
  const StepReport step = take_step(next.size, next.end);
  return step.is_accepted() ? count_step(step) : fail(step);
}

double DynamicRun::limited(double h) const {
  const double largest = settings_.control.largest_step;
  return largest > 0.0 ? std::min(h, largest) : h;
}

bool DynamicRun::try_again_with(double h) {
  ++report_.rejected_steps;
  if (h < smallest_step_) return false;
  set_step(h);
  return true;
}

void DynamicRun::set_step(double h) {
  if (h == state_.step_size) return;
  state_.step_size = h;
  stepper_->discard_factors();
}

}  // namespace pintle
