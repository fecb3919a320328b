// Tests of the exponential, logarithm and tangent operator of SE(3).
#include "pintle/math/se3.h"

#include <gtest/gtest.h>

#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>
#include <vector>

#include "pintle/math/dual.h"

namespace pintle {
namespace {

using std::numbers::pi;
using Mat4 = Eigen::Matrix4d;
using D6 = Dual<double, 6>;

constexpr double kMotionRound = 1e-14;

std::vector<Vec6> samples() {
  std::vector<Vec6> list;
  for (double phi : {0.0, 1e-12, 1e-5, 0.5, 1.0 - 1e-9, 1.0 + 1e-9, 2.5, pi - 1e-6, pi, 5.0, 2 * pi - 1e-2})
    for (const Vec3& u : {Vec3(0, 0, 0), Vec3(1.5, -0.4, 2.0)}) {
      Vec6 y;
      y.head<3>() = u;
      y.tail<3>() = phi * Vec3(2, -1, 2) / 3;
      list.push_back(y);
    }
  return list;
}

Mat4 homogeneous(const se3::Motion& h) {
  Mat4 m = Mat4::Identity();
  m.topLeftCorner<3, 3>() = matrix_from_quaternion(h.rotation);
  m.topRightCorner<3, 1>() = h.translation;
  return m;
}

Mat4 hat(const Vec6& y) {
  Mat4 m = Mat4::Zero();
  m.topLeftCorner<3, 3>() = skew(Vec3(y.tail<3>()));
  m.topRightCorner<3, 1>() = y.head<3>();
  return m;
}

TEST(MotionExponential, agrees_with_the_matrix_exponential) {
  for (const Vec6& y : samples()) {
    const Mat4 expected = hat(y).exp();
    EXPECT_LT((homogeneous(se3::exp(y)) - expected).norm(), kMotionRound) << y.transpose();
  }
}

TEST(MotionLogarithm, inverts_the_exponential_up_to_pi) {
  for (const Vec6& y : samples()) {
    if (y.tail<3>().norm() > pi - 1e-9) continue;
    EXPECT_LT((se3::log(se3::exp(y)) - y).norm(), kMotionRound) << y.transpose();
  }
}

TEST(MotionTangent, agrees_with_its_power_series) {
  for (const Vec6& y : samples()) {
    // Σ (-1)^n ad(y)^n / (n+1)!; the largest terms are about 50, so cancellation costs two digits.
    const Mat6 step = -se3::ad(y);
    Mat6 term = Mat6::Identity(), sum = term;
    for (int n = 1; n < 60; ++n) {
      term = (term * step / (n + 1)).eval();
      sum += term;
    }
    EXPECT_LT((se3::tangent(y) - sum).norm(), 2e-13) << y.transpose();
  }
}

TEST(MotionTangent, is_the_body_increment_by_finite_differences) {
  const double h = 1e-5;  // error h² plus round-off / h
  for (const Vec6& y : samples()) {
    const se3::Motion back = se3::inverse(se3::exp(y));
    for (int j = 0; j < 6; ++j) {
      const Vec6 step = h * Vec6::Unit(j);
      const Vec6 plus = se3::log(se3::compose(back, se3::exp(Vec6(y + step))));
      const Vec6 minus = se3::log(se3::compose(back, se3::exp(Vec6(y - step))));
      EXPECT_LT(((plus - minus) / (2 * h) - se3::tangent(y).col(j)).norm(), 1e-9) << y.transpose();
    }
  }
}

TEST(MotionTangent, agrees_with_dual_numbers_to_round_off) {
  for (const Vec6& y : samples()) {
    const se3::Motion back = se3::inverse(se3::exp(y));
    const se3::MotionT<D6> back_dual{back.translation.cast<D6>(), back.rotation.cast<D6>()};
    const auto increment = se3::log(se3::compose(back_dual, se3::exp<D6>(dual_variables<6>(y))));
    EXPECT_LT((jacobian_of<6, 6>(increment) - se3::tangent(y)).norm(), 4 * kMotionRound) << y.transpose();
  }
}

TEST(MotionTangent, inverse_times_tangent_is_identity_below_a_full_turn) {
  for (const Vec6& y : samples()) {
    const Mat6 product = se3::inverse_tangent(y) * se3::tangent(y);
    // |T⁻¹| grows like 2π/(2π - φ), and twice in the corner block.
    const double magnification = 2 * pi / (2 * pi - y.tail<3>().norm());
    EXPECT_LT((product - Mat6::Identity()).norm(), kMotionRound * magnification * magnification)
        << y.transpose();
  }
}

TEST(MotionGroup, obeys_its_identities) {
  Vec6 z;
  z << 0.2, 1.0, -0.3, 0.4, -0.9, 0.1;
  for (const Vec6& y : samples()) {
    const se3::Motion h = se3::exp(y);
    EXPECT_LT((homogeneous(se3::compose(h, se3::inverse(h))) - Mat4::Identity()).norm(), kMotionRound);
    const se3::Motion parts = se3::compose(se3::exp(Vec6(0.25 * y)), se3::exp(Vec6(0.75 * y)));
    EXPECT_LT((homogeneous(parts) - homogeneous(h)).norm(), kMotionRound);
    // h exp(z) h⁻¹ = exp(Ad z)
    const se3::Motion moved = se3::compose(se3::compose(h, se3::exp(z)), se3::inverse(h));
    EXPECT_LT((homogeneous(moved) - homogeneous(se3::exp(Vec6(se3::adjoint(h) * z)))).norm(),
              2 * kMotionRound);
    // Ad exp(y) = exp(ad y), and left and right tangents differ by it.
    EXPECT_LT((se3::adjoint(h) * se3::tangent(y) - se3::tangent(Vec6(-y))).norm(), 5 * kMotionRound);
    EXPECT_LT((se3::tangent(y) * y - y).norm(), 5 * kMotionRound);
  }
}

}  // namespace
}  // namespace pintle
