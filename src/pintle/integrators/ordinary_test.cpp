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

// y_dot = y + k max(0, t - a) + J (t > b): two kinks, of which the second is a jump, with a and b inside
// steps.
class KinkedEquations final : public OrdinaryEquations {
 public:
  static constexpr double kBend = 1.0 / 3.0, kJump = 0.7123, kSlope = 50.0, kHeight = 3.0;
  bool rates(double time, const VecX& y, VecX& y_dot) override {
    ++evaluations;
    has_bent = time > kBend;
    has_jumped = time > kJump;
    y_dot.resize(1);
    y_dot[0] = y[0] + (has_bent ? kSlope * (time - kBend) : 0.0) + (has_jumped ? kHeight : 0.0);
    return true;
  }
  std::uint64_t piece() override { return has_pieces ? (has_bent ? 1u : 0u) + (has_jumped ? 2u : 0u) : 0; }

  // Of y(0) = 1 at t = 1.
  static double exact() {
    const double bent = 1.0 - kBend, jumped = 1.0 - kJump;
    return std::exp(1.0) + kSlope * (std::exp(bent) - 1.0 - bent) + kHeight * (std::exp(jumped) - 1.0);
  }
  bool has_bent = false, has_jumped = false, has_pieces = true;
  int evaluations = 0;
};

double kinked_error(double h, bool has_pieces, int* evaluations = nullptr) {
  KinkedEquations equations;
  equations.has_pieces = has_pieces;
  RungeKutta4 method;
  method.resize(1);
  VecX y = VecX::Ones(1), first(1);
  const int steps = static_cast<int>(std::lround(1.0 / h));
  for (int i = 0; i < steps; ++i) {
    equations.rates(i * h, y, first);
    EXPECT_TRUE(method.step_in_pieces(equations, i * h, (i + 1) * h, equations.piece(), first, y));
  }
  if (evaluations) *evaluations = equations.evaluations;
  return std::abs(y[0] - KinkedEquations::exact());
}

TEST(RungeKutta4, keeps_its_order_where_steps_are_divided_at_kinks) {
  EXPECT_GT(kinked_error(0.025, false), 1e-3);  // without
  EXPECT_NEAR(kinked_error(0.1, true) / kinked_error(0.05, true), 16.0, 3.0);
  EXPECT_NEAR(kinked_error(0.05, true) / kinked_error(0.025, true), 16.0, 3.0);
}

TEST(RungeKutta4, only_steps_with_a_kink_cost_more) {
  int evaluations = 0;
  EXPECT_LT(kinked_error(1e-3, true, &evaluations), 1e-11);
  EXPECT_LT(evaluations, 6 * 1000 + 2 * 400);
}

// What changes all the time is not followed for ever.
TEST(RungeKutta4, ends_where_pieces_never_do) {
  class RestlessEquations final : public OrdinaryEquations {
   public:
    bool rates(double, const VecX& y, VecX& y_dot) override {
      y_dot = y;
      return true;
    }
    std::uint64_t piece() override { return ++count; }
    std::uint64_t count = 0;
  } equations;
  RungeKutta4 method;
  method.resize(1);
  VecX y = VecX::Ones(1);
  const VecX first = y;
  ASSERT_TRUE(method.step_in_pieces(equations, 0.0, 0.1, 0, first, y));
  EXPECT_NEAR(y[0], std::exp(0.1), 1e-7);
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
