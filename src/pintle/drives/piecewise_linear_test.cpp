#include "pintle/drives/piecewise_linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card piecewise_linear_card(std::initializer_list<std::pair<double, double>> points) {
  ValueList rows;
  for (const auto& [time, value] : points) rows.push_back(Value::list({time, value}));
  return Card().set("points", Value(rows));
}

TEST(PiecewiseLinearDrive, interpolates_between_its_points) {
  const BuiltDrive built =
      build(register_piecewise_linear_drive,
            piecewise_linear_card({{-1.0, 2.0}, {0.0, 4.0}, {0.5, 3.0}, {2.0, 3.0}, {4.0, -1.0}}));
  EXPECT_EQ(built.problems, "");
  const Drive& drive = built.drive;
  EXPECT_EQ(at(drive, -1.0), 2.0);
  EXPECT_EQ(at(drive, -0.5), 3.0);
  EXPECT_EQ(at(drive, 0.0), 4.0);
  EXPECT_EQ(at(drive, 0.25), 3.5);
  EXPECT_EQ(at(drive, 1.0), 3.0);
  EXPECT_EQ(at(drive, 3.0), 1.0);
  EXPECT_EQ(at(drive, 4.0), -1.0);
  expect_derivatives_match(drive, {-2.0, -0.5, 0.25, 1.0, 3.0, 5.0}, 10.0);
}

TEST(PiecewiseLinearDrive, is_constant_beyond_its_ends) {
  const Drive drive =
      build(register_piecewise_linear_drive, piecewise_linear_card({{0.0, 2.0}, {1.0, 5.0}})).drive;
  EXPECT_EQ(at(drive, -100.0), 2.0);
  EXPECT_EQ(at(drive, 100.0), 5.0);
}

TEST(PiecewiseLinearDrive, rate_at_a_corner_is_that_of_the_motion_to_come) {
  const Drive drive =
      build(register_piecewise_linear_drive, piecewise_linear_card({{0.0, 2.0}, {1.0, 5.0}, {3.0, 1.0}}))
          .drive;
  EXPECT_EQ(drive.derivatives(0.0).rate, 3.0);
  EXPECT_EQ(drive.derivatives(1.0).rate, -2.0);
  EXPECT_EQ(drive.derivatives(3.0).rate, 0.0);
  EXPECT_EQ(drive.derivatives(std::nextafter(0.0, -1.0)).rate, 0.0);
}

TEST(PiecewiseLinearDrive, one_point_is_a_constant) {
  const Drive drive = build(register_piecewise_linear_drive, piecewise_linear_card({{1.0, 7.0}})).drive;
  for (const double t : {0.0, 1.0, 2.0}) EXPECT_EQ(at(drive, t), 7.0);
}

TEST(PiecewiseLinearDrive, refuses_times_that_do_not_increase) {
  const BuiltDrive built =
      build(register_piecewise_linear_drive, piecewise_linear_card({{0.0, 1.0}, {2.0, 1.0}, {2.0, 3.0}}));
  EXPECT_NE(built.problems.find("the times must increase, but points[1] at 2 s is followed by 2 s"),
            std::string::npos)
      << built.problems;
}

}  // namespace
}  // namespace pintle
