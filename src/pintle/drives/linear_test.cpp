#include "pintle/drives/linear.h"

#include <gtest/gtest.h>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(LinearDrive, is_a_straight_line) {
  const BuiltDrive built = build(register_linear_drive, Card().set("constant", 3.0).set("slope", -2.0));
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, -1.0), 5.0);
  EXPECT_EQ(at(built.drive, 0.0), 3.0);
  EXPECT_EQ(at(built.drive, 4.0), -5.0);
  expect_derivatives_match(built.drive, {-1.0, 0.0, 4.0}, 10.0);
}

TEST(LinearDrive, begins_at_zero_by_default) {
  EXPECT_EQ(at(build(register_linear_drive, Card().set("slope", 2.0)).drive, 0.0), 0.0);
}

}  // namespace
}  // namespace pintle
