#include "pintle/integrators/integrator.h"

#include <algorithm>
#include <cmath>

#include "pintle/math/rotations.h"
#include "pintle/math/se3.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

Quat quaternion_of(const State& state, Index node) {
  const double* q = state.q.data() + 7 * node + 3;
  return {q[0], q[1], q[2], q[3]};
}

void set_quaternion(State& state, Index node, const Quat& quaternion) {
  state.q.segment<4>(7 * node + 3) << quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z();
}

}  // namespace

Integrator::Integrator(const Layout& layout, LieFormulation formulation)
    : layout_(layout), formulation_(formulation) {
  for (VecX* vector : {&y_, &cv_, &ca_, &velocity_, &acceleration_, &position_correction_, &saved_.y,
                       &saved_.position_correction})
    vector->setZero(layout_.motion_size());
  for (VecX* vector : {&states_, &state_constant_, &saved_.states}) vector->setZero(layout_.states);
  operators_.resize(static_cast<std::size_t>(layout_.frames()));
}

void Integrator::to_group(const State& state, VecX& velocity, VecX& acceleration) const {
  velocity = state.v;
  acceleration = state.a;
  if (formulation_ == LieFormulation::spatial) return;
  for (Index node = 0; node < layout_.structural; ++node) {
    const Mat3 to_node = quaternion_of(state, node).toRotationMatrix().transpose();
    auto v = velocity.segment<3>(6 * node), omega = velocity.segment<3>(6 * node + 3);
    auto a = acceleration.segment<3>(6 * node), alpha = acceleration.segment<3>(6 * node + 3);
    omega = (to_node * omega).eval();
    alpha = (to_node * alpha).eval();
    if (formulation_ == LieFormulation::mixed) continue;
    v = (to_node * v).eval();
    a = (to_node * a - Vec3(omega).cross(Vec3(v))).eval();  // a = R (Vdot + Omega x V)
  }
}

// Increments in the node's components act on the right, those in the ground's on the left: the bracket
// changes its sign. Taken of mean velocities y / h: the multipliers hold y where constraints are, but v and
// vdot there only as far as the scheme damps them, and must not act on y in turn.
void Integrator::add_turning(const State& start, double cubes) {
  const auto mean = start.memory.segment(memory_of_mean(), turning_size());
  const auto rate = start.memory.segment(memory_of_mean_rate(), turning_size());
  const double factor = (formulation_ == LieFormulation::spatial ? -1.0 : 1.0) * cubes / 12.0;
  for (Index node = 0; node < layout_.structural; ++node) {
    const Vec3 omega = mean.segment<3>(6 * node + 3), alpha = rate.segment<3>(6 * node + 3);
    y_.segment<3>(6 * node + 3) += factor * omega.cross(alpha);
    if (formulation_ != LieFormulation::local) continue;
    const Vec3 v = mean.segment<3>(6 * node), a = rate.segment<3>(6 * node);
    y_.segment<3>(6 * node) += factor * (omega.cross(a) + v.cross(alpha));
  }
}

void Integrator::start(State& state) const {
  state.memory.setZero(memory_size());
  state.memory.segment(own_memory(), layout_.multipliers) = state.lambda;
  VecX velocity(layout_.motion_size()), acceleration(layout_.motion_size());
  to_group(state, velocity, acceleration);
  state.memory.segment(memory_of_mean(), turning_size()) = velocity.head(turning_size());
  state.memory.segment(memory_of_mean_rate(), turning_size()) = acceleration.head(turning_size());
  start_memory(state, velocity, acceleration);
}

void Integrator::begin_step(const State& start, double h, double end_time, State& trial) {
  start_ = &start;
  h_ = h;
  if (has_position_correction_) position_correction_.setZero();
  has_position_correction_ = false;
  to_group(start, velocity_, acceleration_);
  set_constants(start);

  // Multipliers go on as they went over the last step.
  const double h_previous = previous_step(start);
  const double ratio = h_previous > 0.0 ? h / h_previous : 0.0;
  trial.lambda =
      start.lambda + ratio * (start.lambda - start.memory.segment(own_memory(), layout_.multipliers));
  trial.history = start.history;
  trial.step = start.step + 1;
  trial.step_size = start.step_size;
  trial.time = end_time;
}

