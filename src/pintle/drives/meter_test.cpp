#include "pintle/drives/meter.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// Printed by MBDyn for `meter, 0.5, 1.5, steps, 3` and `meter, 0., forever` with steps of 0.125 s.
TEST(MeterDrive, agrees_with_mbdyn) {
  const BuiltDrive built =
      build(register_meter_drive, Card().set("initial_time", 0.5).set("final_time", 1.5).set("steps", 3));
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(run(built, 0.125, 16), (std::vector<double>{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(run(build(register_meter_drive, Card()), 0.125, 16), std::vector<double>(17, 1.0));
}

TEST(MeterDrive, is_no_drive_of_time) {
  const Drive drive = build(register_meter_drive, Card()).drive;
  EXPECT_FALSE(drive.depends_on_time_only());
  EXPECT_FALSE(drive.has_history());
  EXPECT_TRUE(std::isnan(drive.derivatives(0.0).value));
}

}  // namespace
}  // namespace pintle
