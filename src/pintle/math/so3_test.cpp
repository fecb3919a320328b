// Tests of the exponential, logarithm and tangent operators of SO(3).
#include "pintle/math/so3.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "pintle/math/dual.h"

namespace pintle {
namespace {

using std::numbers::pi;
using Wide = long double;
using WideMat3 = Matrix3T<Wide>;

// A few units in the last place of numbers of order one.
constexpr double kVectorRound = 4e-15;

const std::vector<double> kAngles = {
    0.0,        1e-300, 1e-150, 1e-12,     1e-8,      1e-4, 1e-2,      0.3, 1.0 - 1e-9,    1.0,
    1.0 + 1e-9, 2.0,    3.0,    pi - 1e-4, pi - 1e-9, pi,   pi + 1e-9, 5.0, 2 * pi - 1e-2, 2 * pi - 1e-6};

std::vector<Vec3> axes() {
  return {Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitZ(), Vec3(1, 2, -3).normalized(),
          Vec3(-0.7, 1e-9, 0.2).normalized()};
}

template <typename Check>
void for_each_vector(Check check) {
  for (double phi : kAngles)
    for (const Vec3& u : axes()) {
      SCOPED_TRACE(::testing::Message() << "angle " << phi << ", axis " << u.transpose());
      check(phi, Vec3(phi * u));
    }
}

// Σ sign^n ψ̃^n / (n + shift)! in extended precision: independent of the closed forms and their switch points.
WideMat3 wide_series(const Vec3& psi, int sign, int shift) {
  const WideMat3 step = Wide(sign) * skew<Wide>(psi.cast<Wide>());
  WideMat3 term = WideMat3::Identity(), sum = term;
  for (int n = 1; n < 60; ++n) {
    term = (term * step / Wide(n + shift)).eval();
    sum += term;
  }
  return sum;
}

double difference(const Mat3& m, const WideMat3& reference) {
  return static_cast<double>((m.cast<Wide>() - reference).cwiseAbs().maxCoeff());
}

TEST(RotationExponential, agrees_with_its_power_series_to_round_off) {
  for_each_vector([](double, const Vec3& psi) {
    EXPECT_LT(difference(so3::exp_matrix(psi), wide_series(psi, 1, 0)), kVectorRound);
    EXPECT_LT(difference(matrix_from_quaternion(so3::exp(psi)), wide_series(psi, 1, 0)), kVectorRound);
  });
}

TEST(RotationTangent, agrees_with_its_power_series_to_round_off) {
  for_each_vector([](double, const Vec3& psi) {
    EXPECT_LT(difference(so3::tangent(psi), wide_series(psi, -1, 1)), kVectorRound);
  });
}

TEST(RotationTangent, matches_the_printed_formula_of_document_002) {
  const Vec3 psi(0.4, -1.1, 0.9);
  const double phi = psi.norm();
  const Mat3 s = skew(psi);
  const Mat3 expected = Mat3::Identity() + (std::cos(phi) - 1) / (phi * phi) * s +
                        (1 - std::sin(phi) / phi) / (phi * phi) * s * s;
  EXPECT_LT((so3::tangent(psi) - expected).norm(), kVectorRound);
}

TEST(RotationTangent, inverse_times_tangent_is_identity_below_a_full_turn) {
  for_each_vector([](double phi, const Vec3& psi) {
    // T has the smallest singular value 2 sin(φ/2)/φ, by which rounding errors of T are magnified.
    const double magnification = phi > 1 ? std::abs(phi / (2 * std::sin(phi / 2))) : 1.0;
    const Mat3 product = so3::inverse_tangent(psi) * so3::tangent(psi);
    EXPECT_LT((product - Mat3::Identity()).cwiseAbs().maxCoeff(), kVectorRound * magnification);
  });
}

TEST(RotationCoefficients, have_small_relative_error_on_both_sides_of_the_switch) {
  for (double phi : {0.0, 0.1, 0.9, 0.999999, 1.0, 1.000001, 1.5, 3.0, 6.0}) {
    const Wide x = Wide(phi) * Wide(phi);
    Wide c = 0, e = 0, b = 0, factorial = 2;  // factorial = (2k + 2)!
    for (int k = 0, sign = 1; k < 30; ++k, sign = -sign) {
      const Wide power = sign * std::pow(x, Wide(k));
      b += power / factorial;
      c += power / (factorial * (2 * k + 3));
      e += power * (k + 1) / (factorial * (2 * k + 3) * (2 * k + 4));
      factorial *= Wide(2 * k + 3) * Wide(2 * k + 4);
    }
    const auto k = so3::coefficients(phi * phi);
    // Closed forms lose 12 (c: 6) units to cancellation at φ = 1, and φ² itself is rounded.
    EXPECT_NEAR(k.c / static_cast<double>(c), 1.0, 5e-15) << phi;
    EXPECT_NEAR(so3::inverse_coefficient(phi * phi) / static_cast<double>(e / b), 1.0, 1e-14) << phi;
  }
}

TEST(RotationLogarithm, inverts_the_exponential_up_to_pi) {
  for_each_vector([](double phi, const Vec3& psi) {
    if (phi > pi - 1e-12) return;
    const double tolerance = kVectorRound * std::max(phi, 1e-300);  // relative, also for tiny angles
    EXPECT_LE((so3::log(so3::exp(psi)) - psi).norm(), tolerance);
    // A matrix resolves a rotation near π about any axis to absolute round-off.
    EXPECT_LE((so3::log(so3::exp_matrix(psi)) - psi).norm(), phi > 1 ? 2 * kVectorRound : tolerance);
  });
}

TEST(RotationLogarithm, beyond_pi_gives_the_short_way_round) {
  for (const Vec3& u : axes()) {
    const double phi = 2 * pi - 0.5;
    EXPECT_LT((so3::log(so3::exp(Vec3(phi * u))) + 0.5 * u).norm(), kVectorRound);
    EXPECT_LT((so3::log(so3::exp_matrix(Vec3(phi * u))) + 0.5 * u).norm(), kVectorRound);
  }
}

TEST(RotationLogarithm, at_exactly_pi_reproduces_the_matrix) {
  for (const Vec3& u : axes()) {
    const Mat3 r = 2 * u * u.transpose() - Mat3::Identity();
    const Vec3 psi = so3::log(r);
    EXPECT_NEAR(psi.norm(), pi, kVectorRound);
    EXPECT_LT((so3::exp_matrix(psi) - r).norm(), kVectorRound);
  }
}

TEST(RotationLogarithm, does_not_see_the_sign_of_the_quaternion) {
  for (double phi : {0.0, 1e-9, 0.7, 3.1}) {
    const Quat q = so3::exp(Vec3(phi * Vec3(2, -1, 2) / 3));
    const Quat minus(-q.w(), -q.x(), -q.y(), -q.z());
    EXPECT_LE((so3::log(q) - so3::log(minus)).norm(), 1e-16);
  }
}

TEST(RotationTangent, maps_vector_increments_to_body_and_world_increments) {
  // Central differences with step h: error h² (third derivatives of order one) plus round-off / h, about
  // 1e-10.
  const double h = 1e-5;
  for_each_vector([h](double, const Vec3& psi) {
    const Mat3 r = so3::exp_matrix(psi);
    for (int j = 0; j < 3; ++j) {
      const Vec3 step = h * Vec3::Unit(j);
      const Mat3 dr = (so3::exp_matrix(psi + step) - so3::exp_matrix(psi - step)) / (2 * h);
      EXPECT_LT((axial(r.transpose() * dr) - so3::tangent(psi).col(j)).norm(), 5e-10);
      EXPECT_LT((axial(dr * r.transpose()) - so3::tangent(psi).transpose().col(j)).norm(), 5e-10);
    }
  });
}

using D3 = Dual<double, 3>;

TEST(RotationTangent, agrees_with_dual_numbers_through_the_exponential_everywhere_even_at_zero) {
  for_each_vector([](double, const Vec3& psi) {
    const Matrix3T<D3> rd = so3::exp_matrix<D3>(dual_variables<3>(psi));
    const Matrix3T<D3> qd = matrix_from_quaternion<D3>(so3::exp<D3>(dual_variables<3>(psi)));
    const Mat3 r = so3::exp_matrix(psi);
    for (int j = 0; j < 3; ++j) {
      const Mat3 expected = r * skew(Vec3(so3::tangent(psi).col(j)));
      const Mat3 by_matrix = rd.unaryExpr([j](const D3& x) { return x.grad[j]; });
      const Mat3 by_quaternion = qd.unaryExpr([j](const D3& x) { return x.grad[j]; });
      EXPECT_LT((by_matrix - expected).norm(), 2 * kVectorRound);
      EXPECT_LT((by_quaternion - expected).norm(), 2 * kVectorRound);
    }
  });
}

TEST(RotationLogarithm, carries_dual_numbers_back_to_the_identity) {
  for_each_vector([](double phi, const Vec3& psi) {
    if (phi > pi - 1e-12) return;
    const Vector3T<D3> x = dual_variables<3>(psi);
    EXPECT_LT((jacobian_of<3, 3>(so3::log<D3>(so3::exp<D3>(x))) - Mat3::Identity()).norm(), 4 * kVectorRound);
    EXPECT_LT((jacobian_of<3, 3>(so3::log<D3>(so3::exp_matrix<D3>(x))) - Mat3::Identity()).norm(),
              4 * kVectorRound);
  });
}

TEST(RotationTangent, derivatives_agree_with_dual_numbers) {
  const Vec3 z(0.3, -2.0, 1.1);
  for_each_vector([&z](double, const Vec3& psi) {
    const Matrix3T<D3> t = so3::tangent<D3>(dual_variables<3>(psi));
    const Mat3 product = jacobian_of<3, 3>(t * z);
    EXPECT_LT((so3::tangent_product_derivative(psi, z) - product).norm(), 5 * kVectorRound);
    const Mat3 along =
        t.unaryExpr([&z](const D3& x) { return x.grad[0] * z[0] + x.grad[1] * z[1] + x.grad[2] * z[2]; });
    EXPECT_LT((so3::tangent_derivative_along(psi, z) - along).norm(), 5 * kVectorRound);
  });
}

TEST(RotationGroup, obeys_its_identities) {
  for_each_vector([](double, const Vec3& psi) {
    const Mat3 r = so3::exp_matrix(psi), t = so3::tangent(psi);
    EXPECT_LT(orthogonality_error(r), kVectorRound);
    EXPECT_LT((r * t - t.transpose()).norm(), 2 * kVectorRound);                    // Tᵀ = R T
    EXPECT_LT((t * psi - psi).norm(), 2 * kVectorRound * (1 + psi.norm()));         // T ψ = ψ
    EXPECT_LT((so3::exp_matrix(Vec3(-psi)) - r.transpose()).norm(), kVectorRound);  // inverse
    EXPECT_LT((so3::exp_matrix(Vec3(0.3 * psi)) * so3::exp_matrix(Vec3(0.7 * psi)) - r).norm(),
              2 * kVectorRound);  // one axis
    const Mat3 q = so3::exp_matrix(Vec3(0.5, 0.1, -2.0));
    EXPECT_LT((q * r * q.transpose() - so3::exp_matrix(Vec3(q * psi))).norm(),
              3 * kVectorRound);  // change of frame
  });
}

}  // namespace
}  // namespace pintle
