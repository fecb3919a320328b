// Tests of dual numbers, alone and inside Eigen.
#include "pintle/math/dual.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <functional>
#include <limits>

namespace pintle {
namespace {

using D1 = Dual<double, 1>;
using D2 = Dual<double, 2>;
using DD = Dual<D1, 1>;

template <typename F>
void expect_derivatives(const char* name, F f, double x) {
  SCOPED_TRACE(::testing::Message() << name << " at " << x);
  // Five-point differences: error h⁴ f⁽⁵⁾/30, or h⁴ f⁽⁶⁾/90 for the second, plus round-off over h or h².
  const double h = 1e-3;
  const double first = (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
  const double second = (16 * (f(x + h) + f(x - h)) - f(x + 2 * h) - f(x - 2 * h) - 30 * f(x)) / (12 * h * h);
  DD t;
  t.value = D1::variable(x, 0);
  t.grad[0] = D1(1.0);
  const DD y = f(t);
  EXPECT_DOUBLE_EQ(value_of(y), f(x));
  EXPECT_DOUBLE_EQ(f(D1::variable(x, 0)).grad[0], y.grad[0].value);
  EXPECT_NEAR(y.value.grad[0], first, 1e-9 * (1 + std::abs(first)));
  EXPECT_NEAR(y.grad[0].value, first, 1e-9 * (1 + std::abs(first)));
  EXPECT_NEAR(y.grad[0].grad[0], second, 1e-7 * (1 + std::abs(second)));
}

#define EXPECT_DERIVATIVES(expression, at)    \
  expect_derivatives(                         \
      #expression,                            \
      [](const auto& x) {                     \
        using namespace std;                  \
        return decltype(x + 0.0)(expression); \
      },                                      \
      at)

TEST(Dual, elementary_functions_have_the_right_first_and_second_derivatives) {
  EXPECT_DERIVATIVES(sqrt(x), 0.7);
  EXPECT_DERIVATIVES(sin(x), 0.7);
  EXPECT_DERIVATIVES(cos(x), 0.7);
  EXPECT_DERIVATIVES(tan(x), 0.7);
  EXPECT_DERIVATIVES(asin(x), -0.4);
  EXPECT_DERIVATIVES(acos(x), 0.4);
  EXPECT_DERIVATIVES(atan(x), 1.7);
  EXPECT_DERIVATIVES(atan2(x, x * x - 3.0), 0.8);
  EXPECT_DERIVATIVES(exp(x), -0.3);
  EXPECT_DERIVATIVES(log(x), 2.5);
  EXPECT_DERIVATIVES(sinh(x), 0.9);
  EXPECT_DERIVATIVES(cosh(x), 0.9);
  EXPECT_DERIVATIVES(tanh(x), 0.9);
  EXPECT_DERIVATIVES(abs(x), -1.2);
  EXPECT_DERIVATIVES(pow(x, 2.5), 1.3);
  EXPECT_DERIVATIVES(pow(x, 3), -1.3);
  EXPECT_DERIVATIVES(pow(2.0, x), 1.3);
  EXPECT_DERIVATIVES(pow(x, x), 1.3);
}

TEST(Dual, arithmetic_has_the_right_first_and_second_derivatives) {
  EXPECT_DERIVATIVES(x * x * x - 2 * x + 1, 1.4);
  EXPECT_DERIVATIVES(-(x + 2) / (x * x + 1.0), 0.3);
  EXPECT_DERIVATIVES(1 / x - x / 3, 0.8);
  EXPECT_DERIVATIVES((3 - x) * (x - 1.0) / (2.0 * x), 0.8);
}

TEST(Dual, polynomials_have_the_right_first_and_second_derivatives) {
  EXPECT_DERIVATIVES(polynomial(std::array{1.0, -2.0, 0.5, 3.0}, x), 0.6);
  EXPECT_DERIVATIVES(polynomial(std::array{4.0}, x), 0.6);
  EXPECT_DOUBLE_EQ(polynomial(std::array{1.0, -2.0, 0.5, 3.0}, 2.0), 1.0 - 4.0 + 2.0 + 24.0);
}

TEST(Dual, compound_assignment_equals_the_plain_operators) {
  const D2 x = D2::variable(1.5, 0), y = D2::variable(-0.5, 1);
  D2 z = x;
  z += y;
  z *= y;
  z -= 2.0;
  z /= x;
  const D2 expected = ((x + y) * y - 2.0) / x;
  EXPECT_EQ(z.value, expected.value);
  EXPECT_EQ(z.grad, expected.grad);
}

TEST(Dual, comparisons_use_the_value_only) {
  const D2 x = D2::variable(1.0, 0), y = D2::variable(1.0, 1), z = D2::variable(2.0, 1);
  EXPECT_TRUE(x == y && x == 1.0 && x != z && 1 == x);
  EXPECT_TRUE(x < z && z > 1.5 && 1.5 < z && x <= 1 && z >= x);
  EXPECT_EQ(std::max(x, z).grad[1], 1.0);
  DD nested = DD::variable(D1(3.0), 0);
  EXPECT_TRUE(nested > 2.0 && nested == 3.0);
}

TEST(Dual, square_root_at_zero_moves_only_where_the_argument_does) {
  const D2 root = sqrt(D2::variable(0.0, 1));
  EXPECT_EQ(root.grad[0], 0.0);
  EXPECT_EQ(root.grad[1], std::numeric_limits<double>::infinity());
  EXPECT_FALSE(isfinite(root));
  EXPECT_TRUE(isfinite(sqrt(D2(0.0))));
}

TEST(Dual, power_of_a_fixed_exponent_is_finite_at_zero_and_below) {
  EXPECT_EQ(pow(D1::variable(0.0, 0), 0).grad[0], 0.0);
  EXPECT_EQ(pow(D1::variable(0.0, 0), 1).grad[0], 1.0);
  EXPECT_EQ(pow(D1::variable(-2.0, 0), D1(3.0)).grad[0], 12.0);
}

TEST(Dual, arc_tangent_covers_the_circle) {
  for (double angle : {-3.0, -1.5, 0.0, 0.1, 1.6, 3.1}) {
    const D1 t = D1::variable(angle, 0);
    const D1 back = atan2(2.0 * sin(t), 2.0 * cos(t));
    EXPECT_NEAR(back.value, angle, 1e-15);
    EXPECT_NEAR(back.grad[0], 1.0, 1e-15);
  }
}

TEST(DualInEigen, mixes_with_plain_matrices) {
  const Eigen::Vector3d x(0.3, -1.2, 2.0);
  const auto xd = dual_variables<3>(x);
  Eigen::Matrix3d a;
  a << 1, 2, 3, -4, 5, 6, 7, 8, -9;
  EXPECT_EQ((jacobian_of<3, 3>(a * xd)), a);
  EXPECT_EQ((jacobian_of<3, 3>(2.0 * xd + x)), Eigen::Matrix3d(2.0 * Eigen::Matrix3d::Identity()));
  EXPECT_EQ((values_of<3, 3>(xd - x)), Eigen::Vector3d(Eigen::Vector3d::Zero()));
  const Dual<double, 3> form = xd.dot(a * xd);  // gradient (A + Aᵀ) x
  const Eigen::Vector3d gradient = (a + a.transpose()) * x;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(form.grad[i], gradient[i], 1e-14);
  const Dual<double, 3> norm = xd.norm();
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(norm.grad[i], x[i] / x.norm(), 1e-15);
}

TEST(DualInEigen, works_for_six_by_six_products_crosses_and_solves) {
  using D6 = Dual<double, 6>;
  const Eigen::Matrix<double, 6, 6> a =
      Eigen::Matrix<double, 6, 6>::Random() + 3 * Eigen::Matrix<double, 6, 6>::Identity();
  const Eigen::Matrix<double, 6, 1> x = Eigen::Matrix<double, 6, 1>::LinSpaced(-1.0, 2.0);
  const auto xd = dual_variables<6>(x);
  EXPECT_LT((jacobian_of<6, 6>(a * xd) - a).norm(), 1e-14);
  const Eigen::Matrix<D6, 6, 1> solved = a.cast<D6>().partialPivLu().solve(xd);
  EXPECT_LT((jacobian_of<6, 6>(solved) - a.inverse()).norm(), 1e-12);
  const Eigen::Matrix<D6, 3, 1> cross = xd.head<3>().cross(xd.tail<3>());
  EXPECT_DOUBLE_EQ(cross[0].grad[1], x[5]);
  EXPECT_DOUBLE_EQ(cross[0].grad[4], -x[2]);
}

TEST(DualInEigen, nested_duals_give_the_hessian) {
  using Inner = Dual<double, 2>;
  using Outer = Dual<Inner, 2>;
  Eigen::Matrix<Outer, 2, 1> x;
  const Eigen::Vector2d at(0.7, -0.2);
  for (int i = 0; i < 2; ++i) x[i] = Outer::variable(Inner::variable(at[i], i), i);
  const Outer f = sin(x[0]) * x[1] * x[1] + 3.0 * x.squaredNorm();
  EXPECT_DOUBLE_EQ(f.grad[0].grad[0], -std::sin(0.7) * 0.04 + 6.0);
  EXPECT_DOUBLE_EQ(f.grad[0].grad[1], std::cos(0.7) * -0.4);
  EXPECT_DOUBLE_EQ(f.grad[1].grad[0], std::cos(0.7) * -0.4);
  EXPECT_DOUBLE_EQ(f.grad[1].grad[1], 2 * std::sin(0.7) + 6.0);
}

}  // namespace
}  // namespace pintle
