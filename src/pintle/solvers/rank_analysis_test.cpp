#include "pintle/solvers/rank_analysis.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

namespace pintle {
namespace {

using Row = std::vector<std::pair<Index, double>>;

struct RowMatrix {
  Index columns = 0;
  std::vector<Index> start{0}, column;
  std::vector<double> value;

  void add_row(const Row& row) {
    for (const auto& [c, v] : row) {
      column.push_back(c);
      value.push_back(v);
    }
    start.push_back(static_cast<Index>(column.size()));
  }
  Index rows() const { return static_cast<Index>(start.size()) - 1; }
  RankReport analyse(double tolerance = 1e-9) const {
    return analyse_rows({rows(), start, column}, columns, value, tolerance);
  }
  Eigen::MatrixXd dense() const {
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(rows(), columns);
    for (Index i = 0; i < rows(); ++i) {
      for (Index p = start[i]; p < start[i + 1]; ++p) g(i, column[p]) += value[p];
    }
    return g;
  }
};

Index rank_by_svd(Eigen::MatrixXd g) {
  for (Index i = 0; i < g.rows(); ++i) {
    if (g.row(i).norm() > 0.0) g.row(i).normalize();
  }
  const auto singular = Eigen::JacobiSVD<Eigen::MatrixXd>(g).singularValues();
  return static_cast<Index>((singular.array() > 1e-9).count());
}

// Whether every dependent row is the combination of earlier rows that the report says.
void expect_true_dependencies(const RowMatrix& matrix, const RankReport& report) {
  const Eigen::MatrixXd g = matrix.dense();
  ASSERT_EQ(report.dependencies.size(), report.dependent_rows.size());
  for (std::size_t k = 0; k < report.dependent_rows.size(); ++k) {
    const Index row = report.dependent_rows[k];
    Eigen::RowVectorXd rest = g.row(row);
    for (const auto& [other, factor] : report.dependencies[k]) {
      EXPECT_LT(other, row);
      rest -= factor * g.row(other);
    }
    // Terms below 1e-6 of the largest are left out of the report.
    EXPECT_LT(rest.norm(), 1e-4 * g.row(row).norm() + 1e-300);
  }
}

// A pin between two bodies of the plane or of space: p the pin, from the bodies' centres; axis z if it is a
// hinge.
void add_hinge(RowMatrix& g, Index body, Index other, const Eigen::Vector3d& arm,
               const Eigen::Vector3d& other_arm) {
  for (Index r = 0; r < 5; ++r) {
    Row row;
    for (auto [b, a, sign] : {std::tuple(body, arm, 1.0), std::tuple(other, other_arm, -1.0)}) {
      if (b < 0) continue;
      if (r < 3) {
        // velocity of the pin: v + w x a
        const Eigen::Vector3d turn = a.cross(Eigen::Vector3d::Unit(r));
        row.emplace_back(6 * b + r, sign);
        for (Index c = 0; c < 3; ++c) {
          if (turn(c) != 0.0) row.emplace_back(6 * b + 3 + c, sign * turn(c));
        }
      } else {
        row.emplace_back(6 * b + r, sign);  // w_x and w_y
      }
    }
    g.add_row(row);
  }
}

// A closed ring of bars in the plane, hinged about z, the first hinge on the ground and the last one, too.
RowMatrix make_ring(Index bodies) {
  RowMatrix g;
  g.columns = 6 * bodies;
  const auto corner = [&](Index k) {
    const double angle = 6.283185307179586 * k / (bodies + 1);
    return Eigen::Vector3d(std::cos(angle), std::sin(angle), 0.0);
  };
  for (Index k = 0; k <= bodies; ++k) {
    const auto centre = [&](Index b) { return Eigen::Vector3d(0.5 * (corner(b) + corner(b + 1))); };
    const Eigen::Vector3d arm = k < bodies ? Eigen::Vector3d(corner(k) - centre(k)) : Eigen::Vector3d::Zero();
    const Eigen::Vector3d other =
        k > 0 ? Eigen::Vector3d(corner(k) - centre(k - 1)) : Eigen::Vector3d::Zero();
    add_hinge(g, k < bodies ? k : -1, k - 1, arm, other);
  }
  return g;
}

TEST(RankAnalysis, finds_nothing_in_independent_rows) {
  RowMatrix g;
  g.columns = 4;
  g.add_row({{0, 1.0}});
  g.add_row({{0, 5.0}, {2, 1e-3}});
  g.add_row({{1, -1e6}, {3, 1e6}});
  const auto report = g.analyse();
  EXPECT_EQ(report.rank, 3);
  EXPECT_TRUE(report.dependent_rows.empty());
  EXPECT_GT(report.smallest_kept, 1e-4);  // row 1 leans on row 0 by 1e-3 / 5
  EXPECT_LT(report.smallest_kept, 1e-3);
  EXPECT_EQ(report.largest_dropped, 0.0);
}

TEST(RankAnalysis, calls_the_later_row_dependent_and_says_on_what) {
  RowMatrix g;
  g.columns = 5;
  g.add_row({{0, 1.0}, {1, 2.0}});
  g.add_row({{3, 1.0}});
  g.add_row({{1, 1.0}, {2, 1.0}});
  g.add_row({{0, 3.0}, {1, 2.0}, {2, -4.0}});  // 3 of row 0, -4 of row 2
  g.add_row({{4, 1.0}});
  const auto report = g.analyse();
  EXPECT_EQ(report.rank, 4);
  ASSERT_EQ(report.dependent_rows, std::vector<Index>{3});
  ASSERT_EQ(report.dependencies[0].size(), 2u);
  EXPECT_EQ(report.dependencies[0][0].first, 0);
  EXPECT_NEAR(report.dependencies[0][0].second, 3.0, 1e-14);
  EXPECT_EQ(report.dependencies[0][1].first, 2);
  EXPECT_NEAR(report.dependencies[0][1].second, -4.0, 1e-14);
  EXPECT_LT(report.largest_dropped, 1e-15);
}

TEST(RankAnalysis, handles_empty_and_repeated_rows) {
  RowMatrix g;
  g.columns = 3;
  g.add_row({});
  g.add_row({{1, 0.0}});
  g.add_row({{1, 2.0}});
  g.add_row({{1, -4.0}});
  const auto report = g.analyse();
  EXPECT_EQ(report.rank, 1);
  EXPECT_EQ(report.dependent_rows, (std::vector<Index>{0, 1, 3}));
  EXPECT_TRUE(report.dependencies[0].empty());
  EXPECT_TRUE(report.dependencies[1].empty());
  EXPECT_EQ(report.dependencies[2], (Row{{2, -2.0}}));
  EXPECT_EQ(analyse_rows({0, std::vector<Index>{0}, {}}, 7, {}).rank, 0);
}

TEST(RankAnalysis, the_tolerance_decides) {
  RowMatrix g;
  g.columns = 2;
  g.add_row({{0, 1.0}});
  g.add_row({{0, 1.0}, {1, 1e-6}});
  EXPECT_EQ(g.analyse(1e-9).rank, 2);
  EXPECT_EQ(g.analyse(1e-3).rank, 1);
  EXPECT_NEAR(g.analyse(1e-9).smallest_kept, 1e-6, 1e-12);
  EXPECT_NEAR(g.analyse(1e-3).largest_dropped, 1e-6, 1e-12);
}

TEST(RankAnalysis, agrees_with_singular_values_on_random_matrices) {
  std::mt19937 generator(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 60; ++trial) {
    RowMatrix g;
    g.columns = 25 + trial / 2;
    std::vector<Row> independent;
    Index planted = 0;
    for (Index i = 0; i < 24; ++i) {
      const bool is_combination = i > 5 && generator() % 4 == 0;
      Row row;
      if (is_combination) {
        // of two to four earlier rows, in units of its own
        const double unit = std::pow(10.0, normal(generator));
        for (std::size_t k = 0; k < 2 + generator() % 3; ++k) {
          const double factor = unit * normal(generator);
          for (const auto& [c, v] : independent[generator() % independent.size()])
            row.emplace_back(c, factor * v);
        }
        // each column once
        std::sort(row.begin(), row.end());
        Row merged;
        for (const auto& [c, v] : row) {
          if (!merged.empty() && merged.back().first == c) {
            merged.back().second += v;
          } else {
            merged.emplace_back(c, v);
          }
        }
        row = merged;
        ++planted;
      } else {
        for (Index c = 0; c < g.columns; ++c) {
          if (generator() % 6 == 0) row.emplace_back(c, normal(generator));
        }
        row.emplace_back(static_cast<Index>(g.columns - 1 - i), 1.0 + std::abs(normal(generator)));
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end(), [](auto& a, auto& b) { return a.first == b.first; }),
                  row.end());
        independent.push_back(row);
      }
      g.add_row(row);
    }
    const auto report = g.analyse();
    EXPECT_EQ(report.rank, rank_by_svd(g.dense())) << "trial " << trial;
    EXPECT_EQ(report.rank + static_cast<Index>(report.dependent_rows.size()), g.rows());
    EXPECT_GE(static_cast<Index>(report.dependent_rows.size()), planted);
    EXPECT_LT(report.largest_dropped, 1e-11);  // rounding, times a growth of some 1e3
    expect_true_dependencies(g, report);
  }
}

TEST(RankAnalysis, finds_the_three_redundant_constraints_of_a_planar_ring) {
  // A ring in the plane needs neither the last hinge's z force nor its two moments: rows 2, 3 and 4 of it.
  for (Index bodies : {3, 4, 11}) {
    const auto ring = make_ring(bodies);
    const auto report = ring.analyse();
    EXPECT_EQ(report.rank, rank_by_svd(ring.dense()));
    const Index last = 5 * bodies;
    EXPECT_EQ(report.dependent_rows, (std::vector<Index>{last + 2, last + 3, last + 4}));
    expect_true_dependencies(ring, report);
  }
}

TEST(RankAnalysis, scales_to_thousands_of_rows) {
  const auto ring = make_ring(1000);
  ASSERT_EQ(ring.rows(), 5005);
  const auto report = ring.analyse();
  EXPECT_EQ(report.rank, 5002);
  EXPECT_EQ(report.dependent_rows, (std::vector<Index>{5002, 5003, 5004}));
  EXPECT_GT(report.smallest_kept, 1e-3);
  EXPECT_LT(report.largest_dropped, 1e-10);
}

}  // namespace
}  // namespace pintle
