#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

const Value kCoefficients = Value::list({1.0, -0.5, 0.25, 2.0, 0.125});

TEST(ChebyshevFunction, is_a_sum_of_cosines) {
  const ScalarFunction f = build("chebychev", {{"lower", -1}, {"upper", 3}, {"coefficients", kCoefficients}});
  for (double x = -1.0; x <= 3.0; x += 0.25) {
    const double angle = std::acos(0.5 * (x - 1.0));
    double sum = 0.0;
    for (std::size_t k = 0; k < 5; ++k)
      sum += kCoefficients.as_list()[k].as_number() * std::cos(static_cast<double>(k) * angle);
    EXPECT_NEAR(f.value(x), sum, 1e-13) << x;
  }
  expect_derivatives_match(f, {-0.9, 0.3, 1.0, 2.9}, 50.0);
}

TEST(ChebyshevFunction, goes_on_along_its_tangent_or_holds) {
  const ScalarFunction on =
      build("chebyshev", {{"lower", -1}, {"upper", 3}, {"coefficients", kCoefficients}});
  EXPECT_NEAR(on.value(5.0), on.value(3.0) + 2.0 * on.derivatives(3.0).first, 1e-13);
  const ScalarFunction held = build(
      "chebyshev", {{"lower", -1}, {"upper", 3}, {"coefficients", kCoefficients}, {"extrapolate", false}});
  EXPECT_EQ(held.value(-5.0), held.value(-1.0));
}

TEST(ChebyshevFunction, refuses_an_empty_interval) {
  EXPECT_NE(problems("chebyshev", {{"lower", 3}, {"upper", 3}, {"coefficients", kCoefficients}}), "");
}

}  // namespace
}  // namespace pintle
