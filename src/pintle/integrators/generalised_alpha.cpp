#include "pintle/integrators/generalised_alpha.h"

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

AlphaCoefficients AlphaCoefficients::from_rho(double rho) {
  AlphaCoefficients c{};
  c.alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
  c.alpha_f = rho / (rho + 1.0);
  c.gamma = 0.5 - c.alpha_m + c.alpha_f;
  c.beta = 0.25 * (1.0 - c.alpha_m + c.alpha_f) * (1.0 - c.alpha_m + c.alpha_f);
  return c;
}

GeneralisedAlpha::GeneralisedAlpha(const Layout& layout, LieFormulation formulation, double rho)
    : layout_(layout), formulation_(formulation), coefficients_(AlphaCoefficients::from_rho(rho)) {
  const Index motion = layout_.motion_size();
  for (VecX* vector : {&y_, &cv_, &ca_, &velocity_, &acceleration_, &a_, &position_correction_, &saved_.y,
                       &saved_.position_correction})
    vector->setZero(motion);
  for (VecX* vector : {&states_, &state_constant_, &saved_.states}) vector->setZero(layout_.states);
  operators_.resize(static_cast<std::size_t>(layout_.frames()));
}

Index GeneralisedAlpha::memory_size() const { return memory_of_step() + 1; }

