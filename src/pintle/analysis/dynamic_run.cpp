#include "pintle/analysis/dynamic_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "pintle/analysis/assembly_messages.h"
#include "pintle/analysis/kinematic.h"

namespace pintle {

namespace {

constexpr int kViolationSamples = 200;  // over a run
constexpr int kRankSamples = 20;
constexpr double kSingularTolerance = 1e-6;  // of the rank analysis where the matrix is singular nearby

}  // namespace

DynamicRun::DynamicRun(const System& system, State& state, const DynamicSettings& settings,
                       Diagnostics& diagnostics)
    : system_(system),
      state_(state),
      settings_(settings),
      diagnostics_(diagnostics),
      snapshot_(system.make_snapshot()),
      begin_(std::chrono::steady_clock::now()),
      energy_(system) {
  const StepControl& control = settings.control;
  smallest_step_ = control.smallest_step > 0.0 ? control.smallest_step : 1e-6 * control.step;
  const double steps = std::max(1.0, std::ceil(settings.steps() - 1e-9));
  sample_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kViolationSamples);
  rank_every_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / kRankSamples);
}

bool DynamicRun::start(std::span<Observer* const> observers, const RunInfo& info, const State* described) {
  observers_ = observers;
  const bool is_taken_up = !is_fresh();
  std::vector<Index> redundant;
  if (!assemble(described, redundant)) return false;
  bool may_start = true;
  for (Observer* observer : observers_) may_start = may_start && observer->on_start(system_, info);
  if (!may_start) {
    report_.status = RunStatus::stopped;
    return false;
  }
  stepper_ = make_stepper(system_, settings_, std::move(redundant));
  for (Observer* observer : observers_) hand_completion_to(*observer);
  report_.linear_solver = stepper_->linear_solver_name();
  prepare();
  report_.start = totals();
  watch_energy();
  if (!observe()) report_.status = RunStatus::stopped;
  if (is_taken_up) forget();
  return report_.status == RunStatus::finished && !is_at_end();
}

// A fresh State is made to meet the constraints. Which equations are redundant is what the start says, unless
// elements are switched.
bool DynamicRun::assemble(const State* described, std::vector<Index>& redundant) {
  const bool was_fresh = is_fresh();
  if (settings_.stop_after == StopAfter::input) {
    state_.time = settings_.start_time;
    return true;
  }
  if (!was_fresh && !described) {
    redundant = take_note(redundant_here());
    return true;
  }
  State start = was_fresh ? state_ : *described;
  start.time = settings_.start_time;
  const AssemblyReport assembly = assemble_initial_state(system_, start, settings_.assembly, diagnostics_);
  if (!assembly.is_consistent) return refuse("the model cannot be assembled");
  if (settings_.is_kinematic && !check_driven(system_, start, diagnostics_))
    return refuse("a kinematic analysis needs a motion that joints and drives prescribe");
  redundant = take_note(assembly.redundant);
  if (was_fresh)
    state_ = std::move(start);
  else if (system_.has_modes())
    redundant = multipliers_of(redundant_here());
  return true;
}

std::vector<RedundantEquation> DynamicRun::redundant_here() const {
  return find_redundant_equations(system_, state_, settings_.assembly.rank_tolerance);
}

std::vector<Index> DynamicRun::take_note(const std::vector<RedundantEquation>& redundant) {
  for (const RedundantEquation& equation : redundant) told_[equation.loop].insert(equation.multiplier);
  return multipliers_of(redundant);
}

bool DynamicRun::refuse(std::string reason) {
  report_.status = RunStatus::failed;
  report_.failure = std::move(reason);
  return false;
}

bool DynamicRun::advance() {
  if (!take_next_step()) return false;
  sample_violation();
  sample_rank();
  if (!observe()) {
    report_.status = RunStatus::stopped;
    return false;
  }
  checkpoint(false);
  return !is_at_end();
}