void Integrator::end_step(const State& start, State& trial) const {
  if (trial.memory.size() != memory_size()) trial.memory.resize(memory_size());
  write_memory(start, trial);
  trial.memory.segment(own_memory(), layout_.multipliers) = start.lambda;
  const double h_previous = previous_step(start);
  auto mean = trial.memory.segment(memory_of_mean(), turning_size());
  mean = y_.head(turning_size()) / h_;
  trial.memory.segment(memory_of_mean_rate(), turning_size()) =
      (mean - start.memory.segment(memory_of_mean(), turning_size())) / (0.5 * (h_ + h_previous));
  trial.memory[memory_size() - 3] = h_ < h_previous ? 1.0 : steps_since_fall(start) + 1.0;
  trial.memory[memory_size() - 2] = h_previous > 0.0 && h_ > h_previous ? 1.0 : steps_since_rise(start) + 1.0;
  trial.memory[memory_size() - 1] = h_;
}

Vec6 Integrator::group_increment(Index node, const Vec6& spatial) const {
  const auto y = y_.segment<6>(6 * node);
  Vec6 result = spatial;
  switch (formulation_) {
    case LieFormulation::spatial:
      result.tail<3>() = so3::inverse_tangent(Vec3(y.tail<3>())).transpose() * spatial.tail<3>();
      break;
    case LieFormulation::mixed: {
      const Vec3 theta = quaternion_of(*trial_, node).conjugate() * Vec3(spatial.tail<3>());
      result.tail<3>() = so3::inverse_tangent(Vec3(y.tail<3>())) * theta;
      break;
    }
    case LieFormulation::local: {
      const Mat3 to_node = quaternion_of(*trial_, node).toRotationMatrix().transpose();
      Vec6 local;
      local << to_node * spatial.head<3>(), to_node * spatial.tail<3>();
      result = se3::inverse_tangent(y) * local;
      break;
    }
  }
  return result;
}

void Integrator::apply(std::span<const double> increment) {
  const Eigen::Map<const VecX> delta(increment.data(), layout_.motion_size() + layout_.states);
  for (Index node = 0; node < layout_.structural; ++node)
    y_.segment<6>(6 * node) += group_increment(node, delta.segment<6>(6 * node));
  const Index rest = 6 * layout_.structural;
  y_.tail(layout_.motion_size() - rest) += delta.segment(rest, layout_.motion_size() - rest);
  states_ += delta.tail(layout_.states);
}

void Integrator::apply_position_correction(std::span<const double> increment) {
  position_correction_ += Eigen::Map<const VecX>(increment.data(), layout_.motion_size());
  has_position_correction_ = true;
}

void Integrator::move_node(Index node, State& trial) const {
  const Vec6 y = y_.segment<6>(6 * node);
  const Quat start = quaternion_of(*start_, node);
  const auto x_start = start_->q.segment<3>(7 * node);
  auto x = trial.q.segment<3>(7 * node);
  Quat turned;
  if (formulation_ == LieFormulation::local) {
    const se3::Motion pose = se3::exp(y);
    x = x_start + start * pose.translation;
    turned = start * pose.rotation;
  } else {
    x = x_start + y.head<3>();
    const Quat turn = so3::exp(Vec3(y.tail<3>()));
    turned = formulation_ == LieFormulation::spatial ? turn * start : start * turn;
  }
  if (has_position_correction_) {
    x += position_correction_.segment<3>(6 * node);
    turned = so3::exp(Vec3(position_correction_.segment<3>(6 * node + 3))) * turned;
  }
  turned.normalize();
  set_quaternion(trial, node, turned);
  if (formulation_ == LieFormulation::spatial) return;

  // Back to ground components.
  const Mat3 R = turned.toRotationMatrix();
  auto v = trial.v.segment<3>(6 * node), omega = trial.v.segment<3>(6 * node + 3);
  auto a = trial.a.segment<3>(6 * node), alpha = trial.a.segment<3>(6 * node + 3);
  if (formulation_ == LieFormulation::local) {
    a = (R * (a + Vec3(omega).cross(Vec3(v)))).eval();
    v = (R * v).eval();
  }
  omega = (R * omega).eval();
  alpha = (R * alpha).eval();
}

void Integrator::evaluate(State& trial) {
  trial_ = &trial;
  trial.v = gamma_prime_ * y_ + cv_;
  trial.a = beta_prime_ * y_ + ca_;
  for (Index node = 0; node < layout_.structural; ++node) move_node(node, trial);
  const Index rest = layout_.motion_size() - 6 * layout_.structural;
  trial.q.tail(rest) = start_->q.tail(rest) + y_.tail(rest);
  if (has_position_correction_) trial.q.tail(rest) += position_correction_.tail(rest);
  trial.x = states_;
  trial.xdot = state_factor_ * states_ + state_constant_;
}

