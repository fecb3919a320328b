#include "pintle/drives/time.h"

#include <gtest/gtest.h>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(TimeDrive, is_the_time) {
  const BuiltDrive built = build(register_time_drive, Card());
  EXPECT_EQ(built.problems, "");
  for (const double t : {-1.0, 0.0, 12.5}) EXPECT_EQ(at(built.drive, t), t);
  expect_derivatives_match(built.drive, {-1.0, 0.0, 2.0});
  EXPECT_TRUE(built.drive.depends_on_time_only());
  EXPECT_FALSE(built.drive.is_constant());
}

TEST(TimeDrive, nested_is_the_argument) {
  const Drive drive = build(register_time_drive, Card()).drive;
  EXPECT_EQ(drive.value(DriveInputs{3.0, {}}.with_argument(7.0)), 7.0);
}

}  // namespace
}  // namespace pintle
