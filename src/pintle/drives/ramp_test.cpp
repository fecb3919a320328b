#include "pintle/drives/ramp.h"

#include <gtest/gtest.h>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card ramp_card() {
  return Card().set("slope", 3.0).set("initial_time", 1.0).set("final_time", 2.5).set("initial_value", 10.0);
}

TEST(RampDrive, rises_between_two_instants) {
  const BuiltDrive built = build(register_ramp_drive, ramp_card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, 0.0), 10.0);
  EXPECT_EQ(at(built.drive, 1.0), 10.0);
  EXPECT_EQ(at(built.drive, 2.0), 13.0);
  EXPECT_EQ(at(built.drive, 2.5), 14.5);
  EXPECT_EQ(at(built.drive, 99.0), 14.5);
  expect_derivatives_match(built.drive, {0.5, 1.5, 2.4, 3.0}, 20.0);
}

TEST(RampDrive, rate_at_a_corner_is_that_of_the_motion_to_come) {
  const Drive drive = build(register_ramp_drive, ramp_card()).drive;
  EXPECT_EQ(drive.derivatives(1.0).rate, 3.0);
  EXPECT_EQ(drive.derivatives(2.5).rate, 0.0);
}

TEST(RampDrive, rises_for_ever_without_a_final_time) {
  const Drive drive = build(register_ramp_drive, Card().set("slope", 0.5)).drive;
  EXPECT_EQ(at(drive, -1.0), 0.0);
  EXPECT_EQ(at(drive, 1e6), 5e5);
  EXPECT_EQ(drive.derivatives(1e6).rate, 0.5);
}

TEST(RampDrive, refuses_to_end_before_it_begins) {
  EXPECT_NE(
      build(register_ramp_drive, ramp_card().set("final_time", 0.5)).problems.find("before the initial time"),
      std::string::npos);
}

}  // namespace
}  // namespace pintle
