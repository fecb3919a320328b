#include "pintle/formulations/joint.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle {

namespace {

constexpr Index kFirstInMemory = 1;

}  // namespace

JointStepper::JointStepper(const System& system, const JointSettings& settings, std::vector<Index> redundant)
    : system_(system),
      layout_(system.layout()),
      settings_(settings),
      dynamics_(system, Topology::of(system, settings.cut)),
      redundant_(std::move(redundant)),
      adaptive_(settings.method == JointMethod::implicit ? AdaptiveRungeKutta::Kind::implicit_4
                                                         : AdaptiveRungeKutta::Kind::explicit_5),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)),
      q_(VecX::Zero(dynamics_.positions())),
      s_(VecX::Zero(dynamics_.speeds())),
      q_rates_(q_),
      s_rates_(s_),
      y_(VecX::Zero(q_.size() + s_.size() + layout_.states)),
      y_dot_(y_),
      phi_(VecX::Zero(layout_.multipliers)) {
  rk4_.resize(y_.size());
}

void JointStepper::split(const VecX& y) {
  q_ = y.head(q_.size());
  s_ = y.segment(q_.size(), s_.size());
  trial_.x = y.tail(layout_.states);
}

void JointStepper::join(VecX& y) const {
  y.head(q_.size()) = q_;
  y.segment(q_.size(), s_.size()) = s_;
  y.tail(layout_.states) = trial_.x;
}

// Memory: the next adapted step, positions, speeds and their rates.
void JointStepper::write_memory(State& state) const {
  const Index size = kFirstInMemory + q_.size() + 2 * s_.size();
  if (state.memory.size() != size) state.memory.conservativeResize(size);  // else it would allocate
  state.memory.segment(kFirstInMemory, q_.size()) = q_;
  state.memory.segment(kFirstInMemory + q_.size(), s_.size()) = s_;
  state.memory.tail(s_.size()) = s_rates_;
}

void JointStepper::start(State& state, double) {
  q_.head(dynamics_.tree().coordinates()) = zero_coordinates(dynamics_.tree());
  dynamics_.measure(state, q_, s_);
  dynamics_.take_inertia(state);
  has_inertia_ = true;
  dynamics_.place(q_, s_, state);
  dynamics_.accelerations(state, s_rates_);
  state.memory.setZero(kFirstInMemory);
  write_memory(state);
}

void JointStepper::read_memory(const State& state) {
  q_ = state.memory.segment(kFirstInMemory, q_.size());
  s_ = state.memory.segment(kFirstInMemory + q_.size(), s_.size());
  s_rates_ = state.memory.tail(s_.size());
}

