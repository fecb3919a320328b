#include "pintle/bodies/mass_properties.h"

#include <gtest/gtest.h>

#include "pintle/math/rotations.h"

namespace pintle {
namespace {

MassLump box(double mass, const Vec3& size, const Vec3& center) {
  const Vec3 s = size.cwiseAbs2();
  const Vec3 moments = mass / 12.0 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  return {mass, center, moments.asDiagonal(), Mat3::Identity()};
}

TEST(MassProperties, of_a_box_are_those_of_its_two_halves) {
  MassProperties whole, halves;
  whole += box(6, {2, 0.5, 0.25}, {0.3, -0.2, 0.7});
  halves += box(3, {1, 0.5, 0.25}, {-0.2, -0.2, 0.7});
  halves += box(3, {1, 0.5, 0.25}, {0.8, -0.2, 0.7});
  // A dozen operations on numbers of order ten: 1e-14 is some ten roundings.
  EXPECT_NEAR(halves.mass, whole.mass, 1e-14);
  EXPECT_TRUE(halves.first_moment.isApprox(whole.first_moment, 1e-14));
  EXPECT_TRUE(halves.inertia.isApprox(whole.inertia, 1e-14));
}

TEST(MassProperties, turn_the_inertia_into_node_axes) {
  // Own axis 1 points along y of the node.
  const Mat3 axes = matrix_from_rotation_vector(Vec3(0, 0, 0.5 * M_PI));
  MassProperties properties;
  properties += {2.0, Vec3::Zero(), Vec3(1, 2, 3).asDiagonal(), axes};
  EXPECT_TRUE(properties.inertia.isApprox(Mat3(Vec3(2, 1, 3).asDiagonal()), 1e-15));
}

TEST(MassProperties, of_a_point_off_the_node_follow_huygens_and_steiner) {
  MassProperties properties;
  properties += {2.0, Vec3(0, 3, 0), Mat3::Zero(), Mat3::Identity()};
  EXPECT_EQ(properties.first_moment, Vec3(0, 6, 0));
  EXPECT_EQ(properties.inertia, Mat3(Vec3(18, 0, 18).asDiagonal()));
}

using enum InertiaVerdict::Level;

TEST(JudgeInertia, accepts_rods_plates_and_points) {
  EXPECT_EQ(judge_inertia(Vec3(0, 1, 1).asDiagonal()).level, sound);
  EXPECT_EQ(judge_inertia(Vec3(1, 1, 2).asDiagonal()).level, sound);
  EXPECT_EQ(judge_inertia(Mat3::Zero()).level, sound);
  EXPECT_EQ(judge_inertia(Vec3(1, 1, 2).asDiagonal()).reason, "");
}

TEST(JudgeInertia, accepts_a_turned_plate_in_double_precision) {
  const Mat3 axes = matrix_from_rotation_vector(Vec3(0.3, -1.1, 0.6));
  const Mat3 inertia = axes * Vec3(1.0 / 3.0, 2.0 / 3.0, 1.0).asDiagonal() * axes.transpose();
  EXPECT_EQ(judge_inertia(inertia).level, sound);
}

TEST(JudgeInertia, doubts_a_plate_printed_with_three_digits) {
  const InertiaVerdict verdict = judge_inertia(Vec3(0.333, 0.333, 0.667).asDiagonal());
  EXPECT_EQ(verdict.level, doubtful);
  EXPECT_EQ(verdict.reason,
            "its principal moments are 0.333, 0.333 and 0.667 kg m^2, but 0.333 + 0.333 is less than 0.667");
}

// 2e-3 is what three digits can hide: 0.5 of the last digit, twice below and once above, of 1.00 at the
// least.
TEST(JudgeInertia, refuses_what_three_digits_cannot_hide) {
  EXPECT_EQ(judge_inertia(Vec3(0.5, 0.5, 1.0019).asDiagonal()).level, doubtful);
  EXPECT_EQ(judge_inertia(Vec3(0.5, 0.5, 1.0021).asDiagonal()).level, impossible);
}

TEST(JudgeInertia, names_the_principal_moments_that_break_the_triangle_inequality) {
  const InertiaVerdict verdict = judge_inertia(Vec3(3, 1, 1).asDiagonal());
  EXPECT_EQ(verdict.level, impossible);
  EXPECT_EQ(verdict.reason, "its principal moments are 1, 1 and 3 kg m^2, but 1 + 1 is less than 3");
}

TEST(JudgeInertia, finds_a_negative_moment_behind_a_positive_diagonal) {
  Mat3 inertia;
  inertia << 1, 2, 0, 2, 1, 0, 0, 0, 1;
  EXPECT_EQ(judge_inertia(inertia).reason,
            "its principal moments are -1, 1 and 3 kg m^2, and none may be negative");
}

TEST(JudgeInertia, refuses_numbers_that_overflow) {
  EXPECT_EQ(judge_inertia(Vec3(1e308, 1e308, 1e308).asDiagonal()).level, impossible);
}

}  // namespace
}  // namespace pintle