RunReport DynamicRun::finish() {
  if (stepper_) {
    if (report_.status == RunStatus::failed) observe();  // the last good state is worth seeing
    if (report_.status == RunStatus::finished && !is_at_end()) report_.status = RunStatus::stopped;
    report_.end = totals();
    if (is_energy_watched()) {
      watch_energy();
      report_.energy_balance = energy_.summary();
      energy_.warn(diagnostics_, advice());
    }
    report_.formulation = stepper_->summary();
    checkpoint(true);
    for (Observer* observer : observers_) observer->on_finish(system_, state_);
  }
  report_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  return report_;
}

void DynamicRun::complete_state() {
  if (state_.memory.size() > 0) stepper_->complete(state_);
}

void DynamicRun::give_state() {
  forget();  // first: what is completed then follows from the State alone
  complete_state();
  stepper_->forget();
}

void DynamicRun::take_up_state() {
  forget();
  prepare();
  report_.status = RunStatus::finished;
  report_.failure.clear();
}

void DynamicRun::prepare() {
  const bool has_no_memory = state_.memory.size() == 0;
  if (state_.step_size <= 0.0) state_.step_size = settings_.control.step;
  if (has_no_memory && !stops_at_start())
    stepper_->start(state_, std::min(state_.step_size, settings_.end_time - state_.time));
}

