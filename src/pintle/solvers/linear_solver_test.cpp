#include "pintle/solvers/linear_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>

#include "pintle/solvers/test_matrices.h"

namespace {

long allocations = 0;

}  // namespace

// Counts every allocation through operator new in this test program.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pintle {
namespace {

using solver_test::from_dense;
using solver_test::make_chain;
using solver_test::MatrixBuilder;
using solver_test::SparseMatrix;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

LinearSolverKind kind_of(const std::string& name) {
  if (name == "klu") return LinearSolverKind::klu;
  if (name == "dense") return LinearSolverKind::dense;
  if (name == "umfpack") return LinearSolverKind::umfpack;
  throw std::invalid_argument(name);
}

// Largest error of the solution, relative to x. The conditions of these matrices, scaled, are below 1e5.
double solution_error(LinearSolver& solver, const SparseMatrix& matrix, bool transposed = false) {
  Eigen::VectorXd x(matrix.size);
  for (Index i = 0; i < matrix.size; ++i) x(i) = std::sin(1.0 + i);
  const Eigen::MatrixXd a = matrix.dense();
  Eigen::VectorXd b = transposed ? Eigen::VectorXd(a.transpose() * x) : Eigen::VectorXd(a * x);
  const std::span<double> vector(b.data(), static_cast<std::size_t>(b.size()));
  transposed ? solver.solve_transposed(vector) : solver.solve(vector);
  return (b - x).lpNorm<Eigen::Infinity>();
}

class LinearSolvers : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<LinearSolver> solver_ = make_linear_solver(kind_of(GetParam()), 0);

  FactorReport start(const SparseMatrix& matrix) {
    solver_->analyse(matrix.pattern());
    return solver_->factor(matrix.values);
  }
};

TEST_P(LinearSolvers, solves_chains_of_any_length) {
  for (Index links : {1, 2, 7, 60}) {
    const auto matrix = make_chain({.links = links});
    const auto report = start(matrix);
    ASSERT_TRUE(report.is_ok()) << report.message;
    EXPECT_TRUE(report.message.empty());
    EXPECT_EQ(report.culprit_row, -1);
    EXPECT_GT(report.reciprocal_condition, 1e-9);
    EXPECT_LE(report.reciprocal_condition, 1.0);
    EXPECT_LT(solution_error(*solver_, matrix), 1e-10);
  }
}

// A hub without mass between an airframe and its blades. What couples it to them besides the joints is small,
// down to rounding noise, and must neither become a pivot nor its scale. Newton's method loses nothing by an
// error of 1e-4 in its increments; rounding over the smallest of these pivots is about that.
TEST_P(LinearSolvers, solve_chains_with_links_without_mass) {
  for (const double stiffness : {0.0, 1e-4, 1e-7, 1e-10, 1e-13, 1e-16, 1e-20}) {
    for (const unsigned seed : {1U, 2U, 3U}) {
      const auto matrix =
          make_chain({.links = 9, .has_massless_links = true, .stiffness = stiffness, .seed = seed});
      const auto report = start(matrix);
      ASSERT_TRUE(report.is_ok()) << stiffness << ": " << report.message;
      EXPECT_LT(solution_error(*solver_, matrix), 1e-4) << stiffness;
    }
  }
}

TEST_P(LinearSolvers, solves_with_the_transpose) {
  const auto matrix = make_chain({.links = 9});
  ASSERT_TRUE(start(matrix).is_ok());
  EXPECT_LT(solution_error(*solver_, matrix, true), 1e-10);
  EXPECT_GT(solution_error(*solver_, make_chain({.links = 9, .seed = 2}), true), 1e-3);  // the check can fail
}

TEST_P(LinearSolvers, follows_new_values) {
  auto matrix = make_chain({.links = 12});
  ASSERT_TRUE(start(matrix).is_ok());
  for (unsigned seed = 2; seed < 12; ++seed) {
    matrix.values = make_chain({.links = 12, .seed = seed}).values;
    ASSERT_TRUE(solver_->factor(matrix.values).is_ok());
    EXPECT_LT(solution_error(*solver_, matrix), 1e-9);
    EXPECT_LT(solution_error(*solver_, matrix, true), 1e-9);
  }
}

TEST_P(LinearSolvers, takes_a_new_pattern) {
  ASSERT_TRUE(start(make_chain({.links = 3})).is_ok());
  const auto matrix = make_chain({.links = 5, .has_sparse_blocks = true});
  ASSERT_TRUE(start(matrix).is_ok());
  EXPECT_LT(solution_error(*solver_, matrix), 1e-10);
}

