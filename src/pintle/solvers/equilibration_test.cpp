#include "pintle/solvers/equilibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pintle/solvers/test_matrices.h"

namespace pintle {
namespace {

using solver_test::from_dense;
using solver_test::make_chain;

TEST(Equilibration, makes_the_pivots_of_a_chain_comparable) {
  for (double mass : {1e-8, 1.0, 1e8}) {
    auto matrix = make_chain({.links = 4, .mass = mass});
    Equilibration scaling;
    scaling.choose(matrix.pattern(), matrix.values);
    std::vector<double> scaled(matrix.values.size());
    ASSERT_TRUE(scaling.apply(matrix.values, scaled));
    matrix.values = scaled;
    const Eigen::MatrixXd a = matrix.dense();
    for (Index i = 0; i < 24; ++i) {
      EXPECT_GE(a(i, i), 0.25);  // a power of two within a factor of two for each of D_ii²
      EXPECT_LE(a(i, i), 4.0);
    }
    for (Index i = 24; i < 44; ++i) {
      EXPECT_GE(a.row(i).lpNorm<Eigen::Infinity>(), 0.25);
      EXPECT_LE(a.row(i).lpNorm<Eigen::Infinity>(), 4.0);
    }
  }
}

TEST(Equilibration, rounds_nothing) {
  const auto matrix = make_chain({.links = 3, .mass = 7e-5});
  Equilibration scaling;
  scaling.choose(matrix.pattern(), matrix.values);
  std::vector<double> scaled(matrix.values.size());
  scaling.apply(matrix.values, scaled);
  for (std::size_t p = 0; p < scaled.size(); ++p) {
    int exponent = 0;
    if (matrix.values[p] != 0.0) {
      EXPECT_EQ(std::frexp(scaled[p] / matrix.values[p], &exponent), 0.5);
    }
  }
}

// A joint between a massless node (2) and a body (0): the multiplier (1) hangs on the former; what couples it
// to the latter is rounding noise and must not be scaled up.
TEST(Equilibration, does_not_scale_noise_up) {
  Eigen::MatrixXd a(3, 3);
  a << 3.0, 1e-17, 0.0,  //
      1e-17, 0.0, 1.0,   //
      0.0, 1.0, 0.0;
  auto matrix = from_dense(a);
  Equilibration scaling;
  scaling.choose(matrix.pattern(), matrix.values);
  std::vector<double> scaled(matrix.values.size());
  scaling.apply(matrix.values, scaled);
  for (const double entry : scaled) EXPECT_LE(std::abs(entry), 4.0);
}

// As above, and a second massless node (4) behind the first: both are coupled to the body a little, by
// reactions that turn with it. Each gets its scale from the multipliers (1, 3), which are its largest
// entries.
TEST(Equilibration, scales_nodes_without_mass_by_what_holds_them) {
  for (const double stiffness : {1e-3, 1e-6, 1e-9, 1e-11, 1e-14}) {
    Eigen::MatrixXd a(5, 5);
    a << 3.0, 1.0, stiffness, 0.0, stiffness,         //
        1.0, 0.0, -1.0, 0.0, 0.0,                     //
        stiffness, -1.0, 1e-9 * stiffness, 1.0, 0.0,  //
        0.0, 0.0, 1.0, 0.0, -1.0,                     //
        stiffness, 0.0, 0.0, -1.0, 1e-11 * stiffness;
    auto matrix = from_dense(a);
    Equilibration scaling;
    scaling.choose(matrix.pattern(), matrix.values);
    std::vector<double> scaled(matrix.values.size());
    scaling.apply(matrix.values, scaled);
    matrix.values = scaled;
    for (const double entry : scaled) EXPECT_LE(std::abs(entry), 4.0) << stiffness;
    // None of them is almost empty, either.
    for (Index i = 0; i < 5; ++i) EXPECT_GE(matrix.dense().row(i).lpNorm<Eigen::Infinity>(), 0.25);
  }
}

TEST(Equilibration, tells_pivots_from_multipliers) {
  Eigen::MatrixXd a(5, 5);
  a << 3.0, 0.1, 1.0, 1.0, 0.5,  //
      0.1, 2.0, 0.0, 1.0, 0.5,   //
      1.0, 0.0, 0.0, 0.0, 0.0,   // no diagonal
      1.0, 1.0, 0.0, 1e-9, 0.0,  // hardly any: a multiplier with some compliance
      0.5, 0.5, 0.0, 0.0, 5e-1;  // small, but a pivot
  const auto matrix = from_dense(a);
  Equilibration scaling;
  scaling.choose(matrix.pattern(), matrix.values);
  EXPECT_EQ(scaling.is_weak(), (std::vector<char>{0, 0, 1, 1, 0}));
}

TEST(Equilibration, notices_what_is_not_finite) {
  auto matrix = make_chain({.links = 2});
  Equilibration scaling;
  scaling.choose(matrix.pattern(), matrix.values);
  std::vector<double> scaled(matrix.values.size());
  EXPECT_TRUE(scaling.apply(matrix.values, scaled));
  for (double bad : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()}) {
    for (std::size_t place : {std::size_t{0}, scaled.size() / 2, scaled.size() - 1}) {
      auto values = matrix.values;
      values[place] = bad;
      EXPECT_FALSE(scaling.apply(values, scaled));
    }
  }
  matrix.values.assign(matrix.values.size(), std::numeric_limits<double>::max());
  EXPECT_TRUE(scaling.apply(matrix.values, scaled));
}

TEST(Equilibration, survives_empty_rows_and_extreme_values) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3, 3);
  a(0, 0) = 1e-300;
  a(2, 2) = 1e300;
  const auto matrix = from_dense(a);
  Equilibration scaling;
  scaling.choose(matrix.pattern(), matrix.values);
  std::vector<double> scaled(matrix.values.size());
  scaling.apply(matrix.values, scaled);
  for (double value : scaled) {
    EXPECT_GE(value, 0.25);
    EXPECT_LE(value, 4.0);
  }
}

}  // namespace
}  // namespace pintle
