#include "pintle/solvers/modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace pintle {
namespace {

using Complex = std::complex<double>;

MatX matrix(std::initializer_list<double> rows, Eigen::Index size) {
  MatX out(size, size);
  Eigen::Index i = 0;
  for (const double value : rows) {
    out(i / size, i % size) = value;
    ++i;
  }
  return out;
}

// Residual of the eigenproblem, relative to its terms.
double misfit(const Mode& mode, const MatX& M, const MatX& C, const MatX& K) {
  const VecXc inertia = mode.value * mode.value * (M * mode.shape), damping = mode.value * (C * mode.shape),
              stiffness = K * mode.shape;
  return (inertia + damping + stiffness).norm() /
         (inertia.norm() + damping.norm() + stiffness.norm() + 1e-300);
}

TEST(Modes, of_one_oscillator_are_the_closed_form) {
  const MatX M = matrix({2.0}, 1), C = matrix({0.6}, 1), K = matrix({50.0}, 1);
  const std::vector<Mode> modes = find_modes(M, C, K);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].value.real(), -0.15, 1e-14);
  EXPECT_NEAR(modes[0].value.imag(), std::sqrt(25.0 - 0.0225), 1e-13);
  EXPECT_NEAR(modes[0].damping_ratio(), 0.03, 1e-14);
}

// Chain of equal masses and springs between walls: w_k = 2 sqrt(k/m) sin(k pi / (2 (n + 1))).
TEST(Modes, of_a_chain_are_the_closed_form) {
  constexpr Eigen::Index kSize = 12;
  MatX M = 3.0 * MatX::Identity(kSize, kSize), C = MatX::Zero(kSize, kSize),
       K = 2.0 * 700.0 * MatX::Identity(kSize, kSize);
  for (Eigen::Index i = 0; i + 1 < kSize; ++i) K(i, i + 1) = K(i + 1, i) = -700.0;
  const std::vector<Mode> modes = find_modes(M, C, K);
  ASSERT_EQ(modes.size(), static_cast<std::size_t>(kSize));
  for (Eigen::Index k = 1; k <= kSize; ++k) {
    const Mode& mode = modes[static_cast<std::size_t>(k - 1)];
    EXPECT_NEAR(mode.value.imag(),
                2.0 * std::sqrt(700.0 / 3.0) *
                    std::sin(static_cast<double>(k) * std::numbers::pi / (2.0 * (kSize + 1))),
                1e-12);
    EXPECT_EQ(mode.value.real(), 0.0);
    EXPECT_LT(misfit(mode, M, C, K), 1e-13);
  }
}

TEST(Modes, obey_their_equation_for_any_matrices_in_any_units) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int trial = 0; trial < 50; ++trial) {
    constexpr Eigen::Index kSize = 6;
    const auto any = [&] { return MatX(MatX::NullaryExpr(kSize, kSize, [&] { return number(random); })); };
    const MatX root = any(), stiff = any();
    VecX unit(kSize);
    for (double& u : unit) u = std::pow(10.0, 3.0 * number(random));
    const MatX M =
        unit.asDiagonal() * MatX(root * root.transpose() + MatX::Identity(kSize, kSize)) * unit.asDiagonal();
    const MatX C = unit.asDiagonal() * any() * unit.asDiagonal();
    const MatX K = 1e4 * MatX(unit.asDiagonal() * MatX(stiff * stiff.transpose()) * unit.asDiagonal());
    const std::vector<Mode> modes = find_modes(M, C, K);
    std::size_t values = 0;
    for (const Mode& mode : modes) {
      values += mode.oscillates() ? 2 : 1;
      // In the units of the problem, so that each row counts.
      const VecX back = unit.cwiseInverse();
      const Mode scaled{mode.value, unit.asDiagonal() * mode.shape};
      EXPECT_LT(misfit(scaled, back.asDiagonal() * M * back.asDiagonal(),
                       back.asDiagonal() * C * back.asDiagonal(), back.asDiagonal() * K * back.asDiagonal()),
                1e-10);
    }
    EXPECT_EQ(values, 2u * kSize);
  }
}

// Two masses and a spring, alone in the world: one motion that nothing resists, once; damped or not.
TEST(Modes, list_what_nothing_resists_once_at_zero) {
  const MatX M = matrix({1, 0, 0, 3}, 2), K = matrix({12, -12, -12, 12}, 2);
  for (const double damping : {0.0, 0.2}) {
    const std::vector<Mode> modes = find_modes(M, damping * K, K);
    ASSERT_EQ(modes.size(), 2u);
    EXPECT_EQ(modes[0].value, Complex(0.0));
    EXPECT_LT(std::abs(modes[0].shape[0] - modes[0].shape[1]), 1e-14);
    EXPECT_NEAR(std::abs(modes[1].value), 4.0, 1e-12);
    EXPECT_NEAR(modes[1].value.real(), -0.5 * damping * 16.0, 1e-12);
  }
}

TEST(Modes, take_coordinates_without_inertia) {
  // A mass on a spring to a point without mass, which a damper holds: M u1'' + k (u1 - u2) = 0,
  // c u2' + k (u2 - u1) = 0, so c m s^3 + k m s^2 + k c s = 0: a motion at zero, and two.
  const double m = 2.0, c = 5.0, k = 8.0;
  const std::vector<Mode> modes =
      find_modes(matrix({m, 0, 0, 0}, 2), matrix({0, 0, 0, c}, 2), matrix({k, -k, -k, k}, 2));
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_EQ(modes[0].value, Complex(0.0));
  const Complex s = modes[1].value;
  EXPECT_LT(std::abs(c * m * s * s + k * m * s + k * c), 1e-11);
  // Without the damper the point only hands on the force of a second spring.
  const std::vector<Mode> series =
      find_modes(matrix({m, 0, 0, 0}, 2), MatX::Zero(2, 2), matrix({k, -k, -k, 3.0 * k}, 2));
  ASSERT_EQ(series.size(), 1u);
  EXPECT_NEAR(series[0].value.imag(), std::sqrt(k * 2.0 / 3.0 / m), 1e-13);
}

// A damper somewhere else does not make it grow or decay by round-off.
TEST(Modes, without_damping_stay_so_beside_damped_ones) {
  const MatX M = matrix({1, 0, 0, 0, 2, 0.5, 0, 0.5, 3}, 3), C = matrix({7, 0, 0, 0, 0, 0, 0, 0, 0}, 3);
  const MatX K = matrix({30, 0, 0, 0, 200, -50, 0, -50, 400}, 3);
  int undamped = 0;
  for (const Mode& mode : find_modes(M, C, K)) undamped += mode.value.real() == 0.0 && mode.oscillates();
  EXPECT_EQ(undamped, 2);
}

TEST(Modes, show_what_is_unstable) {
  const std::vector<Mode> modes = find_modes(matrix({1.0}, 1), matrix({0.0}, 1), matrix({-9.0}, 1));
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[0].value.real() + modes[1].value.real(), 0.0, 1e-14);
  EXPECT_NEAR(std::abs(modes[1].value.real()), 3.0, 1e-14);
  EXPECT_TRUE(modes[0].grows() || modes[1].grows());
}

}  // namespace
}  // namespace pintle
