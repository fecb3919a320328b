#include "pintle/drives/frequency_sweep.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card frequency_sweep_card() {
  return Card()
      .set("initial_time", 0.5)
      .set("angular_velocity", nested("linear", {{"constant", 1}, {"slope", 2}}))
      .set("amplitude", 3.0)
      .set("initial_value", 10.0)
      .set("final_time", 1.5)
      .set("final_value", 20.0);
}

// Printed by MBDyn (five digits) for `frequency sweep, 0.5, linear, 1., 2., const, 3., 10., 1.5, 20.`.
TEST(FrequencySweepDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(register_frequency_sweep_drive, frequency_sweep_card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, 0.25), 10.0);
  EXPECT_NEAR(at(built.drive, 0.625), 10.833, 5e-4);
  EXPECT_NEAR(at(built.drive, 1.0), 12.992, 5e-4);
  EXPECT_NEAR(at(built.drive, 1.375), 9.5824, 5e-5);
  EXPECT_EQ(at(built.drive, 1.5), 20.0);
  expect_derivatives_match(built.drive, {0.3, 0.6, 1.2, 1.7}, 100.0, 1e-15);
}

TEST(FrequencySweepDrive, derivatives_include_those_of_amplitude_and_frequency) {
  const Drive drive =
      build(register_frequency_sweep_drive,
            Card().set("initial_time", -0.5).set("angular_velocity", "1 + t^2").set("amplitude", "exp(-t)"))
          .drive;
  expect_derivatives_match(drive, {-0.3, 0.0, 0.6, 1.2}, 100.0, 1e-15);
  EXPECT_EQ(drive.derivatives(-0.5).rate, std::exp(0.5) * 1.25);
}

TEST(FrequencySweepDrive, listens_to_quantities) {
  const BuiltDrive built =
      build(register_frequency_sweep_drive,
            Card().set("angular_velocity", "2 + node.a.x").set("amplitude", "node.a.x*node.b.x"));
  const std::array channels{0.5, -0.3};
  expect_gradient_matches(built.drive, {0.7, channels});
}

}  // namespace
}  // namespace pintle