TEST_P(LinearSolvers, serve_grams_and_kilotons_alike) {
  double condition = 0.0;
  for (double mass : {4e-6, 4.0, 4e6}) {
    const auto matrix = make_chain({.links = 20, .mass = mass});
    const auto report = start(matrix);
    ASSERT_TRUE(report.is_ok()) << report.message;
    // Units must not show in the estimate; the factors are powers of two, so a factor of a few remains.
    if (condition > 0.0) {
      EXPECT_LT(std::abs(std::log(report.reciprocal_condition / condition)), 3.0);
    }
    condition = report.reciprocal_condition;
    // b = A x mixes M and 1: a relative error of 1e-11 in the multipliers shows as 1e-11 * max(mass, 1 /
    // mass).
    EXPECT_LT(solution_error(*solver_, matrix), 1e-11 * std::max(mass, 1.0 / mass));
  }
}

TEST_P(LinearSolvers, solve_small_and_empty_matrices) {
  const auto one = from_dense(Eigen::MatrixXd::Constant(1, 1, -2.0));
  ASSERT_TRUE(start(one).is_ok());
  std::vector<double> x{6.0};
  solver_->solve(x);
  EXPECT_DOUBLE_EQ(x[0], -3.0);

  Eigen::MatrixXd exchange(2, 2);
  exchange << 0.0, 2.0, 3.0, 0.0;
  const auto two = from_dense(exchange);
  ASSERT_TRUE(start(two).is_ok());
  EXPECT_LT(solution_error(*solver_, two), 1e-15);

  const std::vector<Index> no_columns{0};
  solver_->analyse({0, no_columns, {}});
  EXPECT_TRUE(solver_->factor({}).is_ok());
  solver_->solve({});
}

TEST_P(LinearSolvers, name_a_redundant_constraint) {
  // Rows 1 and 3 of the last joint are made equal: either may be named, and no other.
  auto matrix = make_chain({.links = 15});
  const Index one = 6 * 15 + 5 * 14 + 1;
  const Index other = one + 2;
  for (Index unknown = 6 * 13; unknown < 6 * 15; ++unknown) {
    matrix.at(other, unknown) = matrix.at(one, unknown);
    matrix.at(unknown, other) = matrix.at(unknown, one);
  }
  const auto report = start(matrix);
  ASSERT_EQ(report.status, LinearStatus::singular);
  EXPECT_TRUE(report.culprit_row == one || report.culprit_row == other) << report.culprit_row;
  EXPECT_TRUE(report.culprit_column == one || report.culprit_column == other) << report.culprit_column;
  EXPECT_NE(report.message.find("singular"), std::string::npos);
}

TEST_P(LinearSolvers, find_the_redundancy_of_planar_rings) {
  for (Index links : {3, 10, 40}) {
    for (double mass : {1e-3, 1.0, 1e6}) {
      const auto report = start(solver_test::make_planar_ring(links, mass));
      ASSERT_EQ(report.status, LinearStatus::singular) << links << " links of " << mass << " kg";
      for (Index culprit : {report.culprit_row, report.culprit_column}) {
        EXPECT_GE(culprit, 6 * links);
        EXPECT_GE((culprit - 6 * links) % 5, 2);
      }
    }
  }
}

TEST_P(LinearSolvers, name_an_unknown_without_stiffness) {
  auto matrix = make_chain({.links = 6});
  const Index loose = 6 * 3 + 2;
  for (Index j = 0; j < matrix.size; ++j) {
    for (Index p = matrix.column_start[j]; p < matrix.column_start[j + 1]; ++p) {
      if (j == loose || matrix.row_index[p] == loose) matrix.values[p] = 0.0;
    }
  }
  const auto report = start(matrix);
  ASSERT_EQ(report.status, LinearStatus::singular);
  EXPECT_EQ(report.culprit_row, loose);
  EXPECT_EQ(report.culprit_column, loose);
}

TEST_P(LinearSolvers, name_an_equation_of_zeros) {
  // Diagonally dominant but for equation 4, which is empty: the columns are then dependent, none of them
  // zero.
  MatrixBuilder builder(9);
  for (Index i = 0; i < 9; ++i) {
    for (Index j = 0; j < 9; ++j) builder.add(i, j, i == 4 ? 0.0 : (i == j ? 10.0 : 1.0 / (1.0 + i + 2 * j)));
  }
  const auto report = start(builder.build());
  ASSERT_EQ(report.status, LinearStatus::singular);
  EXPECT_EQ(report.culprit_row, 4);
}

