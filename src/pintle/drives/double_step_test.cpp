#include "pintle/drives/double_step.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card double_step_card() {
  return Card()
      .set("initial_time", 0.5)
      .set("final_time", 1.0)
      .set("step_value", 5.0)
      .set("initial_value", 1.0);
}

TEST(DoubleStepDrive, has_another_value_between_two_instants) {
  const BuiltDrive built = build(register_double_step_drive, double_step_card());
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(at(built.drive, std::nextafter(0.5, 0.0)), 1.0);
  EXPECT_EQ(at(built.drive, 0.5), 3.5);
  EXPECT_EQ(at(built.drive, std::nextafter(0.5, 1.0)), 6.0);
  EXPECT_EQ(at(built.drive, 1.0), 3.5);
  EXPECT_EQ(at(built.drive, std::nextafter(1.0, 2.0)), 1.0);
  expect_derivatives_match(built.drive, {0.0, 0.75, 2.0});
}

TEST(DoubleStepDrive, refuses_to_end_before_it_begins) {
  EXPECT_NE(build(register_double_step_drive, double_step_card().set("final_time", 0.4))
                .problems.find("before the initial"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
