#include "pintle/drives/fourier_series.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card fourier_series_card(int cycles) {
  return Card()
      .set("initial_time", 0.5)
      .set("angular_velocity", 2.0 * std::numbers::pi)
      .set("constant", 1.0)
      .set("terms", Value::list({Value::list({0.1, 0.2}), Value::list({0.3, 0.4})}))
      .set("cycles", cycles)
      .set("initial_value", 7.0);
}

// Printed by MBDyn (five digits) for `fourier series, 0.5, 6.283185307, 2, 1., .1, .2, .3, .4, one, 7.`.
TEST(FourierSeriesDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(register_fourier_series_drive, fourier_series_card(1));
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, 0.375), 7.0);
  EXPECT_NEAR(at(built.drive, 0.5), 7.9, 1e-14);
  EXPECT_NEAR(at(built.drive, 0.625), 8.1121, 5e-5);
  EXPECT_NEAR(at(built.drive, 0.875), 7.1707, 5e-5);
  EXPECT_NEAR(at(built.drive, 1.125), 7.6879, 5e-5);
  EXPECT_NEAR(at(built.drive, 1.5), 7.9, 1e-14);
  EXPECT_EQ(at(built.drive, 1.625), 7.0);
}

TEST(FourierSeriesDrive, goes_on_for_ever_with_zero_cycles) {
  const Drive drive = build(register_fourier_series_drive, fourier_series_card(0)).drive;
  EXPECT_NEAR(at(drive, 100.625), at(drive, 0.625), 1e-12);
  // w^4 h^2/12 with w = 4 pi: 2e-5.
  expect_derivatives_match(drive, {0.3, 0.6, 0.9, 2.2}, 100.0);
}

TEST(FourierSeriesDrive, derivatives_at_the_ends_are_those_to_come) {
  const Drive drive = build(register_fourier_series_drive, fourier_series_card(1)).drive;
  EXPECT_NEAR(drive.derivatives(0.5).rate, 2.0 * std::numbers::pi * (0.2 + 2 * 0.4), 1e-14);
  EXPECT_EQ(drive.derivatives(1.5).rate, 0.0);
}

TEST(FourierSeriesDrive, refuses_cycles_that_never_end) {
  EXPECT_NE(build(register_fourier_series_drive, fourier_series_card(2).set("angular_velocity", 0.0))
                .problems.find("angular velocity is zero"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
