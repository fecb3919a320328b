#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(PowerFunction, has_exact_derivatives) {
  const ScalarFunction f = build("pow", {{"exponent", 2.5}});
  EXPECT_DOUBLE_EQ(f.value(4.0), 32.0);
  expect_derivatives_match(f, {0.5, 1.0, 2.0});
}

TEST(PowerFunction, knows_whole_exponents_at_zero_and_left_of_it) {
  expect_derivatives_match(build("power", {{"exponent", 3}}), {-1.5, 0.0, 1.0});
  expect_derivatives_match(build("power", {{"exponent", 1}}), {-1.5, 0.0});
  expect_derivatives_match(build("power", {{"exponent", 0}}), {-1.5, 0.0});
  EXPECT_TRUE(std::isnan(build("power", {{"exponent", 0.5}}).value(-1.0)));
}

}  // namespace
}  // namespace pintle