void Integrator::fill_operators_of(Index node, const State& trial) {
  MotionOperators& op = operators_[static_cast<std::size_t>(node) + 1];
  const Vec6 y = y_.segment<6>(6 * node);
  op.velocity.setZero();
  op.acceleration.setZero();
  op.velocity.topLeftCorner<3, 3>().diagonal().setConstant(gamma_prime_);
  op.acceleration.topLeftCorner<3, 3>().diagonal().setConstant(beta_prime_);
  const Mat3 omega = skew(Vec3(trial.v.segment<3>(6 * node + 3)));
  const Mat3 alpha = skew(Vec3(trial.a.segment<3>(6 * node + 3)));
  switch (formulation_) {
    case LieFormulation::spatial: {
      // dy = T(y)^-T dtheta
      const Mat3 inverse = so3::inverse_tangent(Vec3(y.tail<3>())).transpose();
      op.velocity.bottomRightCorner<3, 3>() = gamma_prime_ * inverse;
      op.acceleration.bottomRightCorner<3, 3>() = beta_prime_ * inverse;
      break;
    }
    case LieFormulation::mixed: {
      // omega = R Omega: domega = R gamma' T^-1 R^T dtheta - omega~ dtheta, and alike for alpha
      const Mat3 R = quaternion_of(trial, node).toRotationMatrix();
      const Mat3 inverse = R * so3::inverse_tangent(Vec3(y.tail<3>())) * R.transpose();
      op.velocity.bottomRightCorner<3, 3>() = gamma_prime_ * inverse - omega;
      op.acceleration.bottomRightCorner<3, 3>() = beta_prime_ * inverse - alpha;
      break;
    }
    case LieFormulation::local: {
      // v = R V, a = R (Vdot + Omega x V): with B = R T^-1 R^T in ground components,
      // dv = gamma' B_v - v~, da = beta' B_v + gamma' (omega~ B_v - v~ B_w) - a~
      const Mat3 R = quaternion_of(trial, node).toRotationMatrix();
      Mat6 turn = Mat6::Zero();
      turn.topLeftCorner<3, 3>() = R;
      turn.bottomRightCorner<3, 3>() = R;
      const Mat6 b = turn * se3::inverse_tangent(y) * turn.transpose();
      const Mat3 v = skew(Vec3(trial.v.segment<3>(6 * node)));
      const Mat3 a = skew(Vec3(trial.a.segment<3>(6 * node)));
      op.velocity = gamma_prime_ * b;
      op.velocity.topRightCorner<3, 3>() -= v;
      op.velocity.bottomRightCorner<3, 3>() -= omega;
      op.acceleration = beta_prime_ * b;
      op.acceleration.topRows<3>() += gamma_prime_ * (omega * b.topRows<3>() - v * b.bottomRows<3>());
      op.acceleration.topRightCorner<3, 3>() -= a;
      op.acceleration.bottomRightCorner<3, 3>() -= alpha;
      break;
    }
  }
}

void Integrator::fill_operators(const State& trial) {
  for (Index node = 0; node < layout_.structural; ++node) fill_operators_of(node, trial);
  for (FrameIndex frame = layout_.structural + 1; frame < layout_.frames(); ++frame) {
    MotionOperators& op = operators_[static_cast<std::size_t>(frame)];
    op.velocity.diagonal().head<3>().setConstant(gamma_prime_);
    op.acceleration.diagonal().head<3>().setConstant(beta_prime_);
  }
}

double Integrator::estimate_error(const State& start, const State& end, double tolerance,
                                  double length) const {
  const auto [first, second] = error_constants();
  const double h2 = h_ * h_;
  double worst = 0.0;
  for (Index i = 0; i < layout_.motion_size(); ++i) {
    const double scale = layout_.kind_of(i) == EquationKind::rotation ? 1.0 : length;
    const double error =
        h2 * (std::abs(first * end.a[i]) + std::abs(second) * std::abs(end.a[i] - start.a[i]));
    worst = std::max(worst, error / (tolerance * scale));
  }
  return worst;
}

void Integrator::save_iterate() {
  saved_.y = y_;
  saved_.position_correction = position_correction_;
  saved_.states = states_;
}

void Integrator::restore_iterate() {
  y_ = saved_.y;
  position_correction_ = saved_.position_correction;
  states_ = saved_.states;
}

}  // namespace pintle
