#include "pintle/integrators/linear_multistep.h"

#include <cmath>

namespace pintle {

// Second order, and b0 z^2 + b1 z + b2 = b0 (z + rho)^2.
MultistepCoefficients MultistepCoefficients::ms(double rho, double ratio) {
  const double b0 = (1.0 + ratio) / (2.0 * (1.0 + ratio) - (1.0 - rho) * (1.0 - rho));
  return {ratio * (b0 * (1.0 + rho) * (1.0 + rho) - 1.0), b0, 2.0 * rho * b0, rho * rho * b0};
}

// Second order, and b0 z + b1 = b0 (z + rho).
MultistepCoefficients MultistepCoefficients::hope(double rho, double ratio) {
  const double b0 = (1.0 + ratio) / (1.0 + rho + 2.0 * ratio);
  return {ratio * (b0 * (1.0 + rho) - 1.0), b0, rho * b0, 0.0};
}

LinearMultistep::LinearMultistep(const Layout& layout, LieFormulation formulation, MultistepMethod method,
                                 double rho)
    : Integrator(layout, formulation), method_(method), rho_(rho) {}

void LinearMultistep::start_memory(State& state, const VecX& velocity, const VecX& acceleration) const {
  state.memory.segment(memory_of_velocity(), layout_.motion_size()) = velocity;
  state.memory.segment(memory_of_acceleration(), layout_.motion_size()) = acceleration;
  state.memory.segment(memory_of_states(), layout_.states) = state.x;
  state.memory.segment(memory_of_state_rates(), layout_.states) = state.xdot;
}

// The first step knows nothing before it; every other step of hope wants nothing.
bool LinearMultistep::is_one_step(const State& start) const {
  return previous_step(start) <= 0.0 || method_ == MultistepMethod::crank_nicolson ||
         (method_ == MultistepMethod::hope && start.memory[memory_of_phase()] == 0.0);
}

void LinearMultistep::choose_coefficients(const State& start) {
  const double h_previous = previous_step(start);
  ratio_ = h_previous > 0.0 ? h_ / h_previous : 0.0;
  if (method_ == MultistepMethod::implicit_euler)
    c_ = MultistepCoefficients::implicit_euler();
  else if (is_one_step(start))
    c_ = MultistepCoefficients::trapezoidal();
  else
    c_ = method_ == MultistepMethod::ms ? MultistepCoefficients::ms(rho_, ratio_)
                                        : MultistepCoefficients::hope(rho_, ratio_);
}

// In coordinates about q_n: x_n = 0, x_{n-1} = -y_n. What is known of y and v goes into the constants.
void LinearMultistep::set_constants(const State& start) {
  choose_coefficients(start);
  const auto& [a2, b0, b1, b2] = c_;
  const double hb = h_ * b0;
  gamma_prime_ = state_factor_ = 1.0 / hb;
  beta_prime_ = gamma_prime_ * gamma_prime_;
  row_scale_ = hb * hb;
  const Index motion = layout_.motion_size();
  const auto last_y = start.memory.segment(memory_of_increment(), motion);
  const auto last_v = start.memory.segment(memory_of_velocity(), motion);
  const auto last_a = start.memory.segment(memory_of_acceleration(), motion);
  y_ = h_ * (b1 * velocity_ + b2 * last_v) - a2 * last_y;
  const double h_previous = previous_step(start);
  add_turning(start, h_ * h_ * h_ + a2 * h_previous * h_previous * h_previous);
  cv_ = -gamma_prime_ * y_;
  ca_ = (1.0 - a2) * velocity_ + a2 * last_v + h_ * (b1 * acceleration_ + b2 * last_a);  // the known v

  // The acceleration goes on as it went over the last step.
  y_ += hb * (ca_ + hb * (acceleration_ + ratio_ * (acceleration_ - last_a)));
  ca_ = gamma_prime_ * (cv_ - ca_);

  const auto last_x = start.memory.segment(memory_of_states(), layout_.states);
  const auto last_rate = start.memory.segment(memory_of_state_rates(), layout_.states);
  state_constant_ =
      -state_factor_ * ((1.0 - a2) * start.x + a2 * last_x + h_ * (b1 * start.xdot + b2 * last_rate));
  states_ = start.x + h_ * start.xdot;
}

void LinearMultistep::write_memory(const State& start, State& trial) const {
  const Index motion = layout_.motion_size();
  trial.memory.segment(memory_of_increment(), motion) = y_;
  trial.memory.segment(memory_of_velocity(), motion) = velocity_;
  trial.memory.segment(memory_of_acceleration(), motion) = acceleration_;
  trial.memory.segment(memory_of_states(), layout_.states) = start.x;
  trial.memory.segment(memory_of_state_rates(), layout_.states) = start.xdot;
  const bool was_first = previous_step(start) <= 0.0;
  trial.memory[memory_of_phase()] = !was_first && start.memory[memory_of_phase()] == 0.0 ? 1.0 : 0.0;
}

// y - y_exact for the polynomials t^2 / 2 and t^3 / 6 of h = 1.
Integrator::ErrorConstants LinearMultistep::error_constants() const {
  const auto& [a2, b0, b1, b2] = c_;
  const double k = ratio_ > 0.0 ? 1.0 / ratio_ : 0.0;  // the last step
  return {0.5 * a2 * k * k + b0 - b2 * k - 0.5, (0.5 * (b0 + b2 * k * k) - a2 * k * k * k / 6.0) - 1.0 / 6.0};
}

}  // namespace pintle
