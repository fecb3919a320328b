#include "pintle/integrators/linear_multistep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace pintle {
namespace {

using Coefficients = MultistepCoefficients;

void expect_coefficients(const Coefficients& c, double a2, double b0, double b1, double b2) {
  EXPECT_NEAR(c.a2, a2, 1e-14);
  EXPECT_NEAR(c.b0, b0, 1e-14);
  EXPECT_NEAR(c.b1, b1, 1e-14);
  EXPECT_NEAR(c.b2, b2, 1e-14);
}

// The last two were fitted to trajectories of MBDyn with constant steps, to seven digits.
TEST(MultistepCoefficients, are_those_of_known_methods) {
  expect_coefficients(Coefficients::ms(0.0, 1.0), -1.0 / 3.0, 2.0 / 3.0, 0.0, 0.0);  // BDF 2
  expect_coefficients(Coefficients::ms(0.0, 0.5), -0.125, 0.75, 0.0, 0.0);           // BDF 2, halved step
  expect_coefficients(Coefficients::ms(1.0, 1.0), 1.0, 0.5, 1.0, 0.5);               // trapezoidal, twice
  expect_coefficients(Coefficients::hope(1.0, 0.3), 0.0, 0.5, 0.5, 0.0);             // trapezoidal
  expect_coefficients(Coefficients::ms(0.6, 1.0), 1.0 / 3.0, 0.52083333333333333, 0.625, 0.1875);
  expect_coefficients(Coefficients::hope(0.6, 1.0), -1.0 / 9.0, 5.0 / 9.0, 1.0 / 3.0, 0.0);
}

// t and t^2 are integrated exactly whatever the last step was.
TEST(MultistepCoefficients, are_of_second_order_for_every_ratio_of_steps) {
  for (const double rho : {0.0, 0.3, 0.6, 1.0})
    for (const double ratio : {0.2, 1.0, 1.7})
      for (const Coefficients& c : {Coefficients::ms(rho, ratio), Coefficients::hope(rho, ratio)}) {
        const double last = -1.0 / ratio;  // t_{n-1} with t_n = 0 and t_{n+1} = 1
        EXPECT_NEAR(c.a2 * last + c.b0 + c.b1 + c.b2, 1.0, 1e-14);
        EXPECT_NEAR(0.5 * c.a2 * last * last + c.b0 + c.b2 * last, 0.5, 1e-14);
      }
}

// q'' = -omega^2 q and x' = -x together, with steps from a list that is repeated.
struct Oscillator {
  LinearMultistep scheme;
  State state, trial;
  double omega;

