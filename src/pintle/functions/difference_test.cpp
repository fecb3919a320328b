#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(DifferenceFunction, is_the_difference_of_two) {
  const Value a = Value::map({{"type", "power"}, {"exponent", 3}});
  const Value b = Value::map({{"type", "exponential"}, {"coefficient", 0.7}});
  const ScalarFunction f = build("sub", {{"a", a}, {"b", b}});
  EXPECT_DOUBLE_EQ(f.value(1.5), 3.375 - std::exp(1.05));
  expect_derivatives_match(f, {-1.0, 0.0, 0.8}, 4.0);
}

TEST(DifferenceFunction, takes_a_number_for_a_function) {
  EXPECT_DOUBLE_EQ(
      build("difference", {{"a", 5}, {"b", Value::map({{"type", "const"}, {"value", 2}})}}).value(0.3),
      5.0 - 2.0);
}

}  // namespace
}  // namespace pintle
