#include "pintle/joints/held_rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

constexpr double kPi = std::numbers::pi;

// The zeros are those of psi - theta, next to the branch that was left last.
TEST(HeldRotation, in_part_is_a_multiple_of_what_is_missing_of_the_vector) {
  const Vec3 axis = Vec3(0.2, -0.5, 0.8).normalized();
  DrivenVectorValue theta;
  theta.value << 0.3, 0.0, -0.7;
  for (const double angle : {0.0, 1e-5, 0.1, 0.49, 0.51, 2.0, 3.1, 3.2, 5.0, 7.0, 11.0}) {
    const Vec3 psi = angle * axis;
    const auto held = HeldRotation::in_part(so3::exp_matrix(psi), theta, {Vec3(1.01 * psi)});
    const double ratio = angle == 0.0 ? 1.0 : std::sin(0.5 * angle) / (0.5 * angle);
    EXPECT_LT((held.value() - ratio * (psi - theta.value)).norm(), 1e-13) << angle;
  }
}

// Axes 1 and 2 are held at zero while the rotation about 3 passes whole and half turns: its rows stay of unit
// length and right angles, and turn steadily, by half of the angle. So do the reactions.
TEST(HeldRotation, at_zero_goes_round_without_a_singular_position) {
  RotationBranch branch;
  Mat3 before = Mat3::Identity();
  const double step = 0.1;
  for (int i = 0; i < 200; ++i) {
    const Vec3 psi(0, 0, i * step);
    const auto held = HeldRotation::in_part(so3::exp_matrix(psi), {}, branch);
    branch = next_branch(so3::log(so3::exp_matrix(psi)), branch);
    const auto rows = held.by_turn().topRows<2>();
    EXPECT_LT((rows * rows.transpose() - Eigen::Matrix2d::Identity()).norm(), 1e-13) << i;
    EXPECT_LT((held.by_turn() - before).topRows<2>().norm(), 0.8 * step) << i;
    EXPECT_NEAR(held.value().head<2>().norm(), 0.0, 1e-14);
    before = held.by_turn();
  }
  EXPECT_NEAR(branch.vector.z(), 199 * step, 1e-12);
}

// Two axes are free: past a whole turn at a small distance, where the axis swings round in one step.
TEST(HeldRotation, at_zero_passes_by_a_whole_turn) {
  RotationBranch branch;
  Mat3 before = Mat3::Zero();
  for (int i = 0; i <= 100; ++i) {
    const double angle = 2.0 * kPi + 0.02 * (i - 50);
    const Mat3 P = so3::exp_matrix(Vec3(0, 0, angle)) * so3::exp_matrix(Vec3(0, 0.005, 0));
    if (i == 0) branch.vector = unwrap_rotation_vector(so3::log(P), Vec3(0, 0, angle));
    const auto held = HeldRotation::in_part(P, {}, branch);
    branch = next_branch(so3::log(P), branch);
    EXPECT_NEAR(held.by_turn().row(0).norm(), 1.0, 1e-4) << i;
    if (i > 0) {
      EXPECT_LT((held.by_turn() - before).norm(), 0.03) << i;
    }
    before = held.by_turn();
  }
}

// Central differences along P exp(t w~), theta as it is driven: errors of h^2 and rounding over h^2.
TEST(HeldRotation, rate_and_bias_are_derivatives_of_the_value) {
  const Vec3 w(0.7, -1.1, 0.4), wanted(0.3, -0.2, 0.5), speed(0.6, 0.2, -0.4), pull(-0.8, 0.3, 0.9);
  for (const double angle : {0.3, 2.0, 4.0, 8.0}) {
    const Vec3 start = angle * Vec3(0.6, 0.0, 0.8);
    const auto at = [&](double t) {
      const DrivenVectorValue theta{wanted + t * speed + 0.5 * t * t * pull, speed + t * pull, pull};
      return HeldRotation::in_part(so3::exp_matrix(Vec3(t * w)) * so3::exp_matrix(start), theta, {start});
    };
    const double h = 1e-4;
    const Vec3 before = at(-h).value(), now = at(0.0).value(), after = at(h).value();
    EXPECT_LT(((after - before) / (2 * h) - at(0.0).rate(w)).norm(), 1e-6) << angle;
    EXPECT_LT(((after - 2 * now + before) / (h * h) - at(0.0).bias(w)).norm(), 1e-5) << angle;
    const Vec3 lambda(1.0, -2.0, 0.5);
    const DrivenVectorValue fixed{wanted, Vec3::Zero(), Vec3::Zero()};
    const auto held = [&](double t) {
      return HeldRotation::in_part(so3::exp_matrix(Vec3(t * w)) * so3::exp_matrix(start), fixed, {start});
    };
    const Vec3 turned = held(h).by_turn().transpose() * lambda - held(-h).by_turn().transpose() * lambda;
    EXPECT_LT((turned / (2 * h) - held(0.0).moment_tangent(lambda) * w).norm(), 1e-6) << angle;
  }
}

}  // namespace
}  // namespace pintle
