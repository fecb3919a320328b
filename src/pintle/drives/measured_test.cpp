#include "pintle/drives/measured.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(MeasuredDrive, is_a_function_of_a_quantity) {
  const BuiltDrive built =
      build(register_measured_drive,
            Card()
                .set("quantity", "joint.pin.angle")
                .set("function", nested("polynomial", {{"coefficients", Value::list({1, 2, 3})}})));
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(built.channels, std::vector<std::string>{"joint.pin.angle"});
  const std::array channels{0.5};
  EXPECT_EQ(built.drive.value({9.0, channels}), 1 + 1 + 0.75);
  expect_gradient_matches(built.drive, {9.0, channels});
  EXPECT_FALSE(built.drive.depends_on_time_only());
  EXPECT_TRUE(std::isnan(built.drive.derivatives(0.0).value));
}

TEST(MeasuredDrive, without_a_function_is_the_quantity) {
  const BuiltDrive built =
      build(register_measured_drive, Card().set("quantity", "node.crank pin.position.x"));
  EXPECT_EQ(built.channels, std::vector<std::string>{"node.crank pin.position.x"});
  const std::array channels{0.5};
  EXPECT_EQ(built.drive.value({9.0, channels}), 0.5);
  expect_gradient_matches(built.drive, {9.0, channels});
}

TEST(MeasuredDrive, its_function_may_know_time_and_other_quantities) {
  const BuiltDrive built =
      build(register_measured_drive,
            Card().set("quantity", "node.a.x").set("function", "argument^2*node.b.x*sin(t) + node.a.x"));
  const std::array channels{0.5, -0.3};
  EXPECT_DOUBLE_EQ(built.drive.value({0.7, channels}), -0.075 * std::sin(0.7) + 0.5);
  expect_gradient_matches(built.drive, {0.7, channels});
}

}  // namespace
}  // namespace pintle
