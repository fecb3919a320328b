#include "pintle/drives/sine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

constexpr double kSinePeriod = 0.5;

// Starts at t = 1 from 10 with amplitude 2.
Drive sine(int cycles, double period = kSinePeriod) {
  const BuiltDrive built =
      build(register_sine_drive, Card()
                                     .set("initial_time", 1.0)
                                     .set("angular_velocity", 2.0 * std::numbers::pi / period)
                                     .set("amplitude", 2.0)
                                     .set("cycles", cycles)
                                     .set("initial_value", 10.0));
  EXPECT_EQ(built.problems, "");
  return built.drive;
}

TEST(SineDrive, oscillates_for_ever_with_zero_cycles) {
  const Drive drive = sine(0);
  EXPECT_EQ(at(drive, 0.0), 10.0);
  EXPECT_EQ(at(drive, 1.0), 10.0);
  EXPECT_NEAR(at(drive, 1.0 + 0.25 * kSinePeriod), 12.0, 1e-14);
  EXPECT_NEAR(at(drive, 1.0 + 100.75 * kSinePeriod), 8.0, 1e-12);
  // The differences err by A w^3 h^2/6 = 7e-6 in the rate and A w^4 h^2/12 = 4e-5 in the acceleration.
  expect_derivatives_match(drive, {0.5, 1.1, 1.33, 7.77}, 100.0);
}

TEST(SineDrive, positive_cycles_end_after_half_a_cycle_less_at_the_initial_value) {
  const Drive one = sine(1);
  EXPECT_NEAR(at(one, 1.0 + 0.25 * kSinePeriod), 12.0, 1e-14);
  EXPECT_EQ(at(one, 1.0 + 0.5 * kSinePeriod), 10.0);
  EXPECT_EQ(at(one, 1.0 + 0.75 * kSinePeriod), 10.0);
  const Drive three = sine(3);
  EXPECT_NEAR(at(three, 1.0 + 2.25 * kSinePeriod), 12.0, 1e-13);
  EXPECT_EQ(at(three, 1.0 + 2.5 * kSinePeriod), 10.0);
  EXPECT_EQ(at(three, 1.0 + 2.75 * kSinePeriod), 10.0);
  EXPECT_EQ(three.derivatives(1.0 + 2.75 * kSinePeriod).rate, 0.0);
}

TEST(SineDrive, negative_cycles_end_at_the_top_with_zero_rate) {
  const Drive half = sine(-1);
  EXPECT_EQ(at(half, 1.0 + 0.25 * kSinePeriod), 12.0);
  EXPECT_EQ(at(half, 9.0), 12.0);
  const Drive third = sine(-3);
  const double end = 1.0 + 2.25 * kSinePeriod;
  EXPECT_NEAR(at(third, 1.0 + 1.75 * kSinePeriod), 8.0, 1e-13);
  EXPECT_EQ(at(third, end), 12.0);
  EXPECT_EQ(at(third, end + 0.1), 12.0);
  // The rate just before the end is A w^2 times the time left.
  EXPECT_NEAR(third.derivatives(end - 1e-9).rate, 0.0, 1e-6);
}

TEST(SineDrive, turning_backwards_ends_at_the_bottom) {
  const Drive drive = sine(-1, -kSinePeriod);
  EXPECT_NEAR(at(drive, 1.0 + 0.125 * kSinePeriod), 10.0 - std::numbers::sqrt2, 1e-14);
  EXPECT_EQ(at(drive, 1.0 + 0.25 * kSinePeriod), 8.0);
}

TEST(SineDrive, rate_at_the_start_is_that_of_the_motion_to_come) {
  const DriveValue start = sine(0).derivatives(1.0);
  EXPECT_DOUBLE_EQ(start.rate, 2.0 * 2.0 * std::numbers::pi / kSinePeriod);
  EXPECT_EQ(start.acceleration, 0.0);
}

TEST(SineDrive, refuses_cycles_that_never_end) {
  const Card card = Card().set("angular_velocity", 0.0).set("amplitude", 2.0).set("cycles", 2);
  EXPECT_NE(build(register_sine_drive, card).problems.find("angular velocity is zero"), std::string::npos);
}

}  // namespace
}  // namespace pintle