// Implicit loads need them in every step. The accelerations come out as they are in the State.
void JointStepper::complete(State& state) {
  if (system_.has_implicit_loads()) return;
  if (!has_inertia_) dynamics_.take_inertia(state);
  has_inertia_ = true;
  read_memory(state);
  dynamics_.place(q_, s_, state);
  if (dynamics_.accelerations(state, s_rates_).is_ok()) dynamics_.find_multipliers(state);
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
  join(y_);
  dynamics_.position_rates(q_, s_, q_rates_);
  y_dot_ << q_rates_, s_rates_, state.xdot;
  const bool is_done = settings_.method == JointMethod::rk4 ? take_rk4(state, h, end_time) && finish(end_time)
                                                            : take_adapted_steps(state, end_time);
  report.newton = newton_;
  if (!is_done) return report;
  write_memory(trial_);
  system_.fill(trial_, snapshot_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  return report;
}

bool JointStepper::take_rk4(const State& state, double h, double end_time) {
  if (!system_.has_pieces()) return rk4_.step(*this, state.time, h, end_time, y_dot_, y_);
  return rk4_.step_in_pieces(*this, state.time, end_time, piece(), y_dot_, y_);
}

std::uint64_t JointStepper::piece() {
  system_.fill(trial_, snapshot_);
  return system_.piece(snapshot_.context());
}

// Equations outside the tree are met at the end of a step; the tree keeps its own by itself.
bool JointStepper::finish(double time) {
  split(y_);
  dynamics_.normalise(q_);
  trial_.time = time;
  Index worst = -1;
  if (!dynamics_.project_positions(q_, s_, trial_, settings_.tolerance, worst))
    return fail(NewtonStatus::too_many_iterations, layout_.first_multiplier() + worst);
  dynamics_.project_speeds(q_, s_, trial_);
  join(y_);
  return evaluate(time, y_, y_dot_);
}

// As many steps as the tolerance asks for.
bool JointStepper::take_adapted_steps(const State& state, double end_time) {
  double time = state.time, next = state.memory[0];
  const double tolerance = settings_.error_tolerance;
  adaptive_.start(*this, time, y_, std::min(next, end_time - time), tolerance, tolerance);
  const bool is_projected = !dynamics_.equations().empty();
  while (time < end_time) {
    if (!adaptive_.step(end_time, time, y_)) {
      if (newton_.is_converged()) fail(NewtonStatus::too_many_iterations, -1);
      return false;
    }
    if (time < end_time) next = adaptive_.next_size();
    newton_.status = NewtonStatus::converged;  // stages that failed were tried again
    if (time < end_time && !is_projected) continue;
    if (!finish(time)) return false;
    if (time < end_time) adaptive_.start(*this, time, y_, next, tolerance, tolerance);
  }
  trial_.memory[0] = std::max(next, adaptive_.next_size());
  return true;
}

bool JointStepper::rates(double time, const VecX& y, VecX& y_dot) { return evaluate(time, y, y_dot); }

bool JointStepper::evaluate(double time, const VecX& y, VecX& y_dot) {
  split(y);
  trial_.time = time;
  dynamics_.place(q_, s_, trial_);
  ++newton_.factorisations;
  const FactorReport& report = newton_.factor = dynamics_.accelerations(trial_, s_rates_);
  if (!report.is_ok()) return fail(NewtonStatus::singular, report.culprit_row);
  if (!s_rates_.allFinite()) return fail(NewtonStatus::not_finite, -1);
  dynamics_.position_rates(q_, s_, q_rates_);
  y_dot.head(q_.size()) = q_rates_;
  y_dot.segment(q_.size(), s_.size()) = s_rates_;
  y_dot.tail(layout_.states) = trial_.xdot;
  return true;
}

bool JointStepper::fail(NewtonStatus status, Index equation) {
  newton_.status = status;
  newton_.error.culprit = newton_.factor.culprit_row = equation;
  return false;
}

std::vector<std::pair<std::string, std::string>> JointStepper::summary() const {
  const Topology& topology = dynamics_.topology();
  std::string text = fmt::format("{} of {} bodies", dynamics_.speeds(), topology.bodies().size());
  if (topology.floating() > 0) text += fmt::format(", {} of them floating", topology.floating());
  std::vector<std::pair<std::string, std::string>> lines{{"joint coordinates", text}};
  std::vector<std::string> cut;
  for (const Topology::Loop& loop : topology.loops())
    cut.push_back("'" + topology.joints()[static_cast<std::size_t>(loop.joint)].label().name + "'");
  constexpr std::size_t kMostNames = 12;
  const std::size_t count = cut.size();
  if (count > kMostNames) {
    cut.resize(kMostNames);
    cut.push_back(fmt::format("and {} more", count - kMostNames));
  }
  if (count > 0) lines.emplace_back("cut joints", fmt::format("{}: {}", count, fmt::join(cut, ", ")));
  return lines;
}

std::string why_not_joint(const System& system, const State& state, const JointSettings& settings) {
  const Topology topology = Topology::of(system, settings.cut);
  const auto name = [&](FrameIndex frame) { return "node '" + system.node_of(frame).label.name + "'"; };
  if (!topology.unknown().empty())
    return fmt::format("it has no joint '{}' that can be cut", topology.unknown().front());
  const Topology usual = Topology::of(system);
  if (!settings.cut.empty() && topology.floating() > usual.floating()) {
    for (const Topology::Body& body : topology.bodies())
      if (body.joint < 0 && usual.bodies()[static_cast<std::size_t>(usual.place_of(body.frame))].joint >= 0)
        return fmt::format(
            "with the joints that are to be cut, nothing holds {} to the tree: cut fewer of "
            "the joints of its loop",
            name(body.frame));
  }
  JointDynamics dynamics(system, topology);
  State placed = state;
  VecX q = VecX::Zero(dynamics.positions()), s = VecX::Zero(dynamics.speeds());
  q.head(dynamics.tree().coordinates()) = zero_coordinates(dynamics.tree());
  dynamics.measure(state, q, s);
  dynamics.take_inertia(state);
  dynamics.place(q, s, placed);
  VecX rates = s;
  const FactorReport report = dynamics.accelerations(placed, rates);
  if (report.is_ok()) return {};
  for (const Topology::Body& body : topology.bodies())
    if (system.layout().motion_of(body.frame) == report.culprit_row) {
      if (body.joint < 0)
        return fmt::format("{} floats, and has no inertia for some of its motions", name(body.frame));
      return fmt::format(
          "{} hangs by joint '{}' and has no inertia, nor has what hangs on it, for a motion "
          "that the joint allows",
          name(body.frame), topology.joints()[static_cast<std::size_t>(body.joint)].label().name);
    }
  return "its accelerations are not determined";
}

}  // namespace pintle
