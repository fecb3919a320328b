#include "pintle/solvers/semidefinite_solver.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

// G of random rows, some of them sums of others, in units that differ by a million.
MatX dependent_rows(Index rows, Index rank, Index columns) {
  MatX g = MatX::Random(rows, columns);
  for (Index i = rank; i < rows; ++i) g.row(i) = MatX::Random(1, rank) * g.topRows(rank);
  for (Index i = 0; i < rows; i += 2) g.row(i) *= 1e3;
  return g;
}

TEST(SemidefiniteSolver, solves_what_can_be_solved_and_finds_dependent_rows) {
  for (const Index rank : {Index{0}, Index{1}, Index{5}, Index{8}}) {
    const MatX g = dependent_rows(8, rank, 12);
    const MatX a = g * g.transpose();
    SemidefiniteSolver solver;
    solver.resize(10);
    solver.factor(a, 8, a.diagonal().cwiseMax(1e-30));
    ASSERT_EQ(solver.rank(), rank);
    VecX b = g * VecX::Random(12);
    VecX x = b;
    solver.solve(x);
    EXPECT_LT((a * x - b).cwiseQuotient(a.diagonal().cwiseSqrt().cwiseMax(1e-300)).norm(), 1e-10 * 8) << rank;
    for (Index i = 0; i < 8 - rank; ++i) {
      VecX null(8);
      solver.null_vector(i, null);
      EXPECT_EQ(null[solver.dependent(i)], 1.0);
      EXPECT_LE((g.transpose() * null).norm(), 1e-9 * g.norm()) << rank << " " << i;
    }
  }
}

// What round-off leaves of a row without effect is not divided by.
TEST(SemidefiniteSolver, rows_much_smaller_than_usual_depend_on_others) {
  MatX a = MatX::Identity(3, 3);
  a(1, 1) = 1e-17;
  SemidefiniteSolver solver;
  solver.resize(3);
  solver.factor(a, 3, VecX::Ones(3));
  ASSERT_EQ(solver.rank(), 2);
  EXPECT_EQ(solver.dependent(0), 1);
  VecX b = VecX::Ones(3);
  solver.solve(b);
  EXPECT_EQ(b, VecX(Vec3(1, 0, 1)));
}

TEST(SemidefiniteSolver, says_when_numbers_are_not_finite) {
  MatX a = MatX::Identity(2, 2);
  a(1, 1) = std::numeric_limits<double>::quiet_NaN();
  SemidefiniteSolver solver;
  solver.resize(2);
  solver.factor(a, 2, VecX::Ones(2));
  EXPECT_FALSE(solver.is_finite());
}

}  // namespace
}  // namespace pintle
