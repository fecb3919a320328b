#include "pintle/formulations/joint.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/math/largest_of.h"

namespace pintle {

namespace {

constexpr Index kFirstInMemory = 1;

AdaptiveRungeKutta adaptive_of(const JointSettings& settings) {
  return AdaptiveRungeKutta(settings.method == JointMethod::implicit ? AdaptiveRungeKutta::Kind::implicit_4
                                                                     : AdaptiveRungeKutta::Kind::explicit_5);
}

}  // namespace

JointStepper::JointStepper(const System& system, const JointSettings& settings, std::vector<Index> redundant)
    : system_(system),
      layout_(system.layout()),
      settings_(settings),
      dynamics_(system, Topology::of(system, settings.cut)),
      redundant_(std::move(redundant)),
      adaptive_(adaptive_of(settings)),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)),
      q_(VecX::Zero(dynamics_.positions())),
      s_(VecX::Zero(dynamics_.speeds())),
      q_rates_(q_),
      s_rates_(s_),
      y_(VecX::Zero(q_.size() + s_.size() + layout_.states)),
      y_dot_(y_),
      phi_(VecX::Zero(layout_.multipliers)),
      jump_(s_),
      may_pass_(settings.method != JointMethod::rk4 && dynamics_.equations().empty() &&
                dynamics_.driven().empty() && !system.has_modes()),
      left_(y_) {
  rk4_.resize(y_.size());
  dynamics_.set_redundant(redundant_);
  if (settings.loops == LoopClosure::reduction && !dynamics_.equations().empty())
    reduction_.emplace(system, dynamics_);
}

// What y stands for goes to q_, s_ and the trial State.
bool JointStepper::split(double time, const VecX& y) {
  trial_.time = time;
  trial_.x = y.tail(layout_.states);
  if (is_reduced_) {
    const Index count = reduction_->count();
    Index worst = -1;
    if (reduction_->place(y.head(count), y.segment(count, count), settings_.tolerance, q_, s_, trial_, worst))
      return true;
    return fail(NewtonStatus::too_many_iterations, layout_.first_multiplier() + worst);
  }
  q_ = y.head(q_.size());
  s_ = y.segment(q_.size(), s_.size());
  dynamics_.driven().put(time, q_, s_);
  dynamics_.place(q_, s_, trial_);
  return true;
}

void JointStepper::join(VecX& y) const {
  if (is_reduced_) {
    reduction_->gather(s_, y.head(reduction_->count()), y.segment(reduction_->count(), reduction_->count()));
  } else {
    y.head(q_.size()) = q_;
    y.segment(q_.size(), s_.size()) = s_;
  }
  y.tail(layout_.states) = trial_.x;
}

void JointStepper::put_rates(VecX& y_dot) {
  if (is_reduced_) {
    const Index count = reduction_->count();
    reduction_->rates(s_, y_dot.head(count));
    for (Index i = 0; i < count; ++i)
      y_dot[count + i] = s_rates_[reduction_->independent()[static_cast<std::size_t>(i)]];
  } else {
    dynamics_.position_rates(q_, s_, q_rates_);
    y_dot.head(q_.size()) = q_rates_;
    y_dot.segment(q_.size(), s_.size()) = s_rates_;
  }
  y_dot.tail(layout_.states) = trial_.xdot;
}

// Memory: the next adapted step, positions, speeds and their rates, the choice of independent coordinates.
void JointStepper::write_memory(State& state) const {
  const Index choice = reduction_ ? reduction_->memory_size() : 0;
  const Index size = kFirstInMemory + q_.size() + 2 * s_.size() + choice;
  if (state.memory.size() != size) state.memory.conservativeResize(size);  // else it would allocate
  state.memory.segment(kFirstInMemory, q_.size()) = q_;
  state.memory.segment(kFirstInMemory + q_.size(), s_.size()) = s_;
  rates_in_memory(state) = s_rates_;
  if (is_reduced_) reduction_->write_memory(state.memory.tail(choice));
  if (reduction_ && !is_reduced_) JointReduction::write_no_choice(state.memory.tail(choice));
}

// The choice that a State remembers, or a better one where it has become bad.
void JointStepper::adopt_choice(const State& state) {
  reduction_->read_memory(state.memory.tail(reduction_->memory_size()));
  reduction_->set_reference(q_, s_, trial_);
  if (reduction_->has_worsened())
    renew_choice();
  else
    use_reduction(true);
}

// Where no choice is good, the equations are met by multipliers.                                (joint.md 13)
void JointStepper::renew_choice() {
  reduction_->choose(q_, s_, trial_);
  ++choices_;
  use_reduction(!reduction_->is_nearly_singular());
}

void JointStepper::use_reduction(bool is_reduced) {
  is_reduced_ = is_reduced;
  const Index size =
      (is_reduced ? 2 * reduction_->count() : dynamics_.positions() + dynamics_.speeds()) + layout_.states;
  if (y_.size() == size) return;
  for (VecX* vector : {&y_, &y_dot_, &left_}) vector->setZero(size);
  rk4_.resize(size);
}

