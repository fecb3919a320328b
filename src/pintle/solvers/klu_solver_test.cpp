#include "pintle/solvers/klu_solver.h"

#include <SuiteSparse_config.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "pintle/solvers/test_matrices.h"

namespace pintle {
namespace {

using solver_test::make_chain;
using solver_test::MatrixBuilder;
using solver_test::SparseMatrix;

std::vector<double> solve_ones(KluSolver& solver, const SparseMatrix& matrix) {
  solver.analyse(matrix.pattern());
  const auto report = solver.factor(matrix.values);
  EXPECT_TRUE(report.is_ok()) << report.message;
  std::vector<double> x(matrix.size, 1.0);
  solver.solve(x);
  return x;
}

double residual_of_ones(const SparseMatrix& matrix, const std::vector<double>& x) {
  const Eigen::Map<const Eigen::VectorXd> solution(x.data(), static_cast<Eigen::Index>(x.size()));
  return (matrix.dense() * solution - Eigen::VectorXd::Ones(matrix.size)).lpNorm<Eigen::Infinity>();
}

TEST(KluSolver, every_option_solves) {
  const auto matrix = make_chain({.links = 12, .has_sparse_blocks = true});
  for (auto ordering :
       {KluOrdering::automatic, KluOrdering::saddle_point, KluOrdering::amd, KluOrdering::colamd}) {
    for (bool btf : {false, true}) {
      for (double tolerance : {1e-7, 1.0}) {
        KluSolver solver(
            {.ordering = ordering, .uses_block_triangular_form = btf, .pivot_tolerance = tolerance});
        EXPECT_LT(residual_of_ones(matrix, solve_ones(solver, matrix)), 1e-10);
      }
    }
  }
}

TEST(KluSolver, leaves_out_entries_until_they_differ_from_zero) {
  // A chain on the pattern of full blocks with the values of sparse ones, whose zeros fill up one by one.
  SparseMatrix matrix = make_chain({.links = 12});
  const Eigen::MatrixXd sparse = make_chain({.links = 12, .has_sparse_blocks = true}).dense();
  std::vector<std::size_t> zeros;
  for (Index j = 0; j < matrix.size; ++j)
    for (Index p = matrix.column_start[j]; p < matrix.column_start[j + 1]; ++p) {
      matrix.values[p] = sparse(matrix.row_index[p], j);
      if (matrix.values[p] == 0.0 && matrix.row_index[p] != j) zeros.push_back(p);
    }
  ASSERT_GT(zeros.size(), 100u);
  KluSolver solver;
  solver.analyse(matrix.pattern());
  const auto expect_solution = [&] {
    ASSERT_TRUE(solver.factor(matrix.values).is_ok());
    std::vector<double> x(matrix.size, 1.0);
    solver.solve(x);
    EXPECT_LT(residual_of_ones(matrix, x), 1e-10);
  };
  expect_solution();
  EXPECT_EQ(solver.statistics().entries_left_out, static_cast<Index>(zeros.size()));
  const Index fill = solver.statistics().nonzeros_of_factors;
  expect_solution();
  EXPECT_EQ(solver.statistics().refactorisations, 1);
  for (int k = 0; k < 5; ++k) {
    matrix.values[zeros[10 * k]] = 1e-3;
    expect_solution();
    EXPECT_EQ(solver.statistics().entries_left_out, static_cast<Index>(zeros.size()) - k - 1);
  }
  matrix.values[zeros.back()] = 1e-3;
  expect_solution();
  EXPECT_EQ(solver.statistics().entries_left_out, 0);  // having grown so often, it takes all
  EXPECT_GT(solver.statistics().nonzeros_of_factors, fill);
}

TEST(KluSolver, eliminates_a_chain_almost_without_fill) {
  // From the free end, front sizes are 11: 6 pivots of a body beside 5 multipliers, then 5 beside 6 of the
  // next body. Counted by hand for full blocks: Σ_{k=5..10} (k + 2k²) + Σ_{k=6..10} (k + 2k²) = 1460
  // operations per link.
  KluSolver solver;
  const auto full = make_chain({.links = 40});
  solve_ones(solver, full);
  EXPECT_EQ(solver.statistics().ordering, KluOrdering::saddle_point);
  EXPECT_EQ(solver.statistics().off_diagonal_pivots, 0);
  EXPECT_LE(solver.statistics().flops, 1460.0 * 40);

  // With the sparse blocks of revolute joints, link after link from the free end takes 1044 (counted by KLU).
  const auto sparse = make_chain({.links = 40, .has_sparse_blocks = true});
  solve_ones(solver, sparse);
  EXPECT_EQ(solver.statistics().off_diagonal_pivots, 0);
  EXPECT_LE(solver.statistics().flops, 1.1 * 1044 * 40);
}

TEST(KluSolver, sees_through_zeros_on_the_diagonal_of_multipliers) {
  KluSolver without, with;
  solve_ones(without, make_chain({.links = 20}));
  const auto matrix = make_chain({.links = 20, .has_zero_diagonal = true});
  EXPECT_LT(residual_of_ones(matrix, solve_ones(with, matrix)), 1e-10);
  EXPECT_EQ(with.statistics().off_diagonal_pivots, 0);
  EXPECT_LE(with.statistics().nonzeros_of_factors, without.statistics().nonzeros_of_factors);
}

TEST(KluSolver, uses_amd_where_every_unknown_has_a_pivot) {
  MatrixBuilder laplacian(50);
  for (Index i = 0; i < 50; ++i) {
    laplacian.add(i, i, 2.1);
    if (i > 0) laplacian.add(i, i - 1, -1.0);
    if (i > 0) laplacian.add(i - 1, i, -1.0);
  }
  KluSolver solver;
  const auto matrix = laplacian.build();
  EXPECT_LT(residual_of_ones(matrix, solve_ones(solver, matrix)), 1e-12);
  EXPECT_EQ(solver.statistics().ordering, KluOrdering::amd);
}

TEST(KluSolver, finds_pivots_where_the_diagonal_has_none) {
  // A cyclic shift, plus noise above: no diagonal serves, and nothing carries a multiplier.
  MatrixBuilder shift(40);
  for (Index i = 0; i < 40; ++i) {
    shift.add(i, (i + 1) % 40, 1.0 + 0.01 * i);
    shift.add(i, (i + 5) % 40, 0.1);
  }
  KluSolver solver;
  const auto matrix = shift.build();
  EXPECT_LT(residual_of_ones(matrix, solve_ones(solver, matrix)), 1e-12);
}

TEST(KluSolver, keeps_its_pivots_while_they_serve) {
  auto matrix = make_chain({.links = 10});
  KluSolver solver;
  solve_ones(solver, matrix);
  for (int step = 0; step < 10; ++step) {
    for (double& value : matrix.values) value *= 1.01;
    ASSERT_TRUE(solver.factor(matrix.values).is_ok());
  }
  EXPECT_EQ(solver.statistics().fresh_factorisations, 1);
  EXPECT_EQ(solver.statistics().refactorisations, 10);
}

TEST(KluSolver, chooses_new_pivots_when_old_ones_vanish) {
  // [a 1; 1 a]: the diagonal serves for a = 2; for a = 1e-9 it would cost nine digits of x.
  MatrixBuilder builder(2);
  for (Index i = 0; i < 2; ++i) {
    builder.add(i, i, 2.0);
    builder.add(i, 1 - i, 1.0);
  }
  auto matrix = builder.build();
  KluSolver solver;
  solve_ones(solver, matrix);
  for (double a : {1e-9, 0.0}) {
    matrix.at(0, 0) = matrix.at(1, 1) = a;
    ASSERT_TRUE(solver.factor(matrix.values).is_ok());
    std::vector<double> x{1.0, 3.0};
    solver.solve(x);
    // (1 - a²) x = (3 - a, 1 - 3 a)
    EXPECT_NEAR(x[0], 3.0 - a, 1e-14);
    EXPECT_NEAR(x[1], 1.0 - 3.0 * a, 1e-14);
  }
  EXPECT_EQ(solver.statistics().fresh_factorisations, 2);
}

long blocks_taken = 0;

void* counting_malloc(std::size_t size) {
  ++blocks_taken;
  return std::malloc(size);
}
void* counting_calloc(std::size_t count, std::size_t size) {
  ++blocks_taken;
  return std::calloc(count, size);
}
void* counting_realloc(void* block, std::size_t size) {
  ++blocks_taken;
  return std::realloc(block, size);
}

TEST(KluSolver, library_allocates_nothing_in_refactorisations) {
  const auto before = SuiteSparse_config;
  SuiteSparse_config.malloc_func = counting_malloc;
  SuiteSparse_config.calloc_func = counting_calloc;
  SuiteSparse_config.realloc_func = counting_realloc;
  {
    auto matrix = make_chain({.links = 30});
    KluSolver solver;
    blocks_taken = 0;
    auto x = solve_ones(solver, matrix);
    EXPECT_GT(blocks_taken, 0);  // the hooks are in place
    blocks_taken = 0;
    for (int step = 0; step < 5; ++step) {
      for (double& value : matrix.values) value *= 1.01;
      ASSERT_TRUE(solver.factor(matrix.values).is_ok());
      solver.solve(x);
      solver.solve_transposed(x);
    }
    EXPECT_EQ(blocks_taken, 0);
  }
  SuiteSparse_config = before;
}

}  // namespace
}  // namespace pintle
