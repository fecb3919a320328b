#include "pintle/drives/double_ramp.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card double_ramp_card() {
  return Card()
      .set("first_slope", 2.0)
      .set("first_initial_time", 0.25)
      .set("first_final_time", 0.5)
      .set("second_slope", -3.0)
      .set("second_initial_time", 1.0)
      .set("second_final_time", 1.5)
      .set("initial_value", 1.0);
}

// Printed by MBDyn for `double ramp, 2., .25, .5, -3., 1., 1.5, 1.`.
TEST(DoubleRampDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(register_double_ramp_drive, double_ramp_card());
  EXPECT_EQ(built.problems, "");
  const std::array<std::array<double, 2>, 8> printed{{{0.0, 1.0},
                                                      {0.25, 1.0},
                                                      {0.375, 1.25},
                                                      {0.5, 1.5},
                                                      {1.0, 1.5},
                                                      {1.125, 1.125},
                                                      {1.5, 0.0},
                                                      {2.0, 0.0}}};
  for (const auto& [t, value] : printed) EXPECT_DOUBLE_EQ(at(built.drive, t), value) << t;
  expect_derivatives_match(built.drive, {0.1, 0.3, 0.7, 1.2, 1.7}, 20.0);
}

TEST(DoubleRampDrive, rate_at_a_corner_is_that_of_the_motion_to_come) {
  const Drive drive = build(register_double_ramp_drive, double_ramp_card()).drive;
  EXPECT_EQ(drive.derivatives(0.25).rate, 2.0);
  EXPECT_EQ(drive.derivatives(0.5).rate, 0.0);
  EXPECT_EQ(drive.derivatives(1.0).rate, -3.0);
  EXPECT_EQ(drive.derivatives(1.5).rate, 0.0);
}

TEST(DoubleRampDrive, refuses_times_out_of_order) {
  const auto problems = [](const char* field, double time) {
    return build(register_double_ramp_drive, double_ramp_card().set(field, time)).problems;
  };
  EXPECT_NE(problems("first_final_time", 0.2).find("the first ramp ends before it begins"),
            std::string::npos);
  EXPECT_NE(problems("second_initial_time", 0.4).find("before the first has ended"), std::string::npos);
  EXPECT_NE(problems("second_final_time", 0.9).find("the second ramp ends before it begins"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
