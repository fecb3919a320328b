#include "pintle/analysis/dynamic_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/analysis/assembly_messages.h"

namespace pintle {

namespace {

constexpr int kViolationSamples = 200;  // over a run
constexpr int kRankSamples = 20;
constexpr double kSingularTolerance = 1e-6;  // of the rank analysis where the matrix is singular nearby

}  // namespace

DynamicRun::DynamicRun(const System& system, State& state, const DynamicSettings& settings,
                       std::span<Observer* const> observers, std::vector<Index> redundant,
                       Diagnostics& diagnostics)
    : system_(system),
      state_(state),
      settings_(settings),
      observers_(observers),
      diagnostics_(diagnostics),
      stepper_(make_stepper(system, settings, std::move(redundant))),
      snapshot_(system.make_snapshot()) {
  const StepControl& control = settings.control;
  smallest_step_ = control.smallest_step > 0.0 ? control.smallest_step : 1e-6 * control.step;
  const double steps = std::max(1.0, std::ceil(settings.steps() - 1e-9));
  sample_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kViolationSamples);
  rank_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kRankSamples);
  known_.insert(stepper_->redundant().begin(), stepper_->redundant().end());
}

RunReport DynamicRun::operator()() {
  report_.linear_solver = stepper_->linear_solver_name();
  prepare();
  report_.start = totals();
  if (observe()) {
    while (!is_at_end() && !stops_at_start()) {
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
  report_.formulation = stepper_->summary();
  checkpoint(true);
  return report_;
}

void DynamicRun::prepare() {
  const bool is_fresh = state_.memory.size() == 0;
  if (state_.step_size <= 0.0) state_.step_size = settings_.control.step;
  if (is_fresh && !stops_at_start())
    stepper_->start(state_, std::min(state_.step_size, settings_.end_time - state_.time));
}

// Where equations become redundant on the way, the step is taken again with multipliers of least norm. For
// this step only: what a step does follows from the State alone.
StepReport DynamicRun::take_singular_step(const StepReport& failed, double h, double end_time) {
  const std::vector<Index> usual = stepper_->redundant();
  std::vector<Index> here = usual;
  for (const Index multiplier : find_new_redundancy(stepper_->trial(), kSingularTolerance))
    if (std::find(usual.begin(), usual.end(), multiplier) == usual.end()) here.push_back(multiplier);
  if (here.size() == usual.size()) return failed;
  stepper_->set_redundant(std::move(here));
  StepReport step = count(stepper_->step(state_, h, end_time));
  stepper_->set_redundant(usual);
  return step;
}

const StepReport& DynamicRun::count(const StepReport& step) {
  report_.iterations += step.newton.iterations;
  report_.factorisations += step.newton.factorisations;
  return step;
}

// Redundant equations at a state; those not told of before are.
std::vector<Index> DynamicRun::find_new_redundancy(const State& state, double tolerance) {
  std::vector<RedundantEquation> unheard;
  std::vector<Index> all;
  for (RedundantEquation& equation : find_redundant_equations(system_, state, tolerance)) {
    all.push_back(equation.multiplier);
    if (known_.insert(equation.multiplier).second) unheard.push_back(std::move(equation));
  }
  report_redundancy(system_, unheard, diagnostics_, fmt::format("at t = {:.9g} s: ", state.time));
  return all;
}

bool DynamicRun::count_step(const StepReport& step) {
  ++report_.steps;
  const StepInfo info{step.step_size, step.newton.iterations, step.newton.error.worst};
  for (Observer* observer : observers_) observer->on_step(state_, info);
  return true;
}

bool DynamicRun::fail(const StepReport& step) {
  report_.status = RunStatus::failed;
  report_.failure = explain_failure(system_, state_, stepper_->trial(), step);
  return false;
}

void DynamicRun::sample_violation() {
  if (state_.step % sample_every_ != 0 && !is_at_end()) return;
  const auto violation = stepper_->violation(state_);
  report_.largest_violation = std::max(report_.largest_violation, violation.position);
  report_.largest_rate_violation = std::max(report_.largest_rate_violation, violation.velocity);
}

void DynamicRun::sample_rank() {
  if (state_.step % rank_every_ == 0) find_new_redundancy(state_, settings_.assembly.rank_tolerance);
}

bool DynamicRun::observe() {
  bool go_on = true;
  bool is_filled = false;
  for (Observer* observer : observers_) {
    if (!observer->wants(state_) && !is_at_end() && !stops_at_start() && report_.status != RunStatus::failed)
      continue;
    if (!is_filled) {
      if (state_.memory.size() > 0) stepper_->complete(state_);
      system_.fill(state_, snapshot_);
    }
    is_filled = true;
    go_on = observer->on_state(system_, state_, snapshot_.context()) && go_on;
  }
  return go_on;
}

// A resumed run knows the State only, so the run that wrote it forgets the rest: both go on bit for bit
// alike.
void DynamicRun::checkpoint(bool is_end) {
  const bool is_due = settings_.checkpoint_every > 0 && state_.step % settings_.checkpoint_every == 0;
  if (!is_due && !is_end) return;
  if (state_.memory.size() > 0) stepper_->complete(state_);
  bool was_written = false;
  for (Observer* observer : observers_) was_written = observer->on_checkpoint(system_, state_) || was_written;
  if (was_written) stepper_->forget();
}

Totals DynamicRun::totals() {
  system_.fill(state_, snapshot_);
  return system_.totals(snapshot_.context());
}

}  // namespace pintle
