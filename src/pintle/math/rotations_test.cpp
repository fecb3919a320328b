// Tests of orientation descriptions and of the conversions between them.
#include "pintle/math/rotations.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "pintle/math/dual.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

using std::numbers::pi;

constexpr double kRotationRound = 4e-15;

Mat3 rotation_about(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vec3::Unit(axis - 1)).toRotationMatrix();
}

Vec3 random_vector(std::mt19937& generator, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  return {uniform(generator), uniform(generator), uniform(generator)};
}

TEST(Skew, is_the_cross_product_and_axial_undoes_it) {
  const Vec3 v(1, -2, 3), w(0.5, 4, -1);
  EXPECT_EQ(skew(v) * w, v.cross(w));
  EXPECT_EQ(axial(skew(v)), v);
  const Mat3 symmetric = v * v.transpose();
  EXPECT_EQ(axial(symmetric + skew(w)), w);
}

TEST(Quaternion, round_trip_through_the_matrix_is_exact_to_round_off_at_every_angle) {
  std::mt19937 generator(1);
  for (double phi : {0.0, 1e-200, 1e-9, 0.1, 1.0, 2.0, pi / 2, 2 * pi / 3, pi - 1e-9, pi, 5.0})
    for (int i = 0; i < 50; ++i) {
      const Quat q = so3::exp(Vec3(phi * random_vector(generator, 1.0).normalized()));
      const Quat back = quaternion_from_matrix(matrix_from_quaternion(q));
      const double sign = q.dot(back) < 0 ? -1.0 : 1.0;
      EXPECT_LT((sign * back.coeffs() - q.coeffs()).norm(), kRotationRound) << phi;
    }
}

TEST(Quaternion, half_turns_about_the_axes_are_found) {
  for (int axis = 1; axis <= 3; ++axis) {
    const Quat q = quaternion_from_matrix(rotation_about(axis, pi));
    EXPECT_NEAR(std::abs(q.coeffs()[axis - 1]), 1.0, kRotationRound);
    EXPECT_NEAR(q.w(), 0.0, kRotationRound);
  }
}

TEST(Quaternion, normalisation_and_matrix_pass_dual_numbers) {
  using D = Dual<double, 4>;
  const QuaternionT<D> q(D::variable(0.9, 0), D::variable(0.2, 1), D::variable(-0.4, 2), D::variable(0.3, 3));
  const Matrix3T<D> r = matrix_from_quaternion<D>(normalised<D>(q));
  const Matrix3T<D> should_be_identity = r.transpose() * r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(should_be_identity(i, j).value, i == j ? 1.0 : 0.0, kRotationRound);
      for (double g : should_be_identity(i, j).grad) EXPECT_NEAR(g, 0.0, kRotationRound);
    }
}

TEST(OrthogonalityError, is_zero_for_rotations_and_sees_stretch_and_mirror) {
  const Mat3 r = matrix_from_rotation_vector(Vec3(1, 2, 3));
  EXPECT_LT(orthogonality_error(r), kRotationRound);
  EXPECT_NEAR(orthogonality_error(1.001 * r), 1.001 * 1.001 - 1, kRotationRound);
  EXPECT_GE(orthogonality_error(-r), 1.0);
  Mat3 drifted = r;
  drifted(0, 1) += 1e-6;
  EXPECT_LT(orthogonality_error(normalised_rotation(drifted)), kRotationRound);
  EXPECT_LT((normalised_rotation(drifted) - r).norm(), 2e-6);
}

TEST(EulerAngles, compose_in_the_order_of_their_names) {
  const Vec3 a(0.3, -1.2, 2.5);
  const auto product = [&a](int i, int j, int k) -> Mat3 {
    return rotation_about(i, a[0]) * rotation_about(j, a[1]) * rotation_about(k, a[2]);
  };
  EXPECT_LT((matrix_from_euler123(a) - product(1, 2, 3)).norm(), kRotationRound);
  EXPECT_LT((matrix_from_euler313(a) - product(3, 1, 3)).norm(), kRotationRound);
  EXPECT_LT((matrix_from_euler321(a) - product(3, 2, 1)).norm(), kRotationRound);
}

TEST(EulerAngles, are_recovered_inside_their_range) {
  std::mt19937 generator(2);
  for (int i = 0; i < 200; ++i) {
    Vec3 a = random_vector(generator, 3.1);
    a[1] *= 0.5;  // |β| < 1.55: at the edge the outer angles lose a factor 1/cos β = 48
    EXPECT_LT((euler123_from_matrix(matrix_from_euler123(a)) - a).norm(), 100 * kRotationRound);
    EXPECT_LT((euler321_from_matrix(matrix_from_euler321(a)) - a).norm(), 100 * kRotationRound);
    a[1] = std::abs(a[1]) + 0.02;
    EXPECT_LT((euler313_from_matrix(matrix_from_euler313(a)) - a).norm(), 100 * kRotationRound);
  }
}

TEST(EulerAngles, reproduce_the_matrix_at_and_near_gimbal_lock) {
  for (double distance : {0.0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-8, 1e-4})
    for (double side : {-1.0, 1.0})
      for (double alpha : {0.0, 0.4, -2.8}) {
        const Mat3 r123 = matrix_from_euler123({alpha, side * (pi / 2 - distance), 1.1});
        const Mat3 r321 = matrix_from_euler321({alpha, side * (pi / 2 - distance), 1.1});
        const Mat3 r313 = matrix_from_euler313({alpha, side > 0 ? distance : pi - distance, 1.1});
        EXPECT_LT((matrix_from_euler123(euler123_from_matrix(r123)) - r123).norm(), 2 * kRotationRound)
            << distance;
        EXPECT_LT((matrix_from_euler321(euler321_from_matrix(r321)) - r321).norm(), 2 * kRotationRound)
            << distance;
        EXPECT_LT((matrix_from_euler313(euler313_from_matrix(r313)) - r313).norm(), 2 * kRotationRound)
            << distance;
      }
}

