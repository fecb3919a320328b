#include "tests/support/battery_system.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

std::string nth_name(char first, int i) { return std::string(1, static_cast<char>(first + i)); }

void add_nodes(SystemBuilder& builder, const BatterySubject& subject, BatteryRandom& random) {
  for (int i = 0; i < subject.structural_nodes; ++i)
    builder.add_structural_node({nth_name('a', i), {}},
                                {random.vector(), random.rotation(), random.vector(), random.vector()},
                                subject.has_dynamic_nodes);
  for (int i = 0; i < subject.displacement_nodes; ++i)
    builder.add_displacement_node({nth_name('p', i), {}}, random.vector(), random.vector());
  for (int i = 0; i < subject.scalar_nodes; ++i)
    builder.add_scalar_node({nth_name('s', i), {}}, random.uniform(-1, 1), random.uniform(-1, 1));
}

// Displacement nodes count as dynamic for the builder, which wants a body on each; the battery needs none.
void mark_nodes_used(SystemBuilder& builder, const BatterySubject& subject) {
  for (int i = 0; i < subject.structural_nodes; ++i) builder.frame_of(nth_name('a', i), {});
  for (int i = 0; i < subject.displacement_nodes; ++i)
    builder.claim_inertia(builder.frame_of(nth_name('p', i), {}), "battery");
}

void randomise(State& state, const Layout& layout, BatteryRandom& random) {
  state.a = random.vector_of(layout.motion_size());
  state.x = random.vector_of(layout.states);
  state.xdot = random.vector_of(layout.states);
  state.lambda = random.vector_of(layout.multipliers);
}

}  // namespace

std::optional<BatterySystem> BatterySystem::make(const BatterySubject& subject, const BatteryOptions& options,
                                                 BatteryRandom& random, BatteryReport& report) {
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  add_nodes(builder, subject, random);
  BatteryBuild build{builder, random, {}};
  subject.build(build);
  mark_nodes_used(builder, subject);
  std::optional<Assembled> assembled = builder.finish();
  if (!assembled || !diagnostics.is_empty()) {
    report.fail(BatteryCheck::building, "diagnostics:\n" + diagnostics.to_text());
    if (!assembled) return std::nullopt;
  }

  BatterySystem model;
  model.assembled_ = std::move(*assembled);
  model.second_sides_ = std::move(build.second_sides);
  model.gravity_ = options.gravity;
  const Layout& layout = model.layout();
  model.snapshot_ = model.system().make_snapshot();
  model.before_ = model.system().make_snapshot();

  // The present state lies a step away from the last accepted one, whose history was committed.
  State& state = model.assembled_.state;
  state.time = random.uniform(0.1, 1.0);
  randomise(state, layout, random);
  model.system().fill(state, model.before_);
  model.system().commit(model.before_.context(), state);
  model.state_before_ = state;
  model.system().fill(model.state_before_, model.before_);
  state = model.moved(state, random.vector_of(layout.motion_size(), 0.1));
  state.time += 0.05;
  randomise(state, layout, random);
  // Equations that do not hold in the present mode ask for nothing but this.
  std::vector<Index> inactive;
  model.system().list_inactive(model.context(state), inactive);
  for (const Index i : inactive) state.lambda[i] = 0.0;
  return model;
}

const Context& BatterySystem::context(const State& state) {
  system().fill(state_before_, before_);
  before_.context().gravity = gravity_;
  system().fill(state, snapshot_);
  snapshot_.context().gravity = gravity_;
  snapshot_.context().step_start = &before_.context();
  return snapshot_.context();
}

VecX BatterySystem::residual(const Context& context) const {
  VecX result = VecX::Zero(layout().equations() + Layout::kGroundRoom);
  ResidualSink sink(layout(), {result.data(), static_cast<std::size_t>(result.size())});
  system().residual(context, sink);
  return result;
}

MatX BatterySystem::dense(const std::vector<double>& values) const {
  const SparsePattern& pattern = system().pattern();
  MatX matrix = MatX::Zero(pattern.rows(), pattern.cols());
  for (Index column = 0; column < pattern.cols(); ++column)
    for (Index k = pattern.col_start()[column]; k < pattern.col_start()[column + 1]; ++k)
      matrix(pattern.row_index()[k], column) = values[k];
  return matrix;
}

MatX BatterySystem::tangent(const State& state, const TangentCoefficients& coefficients) {
  std::vector<double> values(static_cast<std::size_t>(system().pattern().nonzeros()));
  TangentSink sink(system().blocks(), coefficients, values);
  system().tangent(context(state), sink);
  return dense(values);
}