void GeneralisedAlpha::to_group(const State& state, VecX& velocity, VecX& acceleration) const {
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

void GeneralisedAlpha::start(State& state) const {
  state.memory.setZero(memory_size());
  VecX velocity(layout_.motion_size()), acceleration(layout_.motion_size());
  to_group(state, velocity, acceleration);
  state.memory.segment(memory_of_acceleration(), layout_.motion_size()) = acceleration;
  state.memory.segment(memory_of_previous(), layout_.motion_size()) = acceleration;
  state.memory.segment(memory_of_state_rate(), layout_.states) = state.xdot;
  state.memory.segment(memory_of_multipliers(), layout_.multipliers) = state.lambda;
}

void GeneralisedAlpha::refine_start(State& state, const State& later) const {
  const double delta = coefficients_.alpha_m - coefficients_.alpha_f;
  VecX velocity(layout_.motion_size()), now(layout_.motion_size()), then(layout_.motion_size());
  to_group(later, velocity, then);
  to_group(state, velocity, now);
  state.memory.segment(memory_of_acceleration(), layout_.motion_size()) = now + delta * (then - now);
  state.memory.segment(memory_of_state_rate(), layout_.states) =
      state.xdot + delta * (later.xdot - state.xdot);
}

void GeneralisedAlpha::begin_step(const State& start, double h, double end_time, State& trial) {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  start_ = &start;
  h_ = h;
  gamma_prime_ = gamma / (beta * h);
  beta_prime_ = (1.0 - alpha_m) / (beta * h * h * (1.0 - alpha_f));
  state_factor_ = (1.0 - alpha_m) / (gamma * h * (1.0 - alpha_f));
  if (has_position_correction_) position_correction_.setZero();
  has_position_correction_ = false;
  set_constants(start);
  predict(start);

  // Multipliers go on as they went over the last step.
  const double h_previous = start.memory[memory_of_step()];
  const double ratio = h_previous > 0.0 ? h / h_previous : 0.0;
  trial.lambda = start.lambda +
                 ratio * (start.lambda - start.memory.segment(memory_of_multipliers(), layout_.multipliers));
  trial.history = start.history;
  trial.step = start.step + 1;
  trial.step_size = start.step_size;
  trial.time = end_time;
}

// v = gamma' y + cv and vdot = beta' y + ca; xdot = factor x + constant.
void GeneralisedAlpha::set_constants(const State& start) {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  to_group(start, velocity_, acceleration_);
  a_ = start.memory.segment(memory_of_acceleration(), layout_.motion_size());
  // a stands for the acceleration at t + Delta_alpha h: it moves with the step size.
  const double h_previous = start.memory[memory_of_step()];
  if (h_previous > 0.0 && h_previous != h_) a_ = acceleration_ + (h_ / h_previous) * (a_ - acceleration_);
  y_ = h_ * velocity_ + h_ * h_ * (0.5 - beta) * a_;  // the part of y that is known
  cv_ = velocity_ + h_ * (1.0 - gamma) * a_ - gamma_prime_ * y_;
  ca_ = (alpha_m * a_ - alpha_f * acceleration_) / (1.0 - alpha_f) - beta_prime_ * y_;

  const auto rate = start.memory.segment(memory_of_state_rate(), layout_.states);
  state_constant_ = (alpha_m * rate - alpha_f * start.xdot) / (1.0 - alpha_f) -
                    state_factor_ * (start.x + h_ * (1.0 - gamma) * rate);
}

// The acceleration goes on as it went over the last step: vdot_{n+1} = vdot_n + (h/h_previous) (vdot_n -
// vdot_{n-1}).
void GeneralisedAlpha::predict(const State& start) {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  const double h_previous = start.memory[memory_of_step()];
  const double ratio = h_previous > 0.0 ? h_ / h_previous : 0.0;
  const auto previous = start.memory.segment(memory_of_previous(), layout_.motion_size());
  const double by_guess = (1.0 - alpha_f) / (1.0 - alpha_m);
  y_ += (h_ * h_ * beta) * (by_guess * (acceleration_ + ratio * (acceleration_ - previous)) +
                            (alpha_f * acceleration_ - alpha_m * a_) / (1.0 - alpha_m));
  states_ = start.x + h_ * start.xdot;
}

Vec6 GeneralisedAlpha::group_increment(Index node, const Vec6& spatial) const {
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

void GeneralisedAlpha::apply(std::span<const double> increment) {
  const Eigen::Map<const VecX> delta(increment.data(), layout_.motion_size() + layout_.states);
  for (Index node = 0; node < layout_.structural; ++node)
    y_.segment<6>(6 * node) += group_increment(node, delta.segment<6>(6 * node));
  const Index rest = 6 * layout_.structural;
  y_.tail(layout_.motion_size() - rest) += delta.segment(rest, layout_.motion_size() - rest);
  states_ += delta.tail(layout_.states);
}

void GeneralisedAlpha::apply_position_correction(std::span<const double> increment) {
  position_correction_ += Eigen::Map<const VecX>(increment.data(), layout_.motion_size());
  has_position_correction_ = true;
}

void GeneralisedAlpha::evaluate(State& trial) {
  trial_ = &trial;
  trial.v = gamma_prime_ * y_ + cv_;
  trial.a = beta_prime_ * y_ + ca_;
  for (Index node = 0; node < layout_.structural; ++node) {
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
    if (formulation_ == LieFormulation::spatial) continue;

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
  const Index rest = layout_.motion_size() - 6 * layout_.structural;
  trial.q.tail(rest) = start_->q.tail(rest) + y_.tail(rest);
  if (has_position_correction_) trial.q.tail(rest) += position_correction_.tail(rest);
  trial.x = states_;
  trial.xdot = state_factor_ * states_ + state_constant_;
}

void GeneralisedAlpha::fill_operators(const State& trial) {
  const auto write = [this](FrameIndex frame) -> MotionOperators& {
    return operators_[static_cast<std::size_t>(frame)];
  };
  for (Index node = 0; node < layout_.structural; ++node) {
    MotionOperators& op = write(node + 1);
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
  for (FrameIndex frame = layout_.structural + 1; frame < layout_.frames(); ++frame) {
    write(frame).velocity.diagonal().head<3>().setConstant(gamma_prime_);
    write(frame).acceleration.diagonal().head<3>().setConstant(beta_prime_);
  }
}

void GeneralisedAlpha::end_step(const State& start, State& trial) const {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  if (trial.memory.size() != memory_size()) trial.memory.resize(memory_size());
  const Index motion = layout_.motion_size();
  // (1 - alpha_m) a_{n+1} = (1 - alpha_f) vdot_{n+1} + alpha_f vdot_n - alpha_m a_n
  trial.memory.segment(memory_of_acceleration(), motion) =
      ((1.0 - alpha_f) * (beta_prime_ * y_ + ca_) + alpha_f * acceleration_ - alpha_m * a_) / (1.0 - alpha_m);
  trial.memory.segment(memory_of_previous(), motion) = acceleration_;
  trial.memory.segment(memory_of_state_rate(), layout_.states) =
      ((1.0 - alpha_f) * trial.xdot + alpha_f * start.xdot -
       alpha_m * start.memory.segment(memory_of_state_rate(), layout_.states)) /
      (1.0 - alpha_m);
  trial.memory.segment(memory_of_multipliers(), layout_.multipliers) = start.lambda;
  trial.memory[memory_of_step()] = h_;
}

double GeneralisedAlpha::estimate_error(const State& start, const State& end, double tolerance,
                                        double length) const {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  // y - y_exact = h^3 (beta + Delta_alpha / 2 - 1/6) da/dt
  const double factor = std::abs(beta + 0.5 * (alpha_m - alpha_f) - 1.0 / 6.0) * h_ * h_;
  double worst = 0.0;
  for (Index i = 0; i < layout_.motion_size(); ++i) {
    const double scale = layout_.kind_of(i) == EquationKind::rotation ? 1.0 : length;
    worst = std::max(worst, factor * std::abs(end.a[i] - start.a[i]) / (tolerance * scale));
  }
  return worst;
}

void GeneralisedAlpha::save_iterate() {
  saved_.y = y_;
  saved_.position_correction = position_correction_;
  saved_.states = states_;
}

void GeneralisedAlpha::restore_iterate() {
  y_ = saved_.y;
  position_correction_ = saved_.position_correction;
  states_ = saved_.states;
}

}  // namespace pintle
