#include "pintle/formulations/partitioned.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/largest_of.h"
#include "pintle/math/round_off.h"
#include "pintle/system/euler_parameters.h"

namespace pintle {

namespace {

constexpr double kSlow = 0.3;      // contraction of the violation above which Phi_u is factored anew
constexpr double kAstray = 100.0;  // of the violation that the iteration began with

}  // namespace

PartitionedStepper::PartitionedStepper(const System& system, const PartitionedSettings& settings,
                                       std::vector<Index> redundant)
    : system_(system),
      layout_(system.layout()),
      settings_(settings),
      redundant_(std::move(redundant)),
      partition_(system, settings.linear_solver),
      accelerations_(system, settings.matrix, settings.linear_solver),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)),
      phi_(VecX::Zero(std::max(partition_.jacobian().rows(), partition_.jacobian().columns()))),
      rates_(VecX::Zero(layout_.configuration_size())),
      second_rates_(VecX::Zero(layout_.configuration_size())),
      multipliers_(VecX::Zero(layout_.multipliers)) {}

int PartitionedStepper::order() const {
  return settings_.method == ExplicitMethod::symplectic_euler ? 1
         : settings_.method == ExplicitMethod::rk4            ? 4
                                                              : 5;
}

void PartitionedStepper::forget() {
  has_partition_ = has_factors_ = false;
  accelerations_.forget();
  rk45_ = AdaptiveRungeKutta();
}

void PartitionedStepper::renew_loads(State& state) {
  trial_ = state;
  newton_ = {};
  if (solve_accelerations()) std::swap(state, trial_);
}

// y and its rates of a State that is consistent: nothing has to be solved.
void PartitionedStepper::gather(const State& state, VecX& y, VecX& y_dot) {
  const std::vector<Index>& independent = partition_.independent();
  const auto count = static_cast<Index>(independent.size());
  const Index size = 2 * count + layout_.states;
  if (y.size() != size) {
    y.setZero(size);
    y_dot.setZero(size);
    rk4_.resize(size);
  }
  rates_of_motion(layout_, state.q, state.v, rates_);
  second_rates_of_motion(layout_, state.q, state.v, state.a, second_rates_);
  for (Index i = 0; i < count; ++i) {
    const Index coordinate = independent[static_cast<std::size_t>(i)];
    y[i] = state.q[coordinate];
    y[count + i] = y_dot[i] = rates_[coordinate];
    y_dot[count + i] = second_rates_[coordinate];
  }
  y.tail(layout_.states) = state.x;
  y_dot.tail(layout_.states) = state.xdot;
  base_time_ = state.time;
  base_ = state.q;
  base_rates_ = rates_;
  base_second_rates_ = second_rates_;
}

