#include "pintle/drives/cosine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

constexpr double kCosinePeriod = 0.5;
constexpr double kAngularVelocity = 2.0 * std::numbers::pi / kCosinePeriod;

// Starts at t = 1 from 10 with amplitude 2.
Drive cosine(int cycles) {
  const BuiltDrive built = build(register_cosine_drive, Card()
                                                            .set("initial_time", 1.0)
                                                            .set("angular_velocity", kAngularVelocity)
                                                            .set("amplitude", 2.0)
                                                            .set("cycles", cycles)
                                                            .set("initial_value", 10.0));
  EXPECT_EQ(built.problems, "");
  return built.drive;
}

TEST(CosineDrive, oscillates_for_ever_with_zero_cycles) {
  const Drive drive = cosine(0);
  EXPECT_EQ(at(drive, 0.0), 10.0);
  EXPECT_EQ(at(drive, 1.0), 10.0);
  EXPECT_NEAR(at(drive, 1.0 + 0.25 * kCosinePeriod), 12.0, 1e-14);
  EXPECT_NEAR(at(drive, 1.0 + 0.5 * kCosinePeriod), 14.0, 1e-14);
  EXPECT_NEAR(at(drive, 1.1), 10.0 + 2.0 * (1.0 - std::cos(0.1 * kAngularVelocity)), 1e-14);
  EXPECT_NEAR(at(drive, 1.0 + 50.5 * kCosinePeriod), 14.0, 1e-12);
  // The differences err by A w^3 h^2/6 = 7e-6 in the rate and A w^4 h^2/12 = 4e-5 in the acceleration.
  expect_derivatives_match(drive, {0.5, 1.1, 1.33, 7.77}, 100.0);
}

TEST(CosineDrive, positive_cycles_are_all_performed) {
  const Drive drive = cosine(2);
  EXPECT_NEAR(at(drive, 1.0 + 1.5 * kCosinePeriod), 14.0, 1e-13);
  EXPECT_EQ(at(drive, 1.0 + 2.0 * kCosinePeriod), 10.0);
  EXPECT_EQ(at(drive, 1.0 + 2.5 * kCosinePeriod), 10.0);
}

TEST(CosineDrive, negative_cycles_end_at_the_top_with_zero_rate) {
  EXPECT_EQ(at(cosine(-1), 1.0 + 0.5 * kCosinePeriod), 14.0);
  EXPECT_EQ(at(cosine(-1), 9.0), 14.0);
  const Drive drive = cosine(-2);
  EXPECT_NEAR(at(drive, 1.0 + kCosinePeriod), 10.0, 1e-13);
  EXPECT_EQ(at(drive, 1.0 + 1.5 * kCosinePeriod), 14.0);
  EXPECT_NEAR(drive.derivatives(1.0 + 1.5 * kCosinePeriod - 1e-9).rate, 0.0, 1e-6);
}

TEST(CosineDrive, starts_with_zero_rate_and_the_acceleration_of_the_motion_to_come) {
  const DriveValue start = cosine(0).derivatives(1.0);
  EXPECT_EQ(start.rate, 0.0);
  EXPECT_DOUBLE_EQ(start.acceleration, 2.0 * kAngularVelocity * kAngularVelocity);
}

TEST(CosineDrive, keeps_its_digits_just_after_the_start) {
  const CosineWave wave({.angular_velocity = 1.0, .amplitude = 1.0});
  EXPECT_NEAR(wave.value(1e-9), 0.5e-18, 1e-33);  // 1 - cos(1e-9) evaluates to zero
}

}  // namespace
}  // namespace pintle