// Where more equations become redundant on the way, the step is taken again with these. For this step only:
// what a step does follows from the State alone.
StepReport DynamicRun::take_singular_step(const StepReport& failed, double h, double end_time) {
  const std::vector<Index> usual = stepper_->redundant();
  std::vector<Index> here = find_redundancy(stepper_->trial(), kSingularTolerance);
  if (here.size() <= usual.size()) return failed;
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

// Redundant equations at a state. Which ones of several are called so may change along the motion; a singular
// position is where loops have more of them than ever before, and only that is told.
std::vector<Index> DynamicRun::find_redundancy(const State& state, double tolerance) {
  const std::vector<RedundantEquation> found =
      find_redundant_equations(system_, state, tolerance, JointsToSearch::in_loops);
  std::map<Index, std::vector<RedundantEquation>> by_loop;
  for (const RedundantEquation& equation : found) by_loop[equation.loop].push_back(equation);
  for (auto& [loop, equations] : by_loop) {
    std::set<Index>& told = told_[loop];
    if (equations.size() <= told.size()) continue;
    const std::size_t more = equations.size() - told.size();
    std::erase_if(equations, [&told](const auto& equation) { return told.contains(equation.multiplier); });
    equations.erase(equations.begin(), equations.end() - static_cast<std::ptrdiff_t>(more));
    for (const RedundantEquation& equation : equations) told.insert(equation.multiplier);
    report_redundancy(system_, equations, diagnostics_, fmt::format("at t = {:.9g} s: ", state.time));
  }
  return multipliers_of(found);
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
  watch_energy();
  if (energy_.has_grown())  // then the cause is neither geometry nor a formula
    report_.failure = report_.failure.substr(0, report_.failure.find('\n')) +
                      fmt::format(
                          "\nBefore that the energy had grown by {:.3g} J, though no element adds any: the "
                          "method is unstable "
                          "here. {}",
                          energy_.gained(), advice());
  return false;
}

void DynamicRun::sample_violation() {
  if (state_.step % sample_every_ != 0 && !is_at_end()) return;
  const auto violation = stepper_->violation(state_);
  report_.largest_violation = std::max(report_.largest_violation, violation.position);
  report_.largest_rate_violation = std::max(report_.largest_rate_violation, violation.velocity);
  watch_energy();
}

// Small motions have an energy of their own, and what is prescribed needs none.
bool DynamicRun::is_energy_watched() const {
  return settings_.formulation != Formulation::linear && !settings_.is_kinematic && !stops_at_start();
}

void DynamicRun::watch_energy() {
  if (!is_energy_watched()) return;
  const Totals now = totals();
  energy_.sample(now, now.mass * snapshot_.context().gravity.norm() * system_.length_scale(), state_.time);
  const std::span<const Frame> frames = snapshot_.context().frames;
  const FrameIndex turning = system_.layout().structural;
  for (FrameIndex frame = 1; frame <= turning; ++frame) {
    const double turn = frames[static_cast<std::size_t>(frame)].omega.norm() * state_.step_size;
    if (!(turn > report_.largest_turn)) continue;
    report_.largest_turn = turn;
    report_.turning = system_.node_of(frame).label.name;
  }
}

// What usually helps where the method changes the energy.
std::string DynamicRun::advice() const {
  constexpr double kLargeTurn = 0.35, kGoodTurn = 0.1;  // rad
  const AbsoluteSettings& solver = settings_.solver;
  if (report_.largest_turn > kLargeTurn)
    return fmt::format("node '{}' turns by {:.0f} degrees in a step; a step of {:.2g} s turns it by {:.0f}",
                       report_.turning, report_.largest_turn * 180.0 / std::numbers::pi,
                       state_.step_size * kGoodTurn / report_.largest_turn,
                       kGoodTurn * 180.0 / std::numbers::pi);
  if (settings_.formulation == Formulation::absolute && has_radius(solver.method) && solver.rho > 0.9 &&
      system_.layout().multipliers > 0)
    return fmt::format("rho = {:g} hardly damps the method's own errors; take 0.8, or shorter steps",
                       solver.rho);
  return settings_.formulation == Formulation::absolute
             ? "halve the step until the motion no longer changes; the shortest period wants some twenty "
               "steps"
             : "halve the step, let rk45 choose it, or take the generalised-alpha of absolute coordinates, "
               "which "
               "bears stiff parts";
}

void DynamicRun::sample_rank() {
  if (state_.step % rank_every_ == 0) find_redundancy(state_, settings_.assembly.rank_tolerance);
}

bool DynamicRun::introduce(Observer& observer, const RunInfo& info) {
  if (!observer.on_start(system_, info)) return false;
  hand_completion_to(observer);
  return true;
}

void DynamicRun::hand_completion_to(Observer& observer) {
  if (!observer.looks_later() || !stepper_->is_completed_apart()) return;
  const std::shared_ptr<Stepper> other = make_stepper(system_, settings_, stepper_->redundant());
  observer.complete_with([other](State& state) {
    other->forget();  // what is found follows from the State alone
    other->complete(state);
  });
}

// Observers see a State with its reactions; looking at it leaves the motion as it is.
bool DynamicRun::observe() {
  bool go_on = true, is_filled = false;
  const State* shown = nullptr;
  for (Observer* observer : observers_) {
    if (!observer->wants(state_) && !is_at_end() && report_.status != RunStatus::failed) continue;
    const bool is_apart = observer->looks_later() && stepper_->is_completed_apart();
    if (!is_apart && !shown) shown = &completed_state();
    if (!observer->looks_later() && !std::exchange(is_filled, true)) system_.fill(*shown, snapshot_);
    go_on = observer->on_state(system_, is_apart ? state_ : *shown, snapshot_.context()) && go_on;
  }
  return go_on;
}

const State& DynamicRun::completed_state() {
  if (!stepper_->is_completed() || state_.memory.size() == 0) return state_;
  shown_ = state_;
  stepper_->complete(shown_);
  return shown_;
}

// A run that takes a State up knows nothing else; a run that wrote it forgets the rest, so that both do the
// same arithmetic. Elements that were switched may have changed which equations are redundant.
void DynamicRun::forget() {
  stepper_->forget();
  if (system_.has_modes()) stepper_->set_redundant(multipliers_of(redundant_here()));
  changes_since_ = std::numeric_limits<double>::infinity();
  changes_ = 0;
}

void DynamicRun::checkpoint(bool is_end) {
  const bool is_due = settings_.checkpoint_every > 0 && state_.step % settings_.checkpoint_every == 0;
  if (!is_due && !is_end) return;
  complete_state();
  bool was_written = false;
  for (Observer* observer : observers_) was_written = observer->on_checkpoint(system_, state_) || was_written;
  if (was_written) forget();
}

Totals DynamicRun::totals() {
  system_.fill(state_, snapshot_);
  return system_.totals(snapshot_.context());
}

}  // namespace pintle