TEST_P(LinearSolvers, name_a_column_missing_from_the_pattern) {
  MatrixBuilder builder(5);
  for (Index i = 0; i < 5; ++i) {
    if (i != 2) builder.add(i, i, 1.0 + i);
  }
  const auto report = start(builder.build());
  ASSERT_EQ(report.status, LinearStatus::singular);
  EXPECT_EQ(report.culprit_column, 2);
  EXPECT_EQ(report.culprit_row, 2);
}

TEST_P(LinearSolvers, name_the_first_entry_that_is_not_finite) {
  const auto good = make_chain({.links = 4});
  const Index row = 6 * 4 + 5 * 2 + 1;
  const Index column = 6 * 2 + 3;
  for (bool has_factors : {false, true}) {
    for (double bad : {kNaN, std::numeric_limits<double>::infinity()}) {
      auto matrix = good;
      if (has_factors) {
        ASSERT_TRUE(start(good).is_ok());
      } else {
        solver_->analyse(good.pattern());
      }
      matrix.at(row, column) = bad;
      const auto report = solver_->factor(matrix.values);
      ASSERT_EQ(report.status, LinearStatus::not_finite);
      EXPECT_EQ(report.culprit_row, row);
      EXPECT_EQ(report.culprit_column, column);
      EXPECT_FALSE(report.message.empty());
    }
  }
}

TEST_P(LinearSolvers, recover_after_a_failure) {
  const auto good = make_chain({.links = 8});
  ASSERT_TRUE(start(good).is_ok());
  std::vector<double> x(good.size, 1.0);

  auto singular = good;
  for (Index p = singular.column_start[7]; p < singular.column_start[8]; ++p) singular.values[p] = 0.0;
  EXPECT_EQ(solver_->factor(singular.values).status, LinearStatus::singular);
  EXPECT_THROW(solver_->solve(x), std::logic_error);

  auto poisoned = good;
  poisoned.values[3] = kNaN;
  EXPECT_EQ(solver_->factor(poisoned.values).status, LinearStatus::not_finite);
  EXPECT_THROW(solver_->solve(x), std::logic_error);

  ASSERT_TRUE(solver_->factor(good.values).is_ok());
  EXPECT_LT(solution_error(*solver_, good), 1e-10);
}

TEST_P(LinearSolvers, refuse_what_does_not_fit) {
  EXPECT_THROW(solver_->factor(std::vector<double>(3)), std::logic_error);
  const auto matrix = make_chain({.links = 2});
  EXPECT_THROW(solver_->analyse({matrix.size + 1, matrix.column_start, matrix.row_index}), std::logic_error);
  ASSERT_TRUE(start(matrix).is_ok());
  std::vector<double> too_long(matrix.size + 1, 1.0);
  EXPECT_THROW(solver_->solve(too_long), std::logic_error);
  EXPECT_THROW(solver_->factor(too_long), std::logic_error);
}

TEST_P(LinearSolvers, allocate_nothing_once_they_run) {
  const auto matrix = make_chain({.links = 30});
  auto values = matrix.values;
  std::vector<double> x(matrix.size, 1.0);
  ASSERT_TRUE(start(matrix).is_ok());
  const long before = allocations;
  for (int step = 0; step < 20; ++step) {
    for (double& value : values) value *= 1.001;
    ASSERT_TRUE(solver_->factor(values).is_ok());
    solver_->solve(x);
    solver_->solve_transposed(x);
  }
  EXPECT_EQ(allocations, before);
  start(matrix);
  EXPECT_GT(allocations, before);  // the counter counts
}

INSTANTIATE_TEST_SUITE_P(All, LinearSolvers, testing::ValuesIn(available_linear_solvers()),
                         [](const auto& test) { return test.param; });

TEST(LinearSolver, choice_depends_on_how_full_the_matrix_is) {
  EXPECT_EQ(make_linear_solver(LinearSolverKind::automatic, 550, 7700)->name(), "klu");
  EXPECT_EQ(make_linear_solver(LinearSolverKind::automatic, 6)->name(), "klu");
  EXPECT_EQ(make_linear_solver(LinearSolverKind::automatic, 100, 9000)->name(), "dense");
  EXPECT_EQ(make_linear_solver(LinearSolverKind::dense, 550)->name(), "dense");
  for (const auto& name : available_linear_solvers())
    EXPECT_EQ(make_linear_solver(kind_of(name), 5)->name(), name);
}

}  // namespace
}  // namespace pintle
