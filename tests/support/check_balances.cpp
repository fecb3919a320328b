// Symmetries and balances: rigid motion of everything, action = reaction, energy, momentum.
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>

#include "tests/support/battery_system.h"

namespace pintle {

namespace {

// Everything, the ground included, turned by Q about the origin and then shifted.
struct RigidMove {
  Mat3 turn;
  Vec3 shift;

  Frame operator()(const Frame& f) const {
    return {turn * f.x + shift, turn * f.R, turn * f.v, turn * f.omega, turn * f.a, turn * f.alpha};
  }
};

// Forces turn with the frames they act on; scalars and states stay.
VecX turned_residual(const Layout& layout, const VecX& residual, const Mat3& turn) {
  VecX result = residual;
  const auto turn_at = [&](Index row) { result.segment<3>(row) = turn * residual.segment<3>(row); };
  for (FrameIndex frame = kGroundFrame; frame < layout.frames(); ++frame) {
    turn_at(layout.motion_of(frame));
    if (!layout.is_displacement(frame)) turn_at(layout.motion_of(frame) + 3);
  }
  return result;
}

// Rows of motion, with those of the ground.
VecX forces_of(const Layout& layout, const VecX& residual) {
  VecX forces(layout.motion_size() + Layout::kGroundRoom);
  forces << residual.head(layout.motion_size()), residual.tail(Layout::kGroundRoom);
  return forces;
}

// Equations in ground components turn, so multipliers and phi are compared by their size per element.
void compare_sizes(BatteryTrial& trial, std::string_view what, const VecX& before, const VecX& after) {
  for (const auto& set : trial.model.system().sets()) {
    const ConstraintSet* constraints = set->as_constraints();
    if (!constraints) continue;
    for (Index element = 0; element < constraints->size(); ++element) {
      const Index first = constraints->first_multiplier(element), count = constraints->equations_of(element);
      const double a = before.segment(first, count).norm(), b = after.segment(first, count).norm();
      if (!is_small(std::abs(a - b), trial.options.exact * std::max(1.0, a) * 100.0))
        trial.report.fail(BatteryCheck::invariance,
                          fmt::format("{} of {} has size {:.9g}, and {:.9g} after a rigid move", what,
                                      describe(*set, element), a, b));
    }
  }
}

void compare_forces(BatteryTrial& trial, std::string_view when, const VecX& given, const VecX& expected) {
  const double size = std::max(1.0, expected.cwiseAbs().maxCoeff());
  const WorstEntry worst = worst_entry(given, expected);
  if (is_small(worst.error, 100.0 * trial.options.exact * size)) return;
  const Index motion = trial.model.layout().motion_size();
  trial.report.fail(
      BatteryCheck::invariance,
      fmt::format("residual of [{}] {}: {:.9g}, expected {:.9g}",
                  worst.row < motion ? trial.model.system().name_of(EquationId{worst.row}) : "the ground",
                  when, worst.a, worst.b));
}

// Multipliers of equations in ground components turn with everything: the ones that give the same forces.
VecX matching_multipliers(BatterySystem& model, Context context, const VecX& expected) {
  const Layout& layout = model.layout();
  VecX lambda = VecX::Zero(layout.multipliers);
  if (lambda.size() == 0) return lambda;
  context.multipliers = {lambda.data(), static_cast<std::size_t>(lambda.size())};
  const VecX without = forces_of(layout, model.residual(context));
  MatX columns(without.size(), lambda.size());
  for (Index i = 0; i < lambda.size(); ++i) {
    lambda.setZero();
    lambda[i] = 1.0;
    columns.col(i) = forces_of(layout, model.residual(context)) - without;
  }
  return columns.completeOrthogonalDecomposition().solve(expected - without);
}

void check_objectivity(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const Context base = model.context(model.state());
  const VecX expected = forces_of(model.layout(), model.residual(base));
  std::vector<Frame> frames(base.frames.begin(), base.frames.end());
  const Vec3 velocity = trial.random.vector(), omega = trial.random.vector();
  for (Frame& frame : frames) {
    frame.v += velocity + omega.cross(frame.x);
    frame.omega += omega;
  }
  Context spun = base;
  spun.frames = frames;
  compare_forces(trial, "with a rigid motion superposed", forces_of(model.layout(), model.residual(spun)),
                 expected);
}

Vec6 momenta(const Totals& totals) {
  Vec6 result;
  result << totals.linear_momentum, totals.angular_momentum;
  return result;
}

}  // namespace

void check_invariance(BatteryTrial& trial) {
  if (trial.options.is_objective) check_objectivity(trial);
  if (!trial.options.is_invariant) return;
  BatterySystem& model = trial.model;
  const Layout& layout = model.layout();
  const Context base = model.context(model.state());
  const Totals totals = model.system().totals(base);
  const RigidMove move{trial.random.rotation(), trial.random.vector(3.0)};
  const VecX turned = turned_residual(layout, model.residual(base), move.turn);
  std::vector<Frame> frames, frames_before;
  for (const Frame& frame : base.frames) frames.push_back(move(frame));
  for (const Frame& frame : base.step_start->frames) frames_before.push_back(move(frame));
  Context before = *base.step_start, after = base;
  before.frames = frames_before;
  after.frames = frames;
  after.step_start = &before;

  const VecX lambda = matching_multipliers(model, after, forces_of(layout, turned));
  after.multipliers = {lambda.data(), static_cast<std::size_t>(lambda.size())};
  const VecX residual = model.residual(after);
  compare_forces(trial, "after a rigid move of everything", forces_of(layout, residual),
                 forces_of(layout, turned));
  compare_sizes(trial, "the multipliers", model.state().lambda, lambda);
  compare_sizes(trial, "phi", turned.segment(layout.first_multiplier(), layout.multipliers),
                residual.segment(layout.first_multiplier(), layout.multipliers));

  const Totals moved = model.system().totals(after);
  const double energy = totals.kinetic + totals.potential, energy_moved = moved.kinetic + moved.potential;
  if (!is_small(std::abs(energy - energy_moved), trial.options.exact * std::max(1.0, std::abs(energy))))
    trial.report.fail(BatteryCheck::invariance,
                      fmt::format("energy {:.12g} J, and {:.12g} J after a rigid move of "
                                  "everything",
                                  energy, energy_moved));
}

void check_reciprocity(BatteryTrial& trial) {
  if (!trial.options.is_internal) return;
  BatterySystem& model = trial.model;
  // Where a constraint is violated its forces may lie apart and make a couple.
  const std::optional<State> met = model.has_constraints() ? model.consistent(model.state()) : model.state();
  if (!met) return;  // check_rank has reported it
  constexpr bool kWithGround = true;
  const auto sum = model.wrench_sum(*met, model.residual(*met), kWithGround);
  if (is_small(sum.total.norm(), 10.0 * trial.options.exact * std::max(1.0, sum.size))) return;
  const Vec6& w = sum.total;
  trial.report.fail(BatteryCheck::reciprocity,
                    fmt::format("all forces add up to ({:.6g}, {:.6g}, {:.6g}) N and their moments about the "
                                "origin to ({:.6g}, {:.6g}, "
                                "{:.6g}) N m; the largest part is {:.6g}",
                                w[0], w[1], w[2], w[3], w[4], w[5], sum.size));
}

void check_energy(BatteryTrial& trial) {
  const bool is_conservative = trial.options.is_conservative;
  if (!is_conservative && !trial.options.is_dissipative) return;
  BatterySystem& model = trial.model;
  const State& state = model.state();
  using Number = Eigen::Matrix<double, 1, 1>;
  const double growth = first_derivative([&](double t) -> Number {
    const Totals totals = model.totals(model.advanced(state, t));
    return Number(totals.kinetic + totals.potential);
  })[0];
  // The residual is what the elements resist: its power feeds their energy.
  const double power = model.residual(state).head(model.layout().motion_size()).dot(state.v);
  const double lost = power - growth;
  const double limit = trial.options.tolerance * std::max({1.0, std::abs(power), std::abs(growth)});
  if (is_conservative ? is_small(std::abs(lost), limit) : lost >= -limit) return;
  trial.report.fail(
      BatteryCheck::energy,
      fmt::format("the energy grows by {:.9g} W while the residual's power is {:.9g} W", growth, power));
}

void check_momentum(BatteryTrial& trial) {
  if (!trial.options.has_momentum) return;
  BatterySystem& model = trial.model;
  const State& state = model.state();
  const Vec6 growth =
      first_derivative([&](double t) { return momenta(model.totals(model.advanced(state, t))); });
  constexpr bool kWithGround = true;
  const auto sum = model.wrench_sum(state, model.residual(state), !kWithGround);
  const WorstEntry worst = worst_entry(growth, sum.total);
  if (is_small(worst.error, trial.options.tolerance * std::max(1.0, sum.size))) return;
  trial.report.fail(
      BatteryCheck::momentum,
      fmt::format("{} momentum, component {}: grows by {:.9g}, the residual adds up to {:.9g}",
                  worst.row < 3 ? "linear" : "angular", "xyz"[worst.row % 3], worst.a, worst.b));
}

}  // namespace pintle