StepReport PartitionedStepper::step(State& state, double h, double end_time) {
  StepReport report;
  report.step_size = h;
  newton_ = {};
  farthest_ = std::max(1.0, largest_of(state.q));
  review_partition(state);
  bool is_done = try_step(state, h, end_time) && settle_redundant(state, h, end_time);
  if (!is_done && last_choice_ < state.time) {  // equations that were left out may be needed within this step
    choose_partition(state, "a step failed");
    newton_ = {};
    is_done = try_step(state, h, end_time) && settle_redundant(state, h, end_time);
  }
  report.newton = newton_;
  if (!is_done) {
    has_factors_ = false;
    return report;
  }
  system_.fill(trial_, snapshot_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  return report;
}

bool PartitionedStepper::try_step(State& state, double h, double end_time) {
  trial_ = state;
  trial_.step = state.step + 1;
  trial_.step_size = state.step_size;
  return has_factors_ ? take_step(state, h, end_time) : fail(NewtonStatus::singular, -1);
}

bool PartitionedStepper::take_step(State& state, double h, double end_time) {
  gather(state, y_, y_dot_);
  if (y_.size() == 0)
    return evaluate(end_time, y_);  // kinematics: only the position at the end is looked for
  switch (settings_.method) {
    case ExplicitMethod::rk45:
      return take_rk45(state, end_time);
    case ExplicitMethod::symplectic_euler:
      return take_symplectic_euler(h, end_time);
    case ExplicitMethod::rk4:
      break;
  }
  if (!take_rk4(state, h, end_time)) return false;
  if (!settings_.attempts_fix || !needs_fix(state, h)) return true;
  ++fixes_;
  gather(state, y_, y_dot_);
  return take_symplectic_euler(h, end_time);
}

bool PartitionedStepper::take_rk4(const State& state, double h, double end_time) {
  if (!system_.has_pieces())
    return rk4_.step(*this, state.time, h, end_time, y_dot_, y_) && evaluate(end_time, y_);
  return rk4_.step_in_pieces(*this, state.time, end_time, piece(), y_dot_, y_);
}

std::uint64_t PartitionedStepper::piece() {
  system_.fill(trial_, snapshot_);
  return system_.piece(snapshot_.context());
}

bool PartitionedStepper::take_symplectic_euler(double h, double end_time) {
  const auto count = static_cast<Index>(partition_.independent().size());
  y_.tail(count + layout_.states) += h * y_dot_.tail(count + layout_.states);
  y_.head(count) += h * y_.segment(count, count);
  return evaluate(end_time, y_);
}

// Whether q_dot differs from what q_ddot, and q from what q_dot would make of it in one step of symplectic
// Euler.
bool PartitionedStepper::needs_fix(const State& start, double h) {
  VecX before = VecX::Zero(layout_.configuration_size());
  rates_of_motion(layout_, start.q, start.v, before);
  rates_of_motion(layout_, trial_.q, trial_.v, rates_);
  second_rates_of_motion(layout_, trial_.q, trial_.v, trial_.a, second_rates_);
  return largest_of(trial_.q - start.q - h * rates_) > settings_.tolerance ||
         largest_of(rates_ - before - h * second_rates_) > settings_.tolerance;
}

// As many steps as its tolerance asks for; the choice of coordinates is reviewed between them.
bool PartitionedStepper::take_rk45(State& state, double end_time) {
  double time = state.time;
  const double tolerance = settings_.error_tolerance;
  double next = state.memory[0];
  rk45_.start(*this, time, y_, std::min(next, end_time - time), tolerance, tolerance);
  while (time < end_time) {
    if (!rk45_.step(end_time, time, y_)) {
      if (newton_.is_converged()) fail(NewtonStatus::too_many_iterations, -1);
      return false;
    }
    if (time < end_time) next = rk45_.next_size();
    newton_.status = NewtonStatus::converged;  // stages that failed were tried again
    if (!evaluate(time, y_)) return false;
    if (time >= end_time) break;
    const bool is_bad = is_partition_bad(trial_);
    if (is_bad) choose_partition(trial_, "the old ones became bad");
    if (!has_factors_) return fail(NewtonStatus::singular, -1);
    gather(trial_, y_, y_dot_);
    if (is_bad) {
      rk45_.start(*this, time, y_, next, tolerance, tolerance);
    }
  }
  trial_.memory[0] = std::max(next, rk45_.next_size());
  return true;
}

bool PartitionedStepper::rates(double time, const VecX& y, VecX& y_dot) {
  if (!evaluate(time, y)) return false;
  const std::vector<Index>& independent = partition_.independent();
  const auto count = static_cast<Index>(independent.size());
  second_rates_of_motion(layout_, trial_.q, trial_.v, trial_.a, second_rates_);
  for (Index i = 0; i < count; ++i) {
    y_dot[i] = y[count + i];
    y_dot[count + i] = second_rates_[independent[static_cast<std::size_t>(i)]];
  }
  y_dot.tail(layout_.states) = trial_.xdot;
  return true;
}

// Positions, velocities and accelerations that belong to the independent coordinates y at a time; they are
// left in trial_.
bool PartitionedStepper::evaluate(double time, const VecX& y) {
  const std::vector<Index>& independent = partition_.independent();
  trial_.time = time;
  const double since = time - base_time_;
  trial_.q = base_ + since * base_rates_ + 0.5 * since * since * base_second_rates_;
  for (std::size_t i = 0; i < independent.size(); ++i) trial_.q[independent[i]] = y[static_cast<Index>(i)];
  trial_.x = y.tail(layout_.states);
  return solve_positions() && solve_velocities(y) && solve_accelerations();
}

bool PartitionedStepper::fail(NewtonStatus status, Index equation) {
  newton_.status = status;
  newton_.error.culprit = newton_.factor.culprit_row = equation;
  return false;
}

bool PartitionedStepper::factor() {
  const FactorReport& report = newton_.factor = partition_.factor(trial_, snapshot_.context());
  ++newton_.factorisations;
  has_factors_ = report.is_ok();
  if (has_factors_) return true;
  return fail(report.status == LinearStatus::not_finite ? NewtonStatus::not_finite : NewtonStatus::singular,
              partition_.equation_of_factored_row(report.culprit_row));
}

// Off the unit sphere the kernel's phi is taken at p / |p|, so that its derivative is Phi_theta 2 E there,
// too.
void PartitionedStepper::fill_with_unit_parameters() {
  raw_ = trial_.q;
  for (Index node = 0; node < layout_.structural; ++node) trial_.q.segment<4>(7 * node + 3).normalize();
  system_.fill(trial_, snapshot_);
  trial_.q = raw_;
}

// Newton with old factors while they serve. The last correction uses factors of the solution, so what is left
// is the square of the tolerance. (partitioned.md 4)
bool PartitionedStepper::solve_positions() {
  ConfigurationJacobian& jacobian = partition_.jacobian();
  const std::vector<Index>& dependent = partition_.dependent();
  const double reachable = std::max(settings_.tolerance, kSumRoundOff * farthest_);
  double before = std::numeric_limits<double>::infinity(), first = before;
  bool is_polished = dependent.empty();
  for (int iteration = 0; iteration <= settings_.max_iterations; ++iteration) {
    fill_with_unit_parameters();
    jacobian.phi(trial_, snapshot_.context(), phi_);
    Index worst = 0;
    double violation = 0.0;
    for (const Index row : partition_.rows())
      if (!(std::abs(phi_[row]) <= violation)) {
        violation = std::abs(phi_[row]);
        worst = row;
      }
    newton_.error = {violation / reachable, jacobian.equation_of(worst)};
    if (!std::isfinite(violation)) return fail(NewtonStatus::not_finite, jacobian.equation_of(worst));
    // From a good choice of coordinates the iteration does not wander off; it would end on another branch.
    if (violation > kAstray * std::max(first, reachable))
      return fail(NewtonStatus::diverged, jacobian.equation_of(worst));
    if (iteration == 0) first = violation;
    const bool is_close = violation <= reachable;
    if (is_close && is_polished) return true;
    const bool are_stale = is_close || (iteration > 0 && violation > kSlow * before);
    if ((are_stale || !has_factors_) && !factor()) return false;
    is_polished = is_close;
    before = violation;
    ++newton_.iterations;
    phi_ = -phi_;
    partition_.solve(phi_);
    for (std::size_t i = 0; i < dependent.size(); ++i) trial_.q[dependent[i]] += phi_[static_cast<Index>(i)];
  }
  return fail(NewtonStatus::too_many_iterations, newton_.error.culprit);
}

// Phi_u u_dot = -Phi_v v_dot - Phi_t. The factors are those before the last correction of the positions: a
// second pass takes away what that leaves. (partitioned.md 5)
bool PartitionedStepper::solve_velocities(const VecX& y) {
  constexpr int kPasses = 3;
  ConfigurationJacobian& jacobian = partition_.jacobian();
  const std::vector<Index>&independent = partition_.independent(), &dependent = partition_.dependent();
  const auto count = static_cast<Index>(independent.size());
  rates_.setZero();
  for (Index i = 0; i < count; ++i) rates_[independent[static_cast<std::size_t>(i)]] = y[count + i];
  for (int pass = 0; pass < kPasses; ++pass) {
    motion_of_rates(layout_, trial_.q, rates_, trial_.v);
    system_.fill(trial_, snapshot_);
    jacobian.phi_dot(trial_, snapshot_.context(), rates_, phi_);
    if (largest_of(phi_) <= kSumRoundOff * std::max(1.0, largest_of(rates_))) break;
    phi_ = -phi_;
    partition_.solve(phi_);
    for (std::size_t i = 0; i < dependent.size(); ++i) rates_[dependent[i]] += phi_[static_cast<Index>(i)];
  }
  motion_of_rates(layout_, trial_.q, rates_, trial_.v);
  if (trial_.v.allFinite()) return true;
  return fail(NewtonStatus::not_finite, -1);
}

bool PartitionedStepper::solve_accelerations() {
  const FactorReport& report = newton_.factor = accelerations_.solve(trial_, snapshot_);
  ++newton_.factorisations;
  if (report.is_ok() && trial_.a.allFinite()) return true;
  return fail(report.status == LinearStatus::singular ? NewtonStatus::singular : NewtonStatus::not_finite,
              report.culprit_row);
}

}  // namespace pintle
