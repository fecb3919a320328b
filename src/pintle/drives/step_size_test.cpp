#include "pintle/drives/step_size.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(StepSizeDrive, is_the_size_of_the_step) {
  const BuiltDrive built = build(register_step_size_drive, Card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(built.drive.value({0.5, {}, 4.0, 0.125}), 0.125);
  EXPECT_FALSE(built.drive.depends_on_time_only());
}

}  // namespace
}  // namespace pintle
