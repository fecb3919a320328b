#include "pintle/solvers/full_pivoting.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

namespace pintle {
namespace {

struct WideMatrix {
  Eigen::MatrixXd dense;
  std::vector<Index> start{0}, column;
  std::vector<double> value;

  explicit WideMatrix(Eigen::MatrixXd m) : dense(std::move(m)) {
    for (Index i = 0; i < dense.rows(); ++i) {
      for (Index j = 0; j < dense.cols(); ++j)
        if (dense(i, j) != 0.0) {
          column.push_back(j);
          value.push_back(dense(i, j));
        }
      start.push_back(static_cast<Index>(column.size()));
    }
  }
  PivotReport choose(double tolerance = 1e-9) const {
    const std::vector<double> scale(static_cast<std::size_t>(dense.cols()), 1.0);
    return choose_pivots({static_cast<Index>(dense.rows()), start, column}, static_cast<Index>(dense.cols()),
                         value, scale, tolerance);
  }
};

Eigen::MatrixXd chosen_columns(const WideMatrix& matrix, const PivotReport& report) {
  Eigen::MatrixXd square(report.rows.size(), report.columns.size());
  for (std::size_t i = 0; i < report.rows.size(); ++i)
    for (std::size_t j = 0; j < report.columns.size(); ++j)
      square(static_cast<Index>(i), static_cast<Index>(j)) = matrix.dense(report.rows[i], report.columns[j]);
  return square;
}

// The pendulum of the MBDM report: x = d sin(phi), y = d cos(phi), d = 2. Only one of x and y may be
// integrated near the axes; the angle always may.
TEST(FullPivoting, never_leaves_a_coordinate_that_does_not_move_independent) {
  for (int degrees = 0; degrees < 360; degrees += 5) {
    const double phi = degrees * std::numbers::pi / 180.0;
    Eigen::MatrixXd g(2, 3);
    g << 1.0, 0.0, -2.0 * std::cos(phi), 0.0, 1.0, 2.0 * std::sin(phi);
    g = (g.array().abs() < 1e-12).select(0.0, g);
    const PivotReport report = WideMatrix(g).choose();
    ASSERT_EQ(report.columns.size(), 2u);
    const Index left = 3 - report.columns[0] - report.columns[1];
    const double moves = left == 0 ? std::cos(phi) : left == 1 ? std::sin(phi) : 1.0;
    EXPECT_GT(std::abs(moves), 0.2) << degrees;
  }
}

TEST(FullPivoting, columns_chosen_are_independent_and_as_many_as_the_rank) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (int trial = 0; trial < 200; ++trial) {
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(12, 18);
    for (Index i = 0; i < g.rows(); ++i)
      for (Index j = 0; j < g.cols(); ++j)
        if (uniform(random) < 0.3) g(i, j) = normal(random);
    const int dependent = trial % 4;
    for (int k = 0; k < dependent; ++k) g.row(11 - k) = 2.0 * g.row(k) - 0.5 * g.row(k + 4);
    const WideMatrix matrix(g);
    const PivotReport report = matrix.choose();
    const auto rank = Eigen::JacobiSVD<Eigen::MatrixXd>(g).setThreshold(1e-9).rank();
    ASSERT_EQ(static_cast<Eigen::Index>(report.columns.size()), rank);
    ASSERT_EQ(report.rows.size(), report.columns.size());
    const Eigen::MatrixXd square = chosen_columns(matrix, report);
    EXPECT_GT(Eigen::JacobiSVD<Eigen::MatrixXd>(square).singularValues().minCoeff(), 1e-4);
  }
}

TEST(FullPivoting, rows_that_are_nearly_dependent_are_left_out_when_asked) {
  Eigen::MatrixXd g(2, 3);
  g << 1.0, 1.0, 0.0, 1.0, 1.0, 1e-4;
  EXPECT_EQ(WideMatrix(g).choose().columns.size(), 2u);
  EXPECT_EQ(WideMatrix(g).choose(1e-3).columns.size(), 1u);
}

}  // namespace
}  // namespace pintle
