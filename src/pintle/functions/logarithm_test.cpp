#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(LogarithmFunction, has_multiplier_base_and_coefficient) {
  EXPECT_DOUBLE_EQ(build("log", {{"multiplier", 2.0}}).value(std::exp(3.0)), 6.0);
  const ScalarFunction f = build("logarithm", {{"multiplier", 2.0}, {"base", 10.0}, {"coefficient", 5.0}});
  EXPECT_DOUBLE_EQ(f.value(20.0), 4.0);
  expect_derivatives_match(f, {0.5, 1.0, 30.0});
}

TEST(LogarithmFunction, has_no_value_left_of_zero_and_no_base_one) {
  EXPECT_TRUE(std::isnan(build("logarithm", {}).value(-1.0)));
  EXPECT_NE(problems("logarithm", {{"base", 1}}), "");
}

}  // namespace
}  // namespace pintle
