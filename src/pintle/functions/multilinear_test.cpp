#include <gmock/gmock.h>

#include "pintle/functions/function_test_support.h"

namespace pintle {
namespace {

using namespace function_test;

const Value kCorners = rows({{0.0, 1.0}, {1.0, 3.0}, {3.0, -1.0}});

TEST(MultilinearFunction, joins_its_points) {
  const ScalarFunction f = build("multilinear", {{"points", kCorners}});
  EXPECT_EQ(f.value(0.0), 1.0);
  EXPECT_EQ(f.value(0.5), 2.0);
  EXPECT_EQ(f.value(1.0), 3.0);
  EXPECT_EQ(f.value(2.0), 1.0);
  EXPECT_EQ(f.value(3.0), -1.0);
  EXPECT_EQ(f.derivatives(1.0).first, -2.0);
  expect_derivatives_match(f, {-1.0, 0.5, 2.0, 4.0});
}

TEST(MultilinearFunction, goes_on_beyond_the_ends_or_holds) {
  const ScalarFunction on = build("multilinear", {{"points", kCorners}});
  EXPECT_EQ(on.value(-1.0), -1.0);
  EXPECT_EQ(on.value(4.0), -3.0);
  const ScalarFunction held = build("multilinear", {{"points", kCorners}, {"extrapolate", false}});
  EXPECT_EQ(held.value(-1.0), 1.0);
  EXPECT_EQ(held.value(4.0), -1.0);
  EXPECT_EQ(held.derivatives(4.0).first, 0.0);
}

TEST(MultilinearFunction, refuses_one_point_and_disorder) {
  EXPECT_THAT(problems("multilinear", {{"points", rows({{0.0, 0.0}})}}),
              testing::HasSubstr("at least 2 points"));
  EXPECT_THAT(problems("multilinear", {{"points", rows({{0.0, 0.0}, {2.0, 0.0}, {1.0, 0.0}})}}),
              testing::HasSubstr("points[1] at 2 is followed by 1"));
}

}  // namespace
}  // namespace pintle
