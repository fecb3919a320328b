// Linear two-step methods on the groups of the nodes: the schemes of the MBDyn language; see
// docs/theory/linear_multistep.md for the numbered equations.
#pragma once

#include "pintle/integrators/integrator.h"

namespace pintle {

enum class MultistepMethod : std::uint8_t {
  ms,              // two steps, double root -rho at infinity; rho = 0 is BDF 2
  hope,            // a trapezoidal step, then a two-step one, in turn
  crank_nicolson,  // trapezoidal
  implicit_euler   // BDF 1
};

// x_{n+1} = (1 - a2) x_n + a2 x_{n-1} + h (b0 x'_{n+1} + b1 x'_n + b2 x'_{n-1})
struct MultistepCoefficients {
  double a2 = 0.0, b0 = 1.0, b1 = 0.0, b2 = 0.0;

  // `ratio`: of this step to the last one.
  static MultistepCoefficients ms(double rho, double ratio);
  static MultistepCoefficients hope(double rho, double ratio);  // its two-step half
  static MultistepCoefficients trapezoidal() { return {0.0, 0.5, 0.5, 0.0}; }
  static MultistepCoefficients implicit_euler() { return {0.0, 1.0, 0.0, 0.0}; }
};

class LinearMultistep final : public Integrator {
 public:
  LinearMultistep(const Layout& layout, LieFormulation formulation, MultistepMethod method, double rho = 0.0);

  void set_rho(double rho) override { rho_ = rho; }
  int order() const override { return method_ == MultistepMethod::implicit_euler ? 1 : 2; }
  const MultistepCoefficients& coefficients() const { return c_; }  // of the last step

 private:
  // Offsets into State::memory, all of one step ago.
  Index memory_of_increment() const { return 0; }
  Index memory_of_velocity() const { return layout_.motion_size(); }
  Index memory_of_acceleration() const { return 2 * layout_.motion_size(); }
  Index memory_of_states() const { return 3 * layout_.motion_size(); }
  Index memory_of_state_rates() const { return memory_of_states() + layout_.states; }
  Index memory_of_phase() const { return memory_of_state_rates() + layout_.states; }
  Index own_memory() const override { return memory_of_phase() + 1; }

  void start_memory(State& state, const VecX& velocity, const VecX& acceleration) const override;
  void write_memory(const State& start, State& trial) const override;
  void set_constants(const State& start) override;
  ErrorConstants error_constants() const override;

  bool is_one_step(const State& start) const;
  void choose_coefficients(const State& start);

  MultistepMethod method_;
  double rho_;
  MultistepCoefficients c_;
  double ratio_ = 0.0;  // of this step to the last one; zero when there was none
};

}  // namespace pintle
