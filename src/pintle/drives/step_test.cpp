#include "pintle/drives/step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card step_card() { return Card().set("initial_time", 2.0).set("step_value", 4.0).set("initial_value", 1.0); }

TEST(StepDrive, changes_at_its_instant) {
  const BuiltDrive built = build(register_step_drive, step_card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, -1.0), 1.0);
  EXPECT_EQ(at(built.drive, std::nextafter(2.0, 0.0)), 1.0);
  EXPECT_EQ(at(built.drive, std::nextafter(2.0, 3.0)), 5.0);
  EXPECT_EQ(at(built.drive, 100.0), 5.0);
  expect_derivatives_match(built.drive, {0.0, 1.9, 2.1});
}

TEST(StepDrive, has_the_mean_value_at_the_very_instant) {
  const Drive drive = build(register_step_drive, step_card()).drive;
  EXPECT_EQ(at(drive, 2.0), 3.0);
  EXPECT_EQ(drive.derivatives(2.0).rate, 0.0);
}

TEST(StepDrive, steps_from_zero_at_time_zero_by_default) {
  const Drive drive = build(register_step_drive, Card().set("step_value", 5.0)).drive;
  EXPECT_EQ(at(drive, -0.1), 0.0);
  EXPECT_EQ(at(drive, 0.1), 5.0);
}

// Printed by MBDyn for `step, 0.5, 1., 5.`.
TEST(StepDrive, height_is_added_as_in_mbdyn) {
  const Drive drive = build(register_step_drive,
                            Card().set("initial_time", 0.5).set("step_value", 1.0).set("initial_value", 5.0))
                          .drive;
  EXPECT_EQ(at(drive, 0.375), 5.0);
  EXPECT_EQ(at(drive, 0.625), 6.0);
}

}  // namespace
}  // namespace pintle
