#include <gmock/gmock.h>

#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

TEST(LinearFunction, goes_through_its_points_and_beyond) {
  const ScalarFunction f = build("linear", {{"points", rows({{1.0, 2.0}, {3.0, -2.0}})}});
  EXPECT_EQ(f.value(1.0), 2.0);
  EXPECT_EQ(f.value(3.0), -2.0);
  EXPECT_EQ(f.value(5.0), -6.0);
  expect_derivatives_match(f, {-1.0, 2.0, 7.0});
}

TEST(LinearFunction, refuses_a_vertical_line_and_three_points) {
  EXPECT_THAT(problems("linear", {{"points", rows({{1.0, 2.0}, {1.0, 3.0}})}}),
              testing::HasSubstr("two points apart in x"));
  EXPECT_THAT(problems("linear", {{"points", rows({{1.0, 2.0}, {2.0, 3.0}, {3.0, 3.0}})}}),
              testing::HasSubstr("got 3 point(s)"));
}

}  // namespace
}  // namespace pintle
