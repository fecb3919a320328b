#include "pintle/drives/product.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(ProductDrive, multiplies_its_drives) {
  const BuiltDrive built =
      build(register_product_drive,
            Card().set("drives",
                       Value::list({2.0, "sin(2*t)", nested("linear", {{"constant", 1}, {"slope", 3}})})));
  EXPECT_EQ(built.problems, "");
  EXPECT_DOUBLE_EQ(at(built.drive, 0.7), 2.0 * std::sin(1.4) * 3.1);
  expect_derivatives_match(built.drive, {-1.0, 0.0, 0.7}, 20.0);
}

TEST(ProductDrive, gradient_is_right_where_a_factor_is_zero) {
  const BuiltDrive built =
      build(register_product_drive,
            Card().set("drives", Value::list({"node.a.x", "t - 1", "cos(node.a.x) + node.b.x"})));
  const std::array channels{0.5, -0.3};
  expect_gradient_matches(built.drive, {1.0, channels});
  const std::array zero{0.0, -0.3};
  expect_gradient_matches(built.drive, {0.4, zero});
}

}  // namespace
}  // namespace pintle
