#include "pintle/drives/tanh.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// Printed by MBDyn (five digits) for `tanh, 0.5, 2., 3., 1.`.
TEST(TanhDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(
      register_tanh_drive,
      Card().set("initial_time", 0.5).set("amplitude", 2.0).set("slope", 3.0).set("initial_value", 1.0));
  EXPECT_EQ(built.problems, "");
  EXPECT_NEAR(at(built.drive, 0.0), -0.8103, 5e-5);
  EXPECT_EQ(at(built.drive, 0.5), 1.0);
  EXPECT_NEAR(at(built.drive, 0.75), 2.2703, 5e-5);
  EXPECT_NEAR(at(built.drive, 2.0), 2.9995, 5e-5);
  // The third derivative is at most 2 A s^3 = 108, the fourth some 650: h^2/6 and h^2/12 of that.
  expect_derivatives_match(built.drive, {0.0, 0.4, 0.5, 0.6, 2.0}, 20.0);
}

}  // namespace
}  // namespace pintle
