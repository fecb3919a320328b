#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(ConstantFunction, is_the_same_everywhere) {
  const ScalarFunction f = build("const", {{"value", 2.5}});
  EXPECT_EQ(f.value(-7.0), 2.5);
  expect_derivatives_match(f, {-1.0, 0.0, 3.0});
}

TEST(ConstantFunction, that_was_never_built_is_zero) { EXPECT_EQ(ScalarFunction().value(3.0), 0.0); }

}  // namespace
}  // namespace pintle
