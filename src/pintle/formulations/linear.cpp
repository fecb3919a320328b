#include "pintle/formulations/linear.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <span>

#include "pintle/math/largest_of.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

std::span<double> entries_of(VecX& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

// The factors of (u'', x') in the equations of motion and of states.                           (linear.md 8)
MatX inertia_of(const LinearModel& model) {
  MatX inertia(model.size(), model.size());
  inertia << model.M.leftCols(model.motions()), model.C.rightCols(model.states);
  return inertia;
}

// Memory: the reference State, then y.
VecX packed(const State& reference) {
  VecX memory(1 + reference.q.size() + reference.x.size() + reference.lambda.size() +
              reference.history.size());
  memory << reference.time, reference.q, reference.x, reference.lambda, reference.history;
  return memory;
}

State unpacked(const Layout& layout, const VecX& memory) {
  State reference = State::zero(layout);
  reference.time = memory[0];
  Index first = 1;
  for (VecX* part : {&reference.q, &reference.x, &reference.lambda, &reference.history}) {
    *part = memory.segment(first, part->size());
    first += static_cast<Index>(part->size());
  }
  return reference;
}

}  // namespace

LinearStepper::LinearStepper(const System& system, std::vector<Index> redundant)
    : system_(system),
      layout_(system.layout()),
      redundant_(std::move(redundant)),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)),
      residual_(VecX::Zero(layout_.equations() + Layout::kGroundRoom)),
      phi_(VecX::Zero(layout_.multipliers)) {
  driven_.set_zero(layout_.first_multiplier());
  displaced_.set_zero(layout_.first_multiplier());
}

void LinearStepper::make_model(State reference) {
  model_ = std::make_unique<Model>(system_);
  Model& model = *model_;
  model.reference = std::move(reference);
  model.reference.v.setZero();
  model.reference.a.setZero();
  model.reference.xdot.setZero();
  model.full = absolute_matrices(system_, model.reference);
  model.motions.find(model.reference, model.full.G);
  model.reduced = linearise(model.full, system_, model.motions);
  model.inverse_inertia = inertia_of(model.reduced).inverse();
  if (layout_.multipliers > 0) model.reactions.compute(model.full.G.transpose());
  system_.fill(model.reference, snapshot_);
  system_.phi(snapshot_.context(), entries_of(phi_));
  model.phi = phi_;
  right_.setZero(model.reduced.size());
  found_ = right_;
  y_.setZero(model.reduced.size() + model.reduced.motions());
  y_dot_ = y_;
  rk4_.resize(y_.size());
}

void LinearStepper::start(State& state, double) {
  const VecX reference = packed(state);
  make_model(unpacked(layout_, reference));
  state.memory.resize(reference.size() + y_.size());
  state.memory << reference, y_;
  complete(state);
}

void LinearStepper::read_memory(const State& state) {
  if (!model_) make_model(unpacked(layout_, state.memory));
  y_ = state.memory.tail(y_.size());
  // What drives see: they may have been set since.
  model_->reference.history = state.history;
  model_->reference.step_size = state.step_size;
}

void LinearStepper::write_memory(State& state) const { state.memory.tail(y_.size()) = y_; }

// Loads at the reference, at any time.
void LinearStepper::take_loads(double time) {
  model_->reference.time = time;
  system_.fill(model_->reference, snapshot_);
  residual_.setZero();
  ResidualSink sink(layout_, entries_of(residual_));
  system_.loads(snapshot_.context(), sink);
  take_driven();
}

// Prescribed positions are missed by phi(t) where the reference stays: nodes go there.         (linear.md 7)
void LinearStepper::take_driven() {
  is_driven_ = false;
  const auto close = [this](double factor, VecX& motion) {
    motion.setZero();
    if (largest_of(phi_) == 0.0) return;
    is_driven_ = true;
    motion.head(layout_.motion_size()) = factor * model_->motions.closing_motion(phi_);
  };
  const Context& context = snapshot_.context();
  system_.phi(context, entries_of(phi_));
  phi_ -= model_->phi;
  close(1.0, driven_.way);
  system_.phi_dot(context, entries_of(phi_));
  close(1.0, driven_.rate);
  system_.gamma(context, entries_of(phi_));
  close(-1.0, driven_.acceleration);
}

