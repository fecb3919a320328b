#include "pintle/formulations/joint_alpha.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/largest_of.h"

namespace pintle {

namespace {

SparsePattern full_pattern(Index size) {
  SparsePattern pattern(size);
  pattern.add_block(0, size, 0, size);
  pattern.finish();
  return pattern;
}

}  // namespace

std::unique_ptr<Stepper> make_joint_stepper(const System& system, const JointSettings& settings,
                                            std::vector<Index> redundant) {
  if (settings.method == JointMethod::generalised_alpha)
    return std::make_unique<JointAlphaStepper>(system, settings, std::move(redundant));
  return std::make_unique<JointStepper>(system, settings, std::move(redundant));
}

Layout JointAlphaStepper::layout_of_scheme(const System& system, const JointDynamics& dynamics) {
  Layout layout;
  layout.scalars = dynamics.speeds();
  layout.states = system.layout().states;
  layout.multipliers = static_cast<Index>(dynamics.equations().size());
  return layout;
}

JointAlphaStepper::JointAlphaStepper(const System& system, const JointSettings& settings,
                                     std::vector<Index> redundant)
    : system_(system),
      layout_(system.layout()),
      settings_(settings),
      dynamics_(system, Topology::of(system, settings.cut)),
      tangent_(system, dynamics_),
      scheme_(layout_of_scheme(system, dynamics_), LieFormulation::spatial, settings.rho),
      linear_(make_linear_solver(LinearSolverKind::dense, tangent_.size())),
      newton_(*linear_, tangent_.size(), tangent_.size() * tangent_.size(), NewtonSettings{}),
      redundant_(std::move(redundant)),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)),
      joints_(State::zero(layout_of_scheme(system, dynamics_))),
      joints_trial_(joints_),
      q_start_(VecX::Zero(dynamics_.positions())),
      q_(q_start_),
      full_residual_(VecX::Zero(layout_.equations() + Layout::kGroundRoom)),
      reduced_(VecX::Zero(dynamics_.speeds())),
      saved_lambda_(joints_.lambda),
      settled_(trial_.lambda),
      phi_(trial_.lambda),
      diagonal_(joints_.lambda),
      given_(VecX::Zero(dynamics_.speeds())),
      given_increment_(VecX::Zero(tangent_.size())),
      matrix_(MatX::Zero(tangent_.size(), tangent_.size())),
      allowed_(VecX::Zero(tangent_.size())) {
  dynamics_.set_redundant(redundant_);
  tolerances_.constraint = settings.tolerance;
  linear_->analyse(view_of(full_pattern(tangent_.size())));
  joints_.memory.setZero(scheme_.memory_size());
  joints_trial_.memory.setZero(scheme_.memory_size());
  system_.fill(trial_, snapshot_);
  const double mass = system_.totals(snapshot_.context()).mass;
  if (mass > 0.0) typical_mass_ = mass / std::max<Index>(1, layout_.structural + layout_.displacement);
}

// Memory: positions, speeds, their rates, multipliers of the equations outside the tree, and the scheme's.
void JointAlphaStepper::write_memory(const State& joints, State& state) const {
  const Index size = q_.size() + 2 * joints.v.size() + joints.lambda.size() + joints.memory.size();
  if (state.memory.size() != size) state.memory.resize(size);
  state.memory << q_, joints.v, joints.a, joints.lambda, joints.memory;
}

void JointAlphaStepper::read_memory(const State& state, State& joints) const {
  Index first = q_.size();
  for (VecX* part : {&joints.v, &joints.a, &joints.lambda, &joints.memory}) {
    *part = state.memory.segment(first, part->size());
    first += part->size();
  }
  joints.x = state.x;
  joints.xdot = state.xdot;
}

void JointAlphaStepper::read_memory(const State& state) {
  q_start_ = state.memory.head(q_.size());
  read_memory(state, joints_);
}

void JointAlphaStepper::start(State& state, double h) {
  q_.head(dynamics_.tree().coordinates()) = zero_coordinates(dynamics_.tree());
  dynamics_.measure(state, q_, joints_.v);
  dynamics_.driven().put(state.time, q_, joints_.v);
  dynamics_.take_inertia(state);
  has_inertia_ = true;
  dynamics_.place(q_, joints_.v, state);
  if (dynamics_.accelerations(state, joints_.a).is_ok()) dynamics_.find_multipliers(state);
  for (Index r = 0; r < joints_.lambda.size(); ++r)
    joints_.lambda[r] = state.lambda[dynamics_.equations()[static_cast<std::size_t>(r)]];
  joints_.x = state.x;
  joints_.xdot = state.xdot;
  scheme_.start(joints_);
  write_memory(joints_, state);
  newton_.discard_factors();

  // A trial step shows how accelerations change, which the acceleration-like variable needs to start with.
  State ahead = state;
  ahead.step_size = h;
  const bool is_ahead = step(ahead, h).is_accepted();
  read_memory(state);
  if (is_ahead) {
    State later = joints_;
    read_memory(ahead, later);
    scheme_.refine_start(joints_, later);
  }
  q_ = q_start_;
  write_memory(joints_, state);
  newton_.discard_factors();
}