void JointStepper::start(State& state, double) {
  q_.head(dynamics_.tree().coordinates()) = zero_coordinates(dynamics_.tree());
  dynamics_.measure(state, q_, s_);
  dynamics_.driven().put(state.time, q_, s_);
  dynamics_.take_inertia(state);
  has_inertia_ = true;
  dynamics_.place(q_, s_, state);
  dynamics_.release_rank();
  dynamics_.accelerations(state, s_rates_);
  if (reduction_) {
    trial_ = state;
    renew_choice();
  }
  state.memory.setZero(kFirstInMemory);
  write_memory(state);
  is_under_way_ = false;
}

Eigen::Ref<VecX> JointStepper::rates_in_memory(State& state) const {
  return state.memory.segment(kFirstInMemory + q_.size() + s_.size(), s_.size());
}

void JointStepper::read_memory(const State& state) {
  q_ = state.memory.segment(kFirstInMemory, q_.size());
  s_ = state.memory.segment(kFirstInMemory + q_.size(), s_.size());
  s_rates_ = state.memory.segment(kFirstInMemory + q_.size() + s_.size(), s_.size());
}

void JointStepper::set_redundant(std::vector<Index> multipliers) {
  redundant_ = std::move(multipliers);
  dynamics_.set_redundant(redundant_);
}

void JointStepper::forget() {
  has_inertia_ = is_under_way_ = false;
  dynamics_.release_rank();
  adaptive_ = adaptive_of(settings_);
}

// Implicit loads need them in every step. Those of a tree follow from its accelerations, if the loads did not
// jump where the step was committed.
void JointStepper::complete(State& state) {
  if (system_.has_implicit_loads()) return;
  if (dynamics_.equations().empty() && dynamics_.find_reactions(state)) return;
  if (!has_inertia_ || system_.has_modes()) dynamics_.take_inertia(state);
  has_inertia_ = true;
  read_memory(state);
  dynamics_.place(q_, s_, state);
  dynamics_.release_rank();
  if (dynamics_.accelerations(state, s_rates_).is_ok()) dynamics_.find_multipliers(state);
}

void JointStepper::renew_loads(State& state) {
  if (!has_inertia_) dynamics_.take_inertia(state);
  has_inertia_ = true;
  read_memory(state);
  dynamics_.place(q_, s_, state);
  dynamics_.release_rank();
  if (dynamics_.accelerations(state, s_rates_).is_ok()) rates_in_memory(state) = s_rates_;
  is_under_way_ = false;
}