TEST(EulerAngles, first_angle_is_zero_in_gimbal_lock) {
  EXPECT_EQ(euler123_from_matrix(matrix_from_euler123({0.4, pi / 2, 1.1}))[0], 0.0);
  EXPECT_EQ(euler321_from_matrix(matrix_from_euler321({0.4, pi / 2, 1.1}))[0], 0.0);
  const Vec3 spin = euler313_from_matrix(rotation_about(3, 1.5));
  EXPECT_LT((spin - Vec3(0, 0, 1.5)).norm(), kRotationRound);
}

TEST(TwoVectors, place_the_first_axis_exactly_and_the_second_in_the_plane) {
  const auto world = matrix_from_two_vectors(3, Vec3(0, 0, 1), 1, Vec3(1, 0, 0));
  ASSERT_TRUE(world.has_value());
  EXPECT_EQ(*world, Mat3(Mat3::Identity()));

  const Vec3 along(1, 2, -0.5), towards(0.3, 1, 4);
  for (int i = 1; i <= 3; ++i)
    for (int j = 1; j <= 3; ++j) {
      if (i == j) continue;
      const auto r = matrix_from_two_vectors(i, along, j, towards);
      ASSERT_TRUE(r.has_value());
      EXPECT_LT(orthogonality_error(*r), kRotationRound);
      EXPECT_LT((r->col(i - 1) - along.normalized()).norm(), kRotationRound);
      EXPECT_NEAR(r->col(j - 1).dot(along.cross(towards)), 0.0, 4 * kRotationRound);
      EXPECT_GT(r->col(j - 1).dot(towards), 0.0);
    }
}

TEST(TwoVectors, stay_orthogonal_when_nearly_parallel) {
  const auto r = matrix_from_two_vectors(1, Vec3(1, 1, 1), 2, Vec3(1, 1, 1 + 1e-9));
  ASSERT_TRUE(r.has_value());
  EXPECT_LT(orthogonality_error(*r), kRotationRound);
}

TEST(TwoVectors, refuse_what_defines_no_orientation) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
  EXPECT_FALSE(matrix_from_two_vectors(1, x, 1, y));
  EXPECT_FALSE(matrix_from_two_vectors(0, x, 1, y));
  EXPECT_FALSE(matrix_from_two_vectors(1, x, 4, y));
  EXPECT_FALSE(matrix_from_two_vectors(1, x, 2, -3 * x));
  EXPECT_FALSE(matrix_from_two_vectors(1, Vec3::Zero(), 2, y));
  EXPECT_FALSE(matrix_from_one_vector(1, Vec3::Zero()));
}

TEST(OneVector, guesses_a_right_handed_frame) {
  for (int axis = 1; axis <= 3; ++axis)
    for (const Vec3& along :
         {Vec3(1, 0, 0), Vec3(0, -2, 0), Vec3(0, 0, 1e-8), Vec3(1, 1, 1), Vec3(-3, 0.1, 5)}) {
      const auto r = matrix_from_one_vector(axis, along);
      ASSERT_TRUE(r.has_value());
      EXPECT_LT(orthogonality_error(*r), kRotationRound);
      EXPECT_LT((r->col(axis - 1) - along.normalized()).norm(), kRotationRound);
    }
}

TEST(UnwrapRotationVector, follows_a_spin_through_many_turns_forwards_and_backwards) {
  const Vec3 axis = Vec3(1, -2, 2) / 3;
  for (double direction : {1.0, -1.0}) {
    Vec3 previous = Vec3::Zero();
    for (int i = 0; i <= 1000; ++i) {
      const double angle = direction * 0.05 * i;  // eight turns, 63 steps each
      const Vec3 now = unwrap_rotation_vector(so3::log(so3::exp(Vec3(angle * axis))), previous);
      EXPECT_LT((now - angle * axis).norm(), 1e-13) << i;
      previous = now;
    }
  }
}

TEST(UnwrapRotationVector, keeps_the_axis_when_passing_a_full_turn_exactly) {
  const Vec3 previous = (2 * pi - 0.1) * Vec3::UnitZ();
  EXPECT_LT((unwrap_rotation_vector(Vec3::Zero(), previous) - 2 * pi * Vec3::UnitZ()).norm(), kRotationRound);
  EXPECT_LT((unwrap_rotation_vector(Vec3(1e-17, 0, 0), previous) - 2 * pi * Vec3::UnitZ()).norm(),
            kRotationRound);
  EXPECT_EQ(unwrap_rotation_vector(Vec3::Zero(), Vec3::Zero()), Vec3(Vec3::Zero()));
}

TEST(UnwrapRotationVector, always_describes_the_same_rotation_and_is_the_nearest_such_vector) {
  std::mt19937 generator(3);
  for (int i = 0; i < 200; ++i) {
    const Vec3 now = random_vector(generator, 1.8), previous = random_vector(generator, 20.0);
    const Vec3 chosen = unwrap_rotation_vector(now, previous);
    EXPECT_LT((so3::exp_matrix(chosen) - so3::exp_matrix(now)).norm(), 10 * kRotationRound);
    for (int k = -8; k <= 8; ++k) {
      const Vec3 candidate = now + 2 * pi * k * now.normalized();
      EXPECT_LE((chosen - previous).norm(), (candidate - previous).norm() + 1e-12);
    }
  }
}

}  // namespace
}  // namespace pintle
