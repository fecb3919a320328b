#include "pintle/integrators/generalised_alpha.h"

#include <cmath>

namespace pintle {

AlphaCoefficients AlphaCoefficients::from_rho(double rho) {
  AlphaCoefficients c{};
  c.alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
  c.alpha_f = rho / (rho + 1.0);
  c.gamma = 0.5 - c.alpha_m + c.alpha_f;
  c.beta = 0.25 * (1.0 - c.alpha_m + c.alpha_f) * (1.0 - c.alpha_m + c.alpha_f);
  return c;
}

GeneralisedAlpha::GeneralisedAlpha(const Layout& layout, LieFormulation formulation, double rho)
    : Integrator(layout, formulation), coefficients_(AlphaCoefficients::from_rho(rho)) {
  a_.setZero(layout_.motion_size());
}

void GeneralisedAlpha::start_memory(State& state, const VecX& /*velocity*/, const VecX& acceleration) const {
  state.memory.segment(memory_of_acceleration(), layout_.motion_size()) = acceleration;
  state.memory.segment(memory_of_previous(), layout_.motion_size()) = acceleration;
  state.memory.segment(memory_of_state_rate(), layout_.states) = state.xdot;
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

// v = gamma' y + cv and vdot = beta' y + ca; xdot = factor x + constant.
void GeneralisedAlpha::set_constants(const State& start) {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  gamma_prime_ = gamma / (beta * h_);
  beta_prime_ = (1.0 - alpha_m) / (beta * h_ * h_ * (1.0 - alpha_f));
  state_factor_ = (1.0 - alpha_m) / (gamma * h_ * (1.0 - alpha_f));
  row_scale_ = beta * h_ * h_;
  a_ = start.memory.segment(memory_of_acceleration(), layout_.motion_size());
  // a stands for the acceleration at t + Delta_alpha h: it moves with the step size.
  const double h_previous = previous_step(start);
  if (h_previous > 0.0 && h_previous != h_) a_ = acceleration_ + (h_ / h_previous) * (a_ - acceleration_);
  y_ = h_ * velocity_ + h_ * h_ * (0.5 - beta) * a_;  // the part of y that is known
  add_turning(start, h_ * h_ * h_);
  cv_ = velocity_ + h_ * (1.0 - gamma) * a_ - gamma_prime_ * y_;
  ca_ = (alpha_m * a_ - alpha_f * acceleration_) / (1.0 - alpha_f) - beta_prime_ * y_;

  const auto rate = start.memory.segment(memory_of_state_rate(), layout_.states);
  state_constant_ = (alpha_m * rate - alpha_f * start.xdot) / (1.0 - alpha_f) -
                    state_factor_ * (start.x + h_ * (1.0 - gamma) * rate);
  predict(start);
}

// The acceleration goes on as it went over the last step: vdot_{n+1} = vdot_n + (h/h_previous) (vdot_n -
// vdot_{n-1}).
void GeneralisedAlpha::predict(const State& start) {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  const double h_previous = previous_step(start);
  const double ratio = h_previous > 0.0 ? h_ / h_previous : 0.0;
  const auto previous = start.memory.segment(memory_of_previous(), layout_.motion_size());
  const double by_guess = (1.0 - alpha_f) / (1.0 - alpha_m);
  y_ += (h_ * h_ * beta) * (by_guess * (acceleration_ + ratio * (acceleration_ - previous)) +
                            (alpha_f * acceleration_ - alpha_m * a_) / (1.0 - alpha_m));
  states_ = start.x + h_ * start.xdot;
}

void GeneralisedAlpha::write_memory(const State& start, State& trial) const {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  const Index motion = layout_.motion_size();
  // (1 - alpha_m) a_{n+1} = (1 - alpha_f) vdot_{n+1} + alpha_f vdot_n - alpha_m a_n
  trial.memory.segment(memory_of_acceleration(), motion) =
      ((1.0 - alpha_f) * (beta_prime_ * y_ + ca_) + alpha_f * acceleration_ - alpha_m * a_) / (1.0 - alpha_m);
  trial.memory.segment(memory_of_previous(), motion) = acceleration_;
  trial.memory.segment(memory_of_state_rate(), layout_.states) =
      ((1.0 - alpha_f) * trial.xdot + alpha_f * start.xdot -
       alpha_m * start.memory.segment(memory_of_state_rate(), layout_.states)) /
      (1.0 - alpha_m);
}

// y - y_exact = h^3 (beta + Delta_alpha / 2 - 1/6) da/dt
Integrator::ErrorConstants GeneralisedAlpha::error_constants() const {
  const auto& [alpha_m, alpha_f, beta, gamma] = coefficients_;
  return {0.0, beta + 0.5 * (alpha_m - alpha_f) - 1.0 / 6.0};
}

}  // namespace pintle