StepReport JointStepper::step(State& state, double h, double end_time) {
  StepReport report;
  report.step_size = h;
  newton_ = {};
  if (!has_inertia_ || system_.has_modes()) dynamics_.take_inertia(state);
  has_inertia_ = true;
  trial_ = state;
  trial_.step = state.step + 1;
  read_memory(state);
  if (reduction_) adopt_choice(state);
  hold_rank();
  const bool was_reduced = is_reduced_;
  bool is_done = take_step(state, h, end_time);
  if (!is_done && was_reduced) {
    restart_without_reduction(state);
    is_done = take_step(state, h, end_time);
  }
  report.newton = newton_;
  if (!is_done) {
    is_under_way_ = false;
    dynamics_.release_rank();
    return report;
  }
  write_memory(trial_);
  system_.fill(trial_, snapshot_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  if (is_under_way_) is_under_way_ = is_unchanged_by_commit(state);
  return report;
}

// At the start of a step, where loops are closed; independent coordinates keep them closed all the time.
void JointStepper::hold_rank() {
  if (is_reduced_) return dynamics_.release_rank();
  if (dynamics_.is_rank_held()) return;
  dynamics_.place(q_, s_, trial_);
  dynamics_.hold_rank(trial_);
}

bool JointStepper::take_step(const State& state, double h, double end_time) {
  join(y_);
  put_rates(y_dot_);
  if (settings_.method == JointMethod::rk4) return take_rk4(state, h, end_time) && finish(end_time);
  return may_pass_ ? pass(state, end_time) : take_adapted_steps(state, end_time);
}

// The step comes too near to a singular position.
void JointStepper::restart_without_reduction(const State& state) {
  newton_ = {};
  trial_ = state;
  trial_.step = state.step + 1;
  read_memory(state);
  use_reduction(false);
  hold_rank();
}

bool JointStepper::take_rk4(const State& state, double h, double end_time) {
  if (!system_.has_pieces()) return rk4_.step(*this, state.time, h, end_time, y_dot_, y_);
  return rk4_.step_in_pieces(*this, state.time, end_time, piece(), y_dot_, y_);
}

std::uint64_t JointStepper::piece() {
  system_.fill(trial_, snapshot_);
  return system_.piece(snapshot_.context());
}

// Given speeds that differ from the integral of their rates by more than the integrator's errors have
// jumped, at a corner of their drives.
bool JointStepper::has_jumped(double time) {
  if (dynamics_.driven().empty() || is_reduced_) return false;
  const double tolerance =
      settings_.method == JointMethod::rk4 ? settings_.tolerance : settings_.error_tolerance;
  s_ = y_.segment(q_.size(), s_.size());
  jump_ = -s_;
  dynamics_.driven().put(time, q_, s_);
  jump_ += s_;
  return largest_of(jump_) > tolerance * std::max(1.0, largest_of(s_));
}

// Equations outside the tree are met at the end of a step; the tree keeps its own by itself.
bool JointStepper::finish(double time) {
  if (is_reduced_) return evaluate(time, y_, y_dot_);
  const bool is_struck = has_jumped(time);
  split(time, y_);
  dynamics_.normalise(q_);
  Index worst = -1;
  if (!dynamics_.project_positions(q_, s_, trial_, settings_.tolerance, worst))
    return fail(NewtonStatus::too_many_iterations, layout_.first_multiplier() + worst);
  if (is_struck) {
    dynamics_.strike(q_, jump_, s_);
    dynamics_.place(q_, s_, trial_);
  }
  dynamics_.project_speeds(q_, s_, trial_);
  join(y_);
  dynamics_.release_rank();
  if (!evaluate(time, y_, y_dot_)) return false;
  dynamics_.hold_rank();
  return true;
}

// Steps as the tolerance asks for, which go on where those of the last call ended: past the end of the step
// of the analysis, where the solution is found between them.
bool JointStepper::pass(const State& state, double end_time) {
  const double tolerance = settings_.error_tolerance;
  if (!is_under_way_ || state.time != left_at_ || y_ != left_)
    adaptive_.start(*this, state.time, y_, state.memory[0], tolerance, tolerance);
  if (!adaptive_.pass(end_time, y_)) {
    if (newton_.is_converged()) fail(NewtonStatus::too_many_iterations, -1);
    return false;
  }
  newton_.status = NewtonStatus::converged;
  if (!finish(end_time)) return false;
  trial_.memory[0] = adaptive_.next_size();
  is_under_way_ = true;
  left_at_ = end_time;
  left_ = y_;
  return true;
}

// Whether the next step begins with the rates that this one has ended with: else the integrator, which has
// gone ahead with these, begins anew.
bool JointStepper::is_unchanged_by_commit(const State& state) {
  trial_ = state;
  ++trial_.step;
  newton_ = {};
  return evaluate(state.time, left_, y_dot_) &&
         s_rates_ == state.memory.segment(kFirstInMemory + q_.size() + s_.size(), s_.size()) &&
         trial_.xdot == state.xdot;
}

// As many steps as the tolerance asks for.
bool JointStepper::take_adapted_steps(const State& state, double end_time) {
  double time = state.time, next = state.memory[0];
  const double tolerance = settings_.error_tolerance;
  adaptive_.start(*this, time, y_, std::min(next, end_time - time), tolerance, tolerance);
  const bool is_projected = !dynamics_.equations().empty() && !is_reduced_;
  while (time < end_time) {
    if (!adaptive_.step(end_time, time, y_)) {
      if (newton_.is_converged()) fail(NewtonStatus::too_many_iterations, -1);
      return false;
    }
    if (time < end_time) next = adaptive_.next_size();
    newton_.status = NewtonStatus::converged;  // stages that failed were tried again
    if (is_reduced_ && time < end_time) {
      if (!evaluate(time, y_, y_dot_)) return false;
      if (!reduction_->has_worsened()) continue;
      renew_choice();
      if (!is_reduced_) return false;
      join(y_);
      adaptive_.start(*this, time, y_, next, tolerance, tolerance);
      continue;
    }
    if (time < end_time && !is_projected && !has_jumped(time)) continue;
    if (!finish(time)) return false;
    if (time < end_time) adaptive_.start(*this, time, y_, next, tolerance, tolerance);
  }
  trial_.memory[0] = std::max(next, adaptive_.next_size());
  return true;
}

bool JointStepper::rates(double time, const VecX& y, VecX& y_dot) { return evaluate(time, y, y_dot); }

bool JointStepper::evaluate(double time, const VecX& y, VecX& y_dot) {
  if (!split(time, y)) return false;
  ++newton_.factorisations;
  const FactorReport& report = newton_.factor = dynamics_.accelerations(trial_, s_rates_);
  if (!report.is_ok()) return fail(NewtonStatus::singular, report.culprit_row);
  if (!s_rates_.allFinite()) return fail(NewtonStatus::not_finite, -1);
  put_rates(y_dot);
  return true;
}

bool JointStepper::fail(NewtonStatus status, Index equation) {
  newton_.status = status;
  newton_.error.culprit = newton_.factor.culprit_row = equation;
  return false;
}

std::vector<std::pair<std::string, std::string>> JointStepper::summary() const {
  auto lines = summary_of(dynamics_);
  if (reduction_)
    lines.emplace_back(
        "independent coordinates",
        fmt::format("{} of {}, chosen {} times", reduction_->count(), dynamics_.speeds(), choices_));
  return lines;
}

}  // namespace pintle