  static Layout layout() {
    Layout layout;
    layout.scalars = layout.states = 1;
    return layout;
  }
  Oscillator(MultistepMethod method, double rho, double frequency)
      : scheme(layout(), LieFormulation::spatial, method, rho),
        state(State::zero(layout())),
        omega(frequency) {
    state.q[0] = 1.0;
    state.a[0] = -omega * omega;
    state.x[0] = 1.0;
    state.xdot[0] = -1.0;
    scheme.start(state);
    trial = state;
  }
  // Both equations are linear: one Newton step solves them.
  void step(double h) {
    scheme.begin_step(state, h, state.time + h, trial);
    scheme.evaluate(trial);
    const double k = omega * omega;
    const double increment[2]{-(trial.a[0] + k * trial.q[0]) / (scheme.acceleration_factor() + k),
                              -(trial.xdot[0] + trial.x[0]) / (scheme.state_rate_factor() + 1.0)};
    scheme.apply(increment);
    scheme.evaluate(trial);
    scheme.end_step(state, trial);
    std::swap(state, trial);
  }
};

// Errors of q, v and x at t = 2 with pairs of steps of h and `ratio` h.
Vec3 errors(MultistepMethod method, double rho, int pairs, double ratio) {
  Oscillator oscillator(method, rho, 3.0);
  const double h = 2.0 / (pairs * (1.0 + ratio));
  for (int i = 0; i < pairs; ++i) {
    oscillator.step(h);
    oscillator.step(ratio * h);
  }
  const double t = oscillator.state.time;
  return {oscillator.state.q[0] - std::cos(3.0 * t), oscillator.state.v[0] + 3.0 * std::sin(3.0 * t),
          oscillator.state.x[0] - std::exp(-t)};
}

TEST(LinearMultistep, has_its_order_with_constant_and_with_changing_steps) {
  const std::vector<std::tuple<MultistepMethod, double, double>> methods{
      {MultistepMethod::ms, 0.0, 2.0},
      {MultistepMethod::ms, 0.6, 2.0},
      {MultistepMethod::ms, 0.9, 2.0},
      {MultistepMethod::hope, 0.0, 2.0},
      {MultistepMethod::hope, 0.6, 2.0},
      {MultistepMethod::crank_nicolson, 1.0, 2.0},
      {MultistepMethod::implicit_euler, 0.0, 1.0}};
  for (const auto& [method, rho, order] : methods)
    for (const double ratio : {1.0, 1.5}) {
      const Vec3 coarse = errors(method, rho, 200, ratio), fine = errors(method, rho, 400, ratio);
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(std::log2(std::abs(coarse[i] / fine[i])), order, 0.1)
            << "method " << static_cast<int>(method) << ", rho " << rho << ", ratio " << ratio
            << ", quantity " << i << ": " << coarse[i] << ", " << fine[i];
    }
}

// At infinite frequency ms has the double root -rho: x_{n+1} + 2 rho x_n + rho^2 x_{n-1} = 0. Over its two
// steps hope has the root rho: -1 of the trapezoidal one times -rho of the other.
TEST(LinearMultistep, has_its_spectral_radius_at_infinite_frequency) {
  const double h = 1.0;
  for (const double rho : {0.0, 0.4, 0.8, 1.0}) {
    Oscillator ms(MultistepMethod::ms, rho, 1e7), hope(MultistepMethod::hope, rho, 1e7);
    std::vector<double> v, w;
    for (int i = 0; i < 8; ++i) {
      ms.step(h);
      hope.step(h);
      v.push_back(ms.state.v[0]);
      w.push_back(hope.state.v[0]);
    }
    const double negligible = 1e-4 * 1e7;  // of the amplitude of v
    for (std::size_t i = 2; i < v.size(); ++i)
      EXPECT_NEAR(v[i] + 2.0 * rho * v[i - 1] + rho * rho * v[i - 2], 0.0, negligible);
    for (std::size_t i = 2; i < w.size(); i += 2) EXPECT_NEAR(w[i], rho * w[i - 2], negligible);
  }
}

TEST(LinearMultistep, damps_stiff_motion_as_its_radius_says) {
  for (const double rho : {0.0, 0.3, 0.6}) {
    Oscillator oscillator(MultistepMethod::ms, rho, 1e6);
    for (int i = 0; i < 60; ++i) oscillator.step(1.0);
    EXPECT_LT(std::abs(oscillator.state.q[0]), 1e-9);
    EXPECT_NEAR(oscillator.state.x[0], 0.0, 1e-9);
  }
  Oscillator undamped(MultistepMethod::crank_nicolson, 1.0, 1e6);
  for (int i = 0; i < 60; ++i) undamped.step(1.0);
  EXPECT_NEAR(std::abs(undamped.state.q[0]), 1.0, 1e-3);
}

// The error of one step against the estimate that step control uses: for q = t^3 / 6, whose acceleration is
// t, they agree exactly.
TEST(LinearMultistep, estimates_the_error_of_a_step) {
  Layout layout;
  layout.scalars = 1;
  const auto cubic = [](double t, State& state) {
    state.time = t;
    state.q[0] = t * t * t / 6.0;
    state.v[0] = 0.5 * t * t;
    state.a[0] = t;
  };
  for (const MultistepMethod method : {MultistepMethod::ms, MultistepMethod::crank_nicolson}) {
    LinearMultistep scheme(layout, LieFormulation::spatial, method, 0.5);
    State state = State::zero(layout), trial = state;
    cubic(1.0, state);
    scheme.start(state);
    for (int i = 0; i < 2; ++i) {  // the second step starts from exact values, too
      const double h = i == 0 ? 0.1 : 0.05;
      scheme.begin_step(state, h, state.time + h, trial);
      scheme.evaluate(trial);
      // Choose the y whose velocity is exact.
      const double increment = (0.5 * trial.time * trial.time - trial.v[0]) / scheme.velocity_factor();
      scheme.apply({&increment, 1});
      scheme.evaluate(trial);
      const double error = std::abs(trial.q[0] - std::pow(trial.time, 3) / 6.0);
      scheme.end_step(state, trial);
      const State before = state;
      std::swap(state, trial);
      cubic(state.time, state);
      if (i == 0) {
        state.memory[0] = state.q[0] - before.q[0];  // the increment of an exact past
        continue;
      }
      EXPECT_NEAR(scheme.estimate_error(before, state, 1e-3, 1.0), error / 1e-3, 1e-9);
      EXPECT_GT(error, 1e-8);
    }
  }
}

}  // namespace
}  // namespace pintle
