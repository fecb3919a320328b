#include "pintle/integrators/ordinary.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pintle {
namespace {

// x_ddot = -x: (cos t, -sin t).
class SineEquations final : public OrdinaryEquations {
 public:
  bool rates(double time, const VecX& y, VecX& y_dot) override {
    latest = std::max(latest, time);
    y_dot.resize(2);
    y_dot << y[1], -y[0];
    return time <= limit;
  }
  double latest = 0.0, limit = 1e9;
};

double error_at_one(double h) {
  SineEquations oscillator;
  RungeKutta4 method;
  method.resize(2);
  VecX y(2), first(2);
  y << 1.0, 0.0;
  const int steps = static_cast<int>(std::lround(1.0 / h));
  for (int i = 0; i < steps; ++i) {
    oscillator.rates(i * h, y, first);
    EXPECT_TRUE(method.step(oscillator, i * h, h, (i + 1) * h, first, y));
  }
  return std::hypot(y[0] - std::cos(1.0), y[1] + std::sin(1.0));
}

TEST(RungeKutta4, errors_fall_with_the_fourth_power_of_the_step) {
  EXPECT_NEAR(error_at_one(0.1) / error_at_one(0.05), 16.0, 0.8);
  EXPECT_NEAR(error_at_one(0.05) / error_at_one(0.025), 16.0, 0.4);
}

TEST(AdaptiveRungeKutta, keeps_the_tolerance_and_ends_where_it_is_asked_to) {
  for (const double tolerance : {1e-5, 1e-9}) {
    SineEquations oscillator;
    AdaptiveRungeKutta method;
    VecX y(2);
    y << 1.0, 0.0;
    method.start(oscillator, 0.0, y, 0.0, tolerance, tolerance);
    double time = 0.0;
    int steps = 0;
    while (time < 10.0) {
      ASSERT_TRUE(method.step(10.0, time, y));
      ASSERT_LT(++steps, 10000);
    }
    EXPECT_EQ(time, 10.0);
    EXPECT_LE(oscillator.latest, 10.0);
    // ten local errors or so add up, at most
    EXPECT_NEAR(y[0], std::cos(10.0), 20 * tolerance);
    EXPECT_NEAR(y[1], -std::sin(10.0), 20 * tolerance);
    EXPECT_GT(steps, tolerance < 1e-6 ? 60 : 10);
  }
}

// y' = -1e6 (y - cos t) - sin t: the explicit method needs 1e6 steps or so, the implicit one follows cos t.
class StiffEquation final : public OrdinaryEquations {
 public:
  bool rates(double time, const VecX& y, VecX& y_dot) override {
    y_dot.resize(1);
    y_dot[0] = -1e6 * (y[0] - std::cos(time)) - std::sin(time);
    return true;
  }
};

TEST(AdaptiveRungeKutta, implicit_steps_are_as_long_as_the_solution_allows) {
  StiffEquation stiff;
  AdaptiveRungeKutta method(AdaptiveRungeKutta::Kind::implicit_4);
  VecX y = VecX::Constant(1, 2.0);
  method.start(stiff, 0.0, y, 0.0, 1e-7, 1e-7);
  double time = 0.0;
  while (time < 10.0) ASSERT_TRUE(method.step(10.0, time, y));
  EXPECT_NEAR(y[0], std::cos(10.0), 1e-6);
  EXPECT_LT(method.attempts(), 1000);
}

// As many steps as without the times between, and errors there like those at the ends of steps.
TEST(AdaptiveRungeKutta, passes_times_that_are_asked_for) {
  for (const auto kind : {AdaptiveRungeKutta::Kind::explicit_5, AdaptiveRungeKutta::Kind::implicit_4}) {
    constexpr double kTolerance = 1e-7;
    SineEquations oscillator;
    AdaptiveRungeKutta method(kind), other(kind);
    VecX y(2);
    y << 1.0, 0.0;
    other.start(oscillator, 0.0, y, 0.0, kTolerance, kTolerance);
    double time = 0.0;
    VecX z = y;
    const auto error = [](double t, const VecX& at) {
      return std::hypot(at[0] - std::cos(t), at[1] + std::sin(t));
    };
    double at_ends = 0.0;
    while (time < 10.0) {
      ASSERT_TRUE(other.step(10.0, time, z));
      at_ends = std::max(at_ends, error(time, z));
    }
    method.start(oscillator, 0.0, y, 0.0, kTolerance, kTolerance);
    double worst = 0.0;
    for (int i = 1; i <= 1000; ++i) {
      ASSERT_TRUE(method.pass(0.01 * i, y));
      worst = std::max(worst, error(0.01 * i, y));
    }
    EXPECT_LT(at_ends, 40 * kTolerance);
    EXPECT_LT(worst, 1.5 * at_ends + kTolerance);
    EXPECT_LT(method.attempts(), other.attempts() + 10);
  }
}

// Free flight between two springs, which are half a swing each: 4 l/v + 2 pi/omega is a round.
class BouncingMass final : public OrdinaryEquations {
 public:
  bool rates(double, const VecX& y, VecX& y_dot) override {
    const double pressed = y[0] > 1.0 ? y[0] - 1.0 : y[0] < -1.0 ? y[0] + 1.0 : 0.0;
    y_dot.resize(2);
    y_dot << y[1], -400.0 * pressed;
    return true;
  }
};

TEST(AdaptiveRungeKutta, keeps_the_tolerance_where_equations_change) {
  for (const auto kind : {AdaptiveRungeKutta::Kind::explicit_5, AdaptiveRungeKutta::Kind::implicit_4})
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
      const double round = 4.0 / 1.5 + 2.0 * std::acos(-1.0) / 20.0;
      BouncingMass mass;
      AdaptiveRungeKutta method(kind);
      VecX y(2);
      y << 0.0, 1.5;
      method.start(mass, 0.0, y, 0.0, tolerance, tolerance);
      double time = 0.0;
      while (time < round) ASSERT_TRUE(method.step(round, time, y));
      EXPECT_LT(std::abs(y[0]) + std::abs(y[1] - 1.5), 300 * tolerance) << tolerance;  // as many steps
    }
}

TEST(AdaptiveRungeKutta, says_when_no_step_can_be_made) {
  SineEquations oscillator;
  oscillator.limit = 0.5;
  AdaptiveRungeKutta method;
  VecX y(2);
  y << 1.0, 0.0;
  method.start(oscillator, 0.0, y, 0.0, 1e-8, 1e-8);
  double time = 0.0;
  bool is_going = true;
  for (int i = 0; is_going && i < 1000; ++i) is_going = method.step(1.0, time, y);
  EXPECT_FALSE(is_going);
  EXPECT_LE(time, 0.5);
}

}  // namespace
}  // namespace pintle
