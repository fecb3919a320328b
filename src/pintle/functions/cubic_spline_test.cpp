#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

double cubic(double x) { return 1.0 - 2.0 * x + 0.5 * x * x + 0.3 * x * x * x; }

Value sampled(double (*function)(double), std::initializer_list<double> places) {
  ValueList list;
  for (const double x : places) list.push_back(Value::list({x, function(x)}));
  return list;
}

TEST(CubicSplineFunction, reproduces_a_cubic) {
  for (const auto& points :
       {sampled(cubic, {-1.0, 0.2, 1.0, 2.5}), sampled(cubic, {-1.0, 0.2, 0.7, 1.0, 1.9, 2.5})}) {
    const ScalarFunction f = build("cubicspline", {{"points", points}});
    for (double x = -1.0; x <= 2.5; x += 0.125) EXPECT_NEAR(f.value(x), cubic(x), 1e-13) << x;
  }
}

TEST(CubicSplineFunction, is_a_parabola_through_three_points) {
  const ScalarFunction f = build("cubic_spline", {{"points", rows({{0.0, 0.0}, {1.0, 1.0}, {3.0, 9.0}})}});
  for (double x = 0.0; x <= 3.0; x += 0.25) EXPECT_NEAR(f.value(x), x * x, 1e-14);
}

const Value kKnots = rows({{0.0, 1.0}, {1.0, 3.0}, {1.5, -1.0}, {3.0, 0.5}, {4.0, 0.0}});

TEST(CubicSplineFunction, is_smooth_and_goes_through_its_points) {
  const ScalarFunction f = build("cubic_spline", {{"points", kKnots}});
  for (const Value& point : kKnots.as_list()) {
    const double x = point.as_list()[0].as_number();
    EXPECT_NEAR(f.value(x), point.as_list()[1].as_number(), 1e-13);
    if (x == 0.0 || x == 4.0) continue;
    const FunctionValue left = f.derivatives(x - 1e-9), right = f.derivatives(x);
    EXPECT_NEAR(left.first, right.first, 1e-6);
    EXPECT_NEAR(left.second, right.second, 1e-5);
  }
  expect_derivatives_match(f, {-1.0, 0.4, 1.3, 2.0, 3.7, 5.0}, 50.0);
}

// Third derivative in the end intervals against that of the cubic through the four end points.
TEST(CubicSplineFunction, has_the_end_conditions_of_the_program) {
  const ScalarFunction f = build("cubic_spline", {{"points", kKnots}});
  const double third = (f.derivatives(0.8).second - f.derivatives(0.2).second) / 0.6;
  // y[0, 1, 1.5, 3]: first differences 2, -8, 1; second -20/3, 4.5; third (4.5 + 20/3)/3
  EXPECT_NEAR(third, 6.0 * (4.5 + 20.0 / 3.0) / 3.0, 1e-10);
  const double last = (f.derivatives(3.8).second - f.derivatives(3.2).second) / 0.6;
  // y[1, 1.5, 3, 4]: first -8, 1, -0.5; second 4.5, -0.6; third -5.1/3
  EXPECT_NEAR(last, 6.0 * -5.1 / 3.0, 1e-10);
}

TEST(CubicSplineFunction, is_straight_beyond_the_ends_or_holds) {
  const ScalarFunction on = build("cubic_spline", {{"points", kKnots}});
  EXPECT_NEAR(on.value(-2.0), 1.0 - 2.0 * on.derivatives(0.0).first, 1e-12);
  EXPECT_NEAR(on.value(6.0), 2.0 * on.derivatives(4.0).first, 1e-12);
  const ScalarFunction held = build("cubic_spline", {{"points", kKnots}, {"extrapolate", false}});
  EXPECT_EQ(held.value(-2.0), 1.0);
  EXPECT_EQ(held.value(6.0), 0.0);
}

}  // namespace
}  // namespace pintle
