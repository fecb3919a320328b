#include "pintle/drives/smooth_step.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card smooth_step_card() {
  return Card()
      .set("initial_time", 0.5)
      .set("initial_value", 1.0)
      .set("final_time", 1.5)
      .set("final_value", 3.0);
}

// Printed by MBDyn (five digits) for `step5, 0.5, 1., 1.5, 3.`.
TEST(SmoothStepDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(register_smooth_step_drive, smooth_step_card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, 0.25), 1.0);
  EXPECT_NEAR(at(built.drive, 0.625), 1.0321, 5e-5);
  EXPECT_NEAR(at(built.drive, 1.0), 2.0, 1e-15);
  EXPECT_NEAR(at(built.drive, 1.375), 2.9679, 5e-5);
  EXPECT_EQ(at(built.drive, 1.5), 3.0);
  // The fourth derivative is at most 720 A: h^2/12 of that.
  expect_derivatives_match(built.drive, {0.2, 0.6, 1.0, 1.3, 1.7}, 20.0);
}

TEST(SmoothStepDrive, rate_and_acceleration_are_continuous_at_both_ends) {
  const Drive drive = build(register_smooth_step_drive, smooth_step_card()).drive;
  for (const double end : {0.5, 1.5}) {
    for (const double t : {end - 1e-9, end, end + 1e-9}) {
      EXPECT_NEAR(drive.derivatives(t).rate, 0.0, 1e-15);
      EXPECT_NEAR(drive.derivatives(t).acceleration, 0.0, 2e-7);  // 60 A 1e-9
    }
  }
}

TEST(SmoothStepDrive, refuses_to_end_when_it_begins) {
  EXPECT_NE(build(register_smooth_step_drive, smooth_step_card().set("final_time", 0.5))
                .problems.find("must be after"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
