#include "pintle/drives/exponential.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Drive exponential() {
  const BuiltDrive built = build(register_exponential_drive, Card()
                                                                 .set("amplitude", 2.0)
                                                                 .set("time_constant", 0.5)
                                                                 .set("initial_time", 0.5)
                                                                 .set("initial_value", 1.0));
  EXPECT_EQ(built.problems, "");
  return built.drive;
}

// Printed by MBDyn (five digits) for `exponential, 2., 0.5, 0.5, 1.`.
TEST(ExponentialDrive, agrees_with_mbdyn) {
  EXPECT_EQ(at(exponential(), 0.25), 1.0);
  EXPECT_NEAR(at(exponential(), 0.625), 1.4424, 5e-5);
  EXPECT_NEAR(at(exponential(), 1.25), 2.5537, 5e-5);
  EXPECT_NEAR(at(exponential(), 2.0), 2.9004, 5e-5);
}

TEST(ExponentialDrive, derivatives_are_exact_and_begin_with_those_to_come) {
  expect_derivatives_match(exponential(), {0.3, 0.7, 1.0, 3.0}, 10.0);
  EXPECT_EQ(exponential().derivatives(0.5).rate, 4.0);
  EXPECT_EQ(exponential().derivatives(0.5).acceleration, -8.0);
}

TEST(ExponentialDrive, keeps_its_digits_just_after_the_start) {
  const ExponentialInTime rise{.amplitude = 1.0};
  EXPECT_NEAR(rise.value(1e-12), 1e-12, 1e-24);  // 1 - exp(-1e-12) has four good digits
}

TEST(ExponentialDrive, needs_a_positive_time_constant) {
  const Card card = Card().set("amplitude", 2.0).set("time_constant", 0.0);
  EXPECT_NE(build(register_exponential_drive, card).problems.find("greater than 0"), std::string::npos);
}

}  // namespace
}  // namespace pintle