void JointAlphaStepper::forget() {
  newton_.discard_factors();
  linear_->analyse(view_of(full_pattern(tangent_.size())));
  has_inertia_ = false;
}

void JointAlphaStepper::set_redundant(std::vector<Index> multipliers) {
  redundant_ = std::move(multipliers);
  dynamics_.set_redundant(redundant_);
  newton_.discard_factors();
}

StepReport JointAlphaStepper::step(State& state, double h, double end_time) {
  StepReport report;
  report.step_size = h;
  if (!has_inertia_ || system_.has_modes()) dynamics_.take_inertia(state);
  has_inertia_ = true;
  read_memory(state);
  farthest_ = largest_of(state.q);
  trial_ = state;
  trial_.step = state.step + 1;
  trial_.time = end_time;
  if (!system_.has_implicit_loads()) trial_.lambda.setZero();
  joints_.q.setZero();
  if (!dynamics_.driven().empty()) take_blow(state, end_time);
  scheme_.begin_step(joints_, h, end_time, joints_trial_);
  if (!dynamics_.driven().empty()) predict_given(end_time);
  evaluate();
  report.newton = newton_.solve(*this);
  translate(report.newton);
  if (!report.is_accepted()) return report;
  scheme_.end_step(joints_, joints_trial_);
  write_memory(joints_trial_, trial_);
  if (system_.has_implicit_loads()) find_reactions(trial_);
  system_.fill(trial_, snapshot_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  return report;
}

// Implicit loads need all multipliers in every step.
void JointAlphaStepper::complete(State& state) {
  if (system_.has_implicit_loads()) return;
  if (!has_inertia_ || system_.has_modes()) dynamics_.take_inertia(state);
  has_inertia_ = true;
  read_memory(state);
  dynamics_.place(q_start_, joints_.v, state);
  dynamics_.place_accelerations(joints_.a, state);
  state.lambda.setZero();
  for (Index r = 0; r < joints_.lambda.size(); ++r)
    state.lambda[dynamics_.equations()[static_cast<std::size_t>(r)]] = joints_.lambda[r];
  std::swap(state, trial_);
  evaluate_residual();
  std::swap(state, trial_);
  find_reactions(state);
}

// Of full_residual_ at a State that is placed: all multipliers, the least ones where they are not unique.
void JointAlphaStepper::find_reactions(State& state) {
  dynamics_.find_tree_multipliers(full_residual_, state);
  dynamics_.take_least_multipliers(state);
}

// Where given speeds jump within a step, the others follow at its start.                       (joint.md 15)
void JointAlphaStepper::take_blow(const State& state, double end_time) {
  dynamics_.driven().jumps(state.time, end_time, given_);
  if (largest_of(given_) <= settings_.tolerance) return;
  dynamics_.place(q_start_, joints_.v, trial_);
  if (dynamics_.factor_equations(trial_, diagonal_)) dynamics_.strike(q_start_, given_, joints_.v);
}

// Increments of given speeds are those that lead to them; they stay.
void JointAlphaStepper::predict_given(double end_time) {
  scheme_.evaluate(joints_trial_);
  given_ = joints_trial_.v;
  dynamics_.driven().put(end_time, q_, given_);
  for (const Index k : dynamics_.driven().speeds())
    given_increment_[k] = (given_[k] - joints_trial_.v[k]) / scheme_.velocity_factor();
  scheme_.apply({given_increment_.data(), static_cast<std::size_t>(given_increment_.size())});
}

// The State that belongs to the increments of the scheme.
void JointAlphaStepper::evaluate() {
  const Tree& tree = dynamics_.tree();
  scheme_.evaluate(joints_trial_);
  q_ = q_start_;
  advance(tree, q_.head(tree.coordinates()), joints_trial_.q.head(tree.speeds()));
  q_.tail(layout_.scalars) += joints_trial_.q.tail(layout_.scalars);
  dynamics_.driven().put(trial_.time, q_, joints_trial_.v);
  dynamics_.driven().put_rates(trial_.time, joints_trial_.a);
  dynamics_.place(q_, joints_trial_.v, trial_);
  dynamics_.place_accelerations(joints_trial_.a, trial_);
  trial_.x = joints_trial_.x;
  trial_.xdot = joints_trial_.xdot;
  for (Index r = 0; r < joints_trial_.lambda.size(); ++r)
    trial_.lambda[dynamics_.equations()[static_cast<std::size_t>(r)]] = joints_trial_.lambda[r];
}

double JointAlphaStepper::estimate_error(const State& before, const State& after, double tolerance) const {
  State first = joints_, second = joints_;
  read_memory(before, first);
  read_memory(after, second);
  return scheme_.estimate_error(first, second, tolerance, system_.length_scale());
}

double JointAlphaStepper::steps_since_fall(const State& state) const {
  State joints = joints_;
  read_memory(state, joints);
  return scheme_.steps_since_fall(joints);
}

double JointAlphaStepper::steps_since_rise(const State& state) const {
  State joints = joints_;
  read_memory(state, joints);
  return scheme_.steps_since_rise(joints);
}

}  // namespace pintle