bool LinearStepper::rates(double time, const VecX& y, VecX& y_dot) {
  take_loads(time);
  const LinearModel& reduced = model_->reduced;
  const Index motions = reduced.motions();
  auto total = residual_.head(layout_.first_multiplier());
  if (is_driven_) {
    total += model_->full.M * driven_.acceleration;
    total += model_->full.C * driven_.rate;
    total += model_->full.K * driven_.way;
  }
  right_.noalias() = -reduced.Z.transpose() * total;
  right_.noalias() -= reduced.K * y.head(reduced.size());
  right_.noalias() -= reduced.C.leftCols(motions) * y.tail(motions);
  found_.noalias() = model_->inverse_inertia * right_;
  y_dot.head(motions) = y.tail(motions);
  y_dot.segment(motions, reduced.states) = found_.tail(reduced.states);
  y_dot.tail(motions) = found_.head(motions);
  return true;
}

void LinearStepper::displace(const VecX& y, const VecX& y_dot) {
  const LinearModel& reduced = model_->reduced;
  const Index motions = reduced.motions();
  displaced_ = driven_;
  displaced_.way.noalias() += reduced.Z * y.head(reduced.size());
  displaced_.rate.noalias() += reduced.Z * y_dot.head(reduced.size());
  displaced_.acceleration.noalias() += reduced.Z.leftCols(motions) * y_dot.tail(motions);
}

StepReport LinearStepper::step(State& state, double h, double end_time) {
  StepReport report;
  report.step_size = h;
  trial_ = state;
  trial_.step = state.step + 1;
  read_memory(state);
  model_->reference.step = trial_.step;
  rates(state.time, y_, y_dot_);
  rk4_.step(*this, state.time, h, end_time, y_dot_, y_);
  rates(end_time, y_, y_dot_);
  trial_.time = end_time;
  displace(y_, y_dot_);
  place_displaced(layout_, model_->reference, displaced_, trial_);
  if (!y_.allFinite()) {
    report.newton.status = NewtonStatus::not_finite;
    return report;
  }
  write_memory(trial_);
  system_.fill(trial_, snapshot_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  return report;
}

// G^T lambda = -(loads + M a + C v + K d): all that is of first order.                         (linear.md 9)
void LinearStepper::complete(State& state) {
  read_memory(state);
  model_->reference.step = state.step;
  rates(state.time, y_, y_dot_);
  displace(y_, y_dot_);
  place_displaced(layout_, model_->reference, displaced_, state);
  if (layout_.multipliers == 0) return;
  take_loads(state.time);
  const AbsoluteMatrices& full = model_->full;
  const VecX missing = residual_.head(layout_.first_multiplier()) + full.M * displaced_.acceleration +
                       full.C * displaced_.rate + full.K * displaced_.way;
  state.lambda = model_->reactions.solve(-missing.head(layout_.motion_size()));
}

std::vector<std::pair<std::string, std::string>> LinearStepper::summary() const {
  const Index size = (static_cast<Index>(y_.size()) + layout_.states) / 2;
  return {{"linear coordinates", fmt::format("{}, about the start", size)}};
}

std::string why_not_linear(const System& system, const State& state) {
  const Layout& layout = system.layout();
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    if (largest_of(state.v.segment(layout.motion_of(frame), layout.motion_width(frame))) > 0.0)
      return fmt::format("it starts from rest, and node '{}' moves at the start",
                         system.node_of(frame).label.name);
  if (system.has_modes()) return "it has joints or loads that are switched, or stick and slip";
  if (system.has_implicit_loads())
    return "it has loads that depend on reactions or accelerations, such as friction";
  for (const ConstraintLevel level : {ConstraintLevel::velocity, ConstraintLevel::acceleration})
    if (const std::vector<Index> multipliers = system.multipliers_of(level); !multipliers.empty()) {
      const System::Owner owner = system.owner_of(multipliers.front());
      return fmt::format("{} has equations on velocities or accelerations",
                         describe(*owner.set, owner.element));
    }
  const LinearModel model = linearise(system, state);
  const Eigen::FullPivLU<MatX> inertia(inertia_of(model));
  if (model.size() == 0 || inertia.isInvertible()) return {};
  Index coordinate = 0;
  inertia.kernel().col(0).cwiseAbs().maxCoeff(&coordinate);
  return fmt::format("nothing has inertia for '{}'",
                     model.coordinates[static_cast<std::size_t>(coordinate)].name);
}

void register_linear_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "linear")
          .summary("Small motions about the start, which is at rest: matrices of mass, damping and "
                   "stiffness stay what they are there, and so do the directions in which joints move."));
}

}  // namespace pintle