VecX BatterySystem::phi(const State& state) {
  VecX out = VecX::Zero(layout().multipliers);
  system().phi(context(state), {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}
VecX BatterySystem::phi_dot(const State& state) {
  VecX out = VecX::Zero(layout().multipliers);
  system().phi_dot(context(state), {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}
VecX BatterySystem::gamma(const State& state) {
  VecX out = VecX::Zero(layout().multipliers);
  system().gamma(context(state), {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

MatX BatterySystem::constraint_matrix(const State& state) {
  const auto frames = operators(0.0, 0.0);
  const TangentCoefficients coefficients = pick(frames, 1.0, 0.0, 0.0);
  std::vector<double> values(static_cast<std::size_t>(system().pattern().nonzeros()));
  TangentSink sink(system().blocks(), coefficients, values);
  system().constraint_jacobian(context(state), sink);
  return dense(values);
}

MatX BatterySystem::jacobian(const State& state) {
  return constraint_matrix(state).block(layout().first_multiplier(), 0, layout().multipliers,
                                        layout().motion_size());
}

State BatterySystem::moved(const State& state, const VecX& increment) const {
  State result = state;
  const Layout& l = layout();
  for (FrameIndex frame = 1; frame < l.frames(); ++frame) {
    const Index q = l.configuration_of(frame), v = l.motion_of(frame);
    result.q.segment<3>(q) += increment.segment<3>(v);
    if (!l.is_structural(frame)) continue;
    const Quat old(state.q[q + 3], state.q[q + 4], state.q[q + 5], state.q[q + 6]);
    const Quat turned = normalised(Quat(so3::exp(Vec3(increment.segment<3>(v + 3))) * old));
    result.q.segment<4>(q + 3) << turned.w(), turned.x(), turned.y(), turned.z();
  }
  result.q.segment(l.first_scalar_configuration(), l.scalars) +=
      increment.segment(l.first_scalar(), l.scalars);
  return result;
}

State BatterySystem::advanced(const State& state, double time) const {
  State result = moved(state, time * state.v + 0.5 * time * time * state.a);
  result.v += time * state.a;
  result.x += time * state.xdot;
  result.time += time;
  return result;
}

std::optional<State> BatterySystem::consistent(State state) {
  constexpr int kIterations = 100;
  constexpr double kLargestStep = 0.5;
  for (int i = 0; i < kIterations; ++i) {
    const VecX violation = phi(state);
    if (violation.lpNorm<Eigen::Infinity>() < 1e-13) return state;
    MatX g = jacobian(state);
    for (Index row = 0; row < g.rows(); ++row)
      if (system().level_of(row) != ConstraintLevel::position) g.row(row).setZero();
    VecX step = -g.completeOrthogonalDecomposition().solve(violation);
    if (step.norm() > kLargestStep) step *= kLargestStep / step.norm();
    state = moved(state, step);
  }
  return std::nullopt;
}

BatterySystem::WrenchSum BatterySystem::wrench_sum(const State& state, const VecX& residual,
                                                   bool with_ground) {
  const Context& c = context(state);
  WrenchSum sum;
  for (FrameIndex frame = with_ground ? kGroundFrame : 1; frame < layout().frames(); ++frame) {
    const Index row = layout().motion_of(frame);
    const Vec3 force = residual.segment<3>(row);
    Vec3 moment = c.frames[frame].x.cross(force);
    if (!layout().is_displacement(frame)) moment += residual.segment<3>(row + 3);
    sum.total.head<3>() += force;
    sum.total.tail<3>() += moment;
    sum.size = std::max({sum.size, force.norm(), moment.norm()});
  }
  return sum;
}

TangentCoefficients BatterySystem::pick(const std::vector<MotionOperators>& frames, double position,
                                        double velocity, double acceleration) {
  TangentCoefficients coefficients;
  coefficients.position = position;
  coefficients.frames = frames;
  coefficients.scalar_velocity = velocity;
  coefficients.scalar_acceleration = acceleration;
  coefficients.state_rate = velocity;
  return coefficients;
}

std::vector<MotionOperators> BatterySystem::operators(double velocity, double acceleration) const {
  return std::vector<MotionOperators>(static_cast<std::size_t>(layout().frames()),
                                      {velocity * Mat6::Identity(), acceleration * Mat6::Identity()});
}

WorstEntry worst_entry(const MatX& a, const MatX& b) {
  WorstEntry worst;
  for (Index column = 0; column < a.cols(); ++column)
    for (Index row = 0; row < a.rows(); ++row) {
      const double error = std::abs(a(row, column) - b(row, column));
      if (error > worst.error || !std::isfinite(error))
        worst = {row, column, a(row, column), b(row, column), error};
      if (!std::isfinite(error)) return worst;
    }
  return worst;
}

}  // namespace pintle
