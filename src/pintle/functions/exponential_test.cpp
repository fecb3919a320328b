#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(ExponentialFunction, has_multiplier_base_and_coefficient) {
  EXPECT_DOUBLE_EQ(build("exp", {{"multiplier", 2.0}, {"coefficient", -0.5}}).value(4.0),
                   2.0 * std::exp(-2.0));
  const ScalarFunction f = build("exponential", {{"multiplier", 3.0}, {"base", 2.0}, {"coefficient", 0.5}});
  EXPECT_DOUBLE_EQ(f.value(4.0), 12.0);
  expect_derivatives_match(f, {-2.0, 0.0, 1.0});
}

}  // namespace
}  // namespace pintle
