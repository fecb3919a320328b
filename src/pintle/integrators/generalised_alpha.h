// Lie-group generalised-alpha; see docs/theory/generalised_alpha.md for the numbered equations.
#pragma once

#include "pintle/integrators/integrator.h"

namespace pintle {

// Coefficients of the scheme for a spectral radius rho at infinite frequency (Chung and Hulbert, see ERRATA
// 1):
struct AlphaCoefficients {
  double alpha_m, alpha_f, beta, gamma;
  static AlphaCoefficients from_rho(double rho);
};

class GeneralisedAlpha final : public Integrator {
 public:
  GeneralisedAlpha(const Layout& layout, LieFormulation formulation, double rho);

  // Shifts the acceleration-like variable by h Delta_alpha da/dt, so that the first steps are of second order
  // too (Arnold, Bruels, Cardona 2015): `later` is the state one step h on.
  bool wants_trial_step() const override { return true; }
  void refine_start(State& state, const State& later) const override;

  const AlphaCoefficients& coefficients() const { return coefficients_; }

 private:
  // Offsets into State::memory.
  Index memory_of_acceleration() const { return 0; }                  // the acceleration-like variable a
  Index memory_of_previous() const { return layout_.motion_size(); }  // vdot one step ago
  Index memory_of_state_rate() const { return 2 * layout_.motion_size(); }
  Index own_memory() const override { return memory_of_state_rate() + layout_.states; }

  void start_memory(State& state, const VecX& velocity, const VecX& acceleration) const override;
  void write_memory(const State& start, State& trial) const override;
  void set_constants(const State& start) override;
  ErrorConstants error_constants() const override;
  void predict(const State& start);

  AlphaCoefficients coefficients_;
  VecX a_;  // at the start of the step
};

}  // namespace pintle
