#include "pintle/integrators/generalised_alpha.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pintle {
namespace {

TEST(AlphaCoefficients, are_consistent_for_every_rho) {
  for (const double rho : {0.0, 0.3, 0.8, 1.0}) {
    const AlphaCoefficients c = AlphaCoefficients::from_rho(rho);
    EXPECT_NEAR(c.gamma, 0.5 - c.alpha_m + c.alpha_f, 1e-15);
    EXPECT_GE(c.gamma, 0.5);
    // Spectral radius at infinite frequency, from the roots of the scheme (Chung and Hulbert, eq. 18).
    EXPECT_NEAR((c.alpha_f) / (1.0 - c.alpha_f), rho, 1e-14);
    EXPECT_NEAR((1.0 + c.alpha_m) / (2.0 - c.alpha_m), rho, 1e-14);
  }
}

TEST(GeneralisedAlpha, first_order_states_are_integrated_to_second_order) {
  Layout layout;
  layout.states = 1;
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.025}) {
    GeneralisedAlpha scheme(layout, LieFormulation::spatial, 0.6);
    State state = State::zero(layout);
    state.x[0] = 1.0;
    state.xdot[0] = -1.0;
    scheme.start(state);
    State trial = state;
    for (int step = 1; step * h < 1.0 + 0.5 * h; ++step) {
      scheme.begin_step(state, h, step * h, trial);
      scheme.evaluate(trial);
      const double residual = trial.xdot[0] + trial.x[0];  // xdot = -x is linear: one Newton step solves it
      const double increment = -residual / (scheme.state_rate_factor() + 1.0);
      scheme.apply({&increment, 1});
      scheme.evaluate(trial);
      scheme.end_step(state, trial);
      std::swap(state, trial);
    }
    errors.push_back(std::abs(state.x[0] - std::exp(-1.0)));
  }
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2.0, 0.3);
}

}  // namespace
}  // namespace pintle
