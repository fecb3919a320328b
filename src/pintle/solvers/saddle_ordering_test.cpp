#include "pintle/solvers/saddle_ordering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pintle/solvers/test_matrices.h"

namespace pintle {
namespace {

using solver_test::make_chain;
using solver_test::MatrixBuilder;
using solver_test::SparseMatrix;

std::vector<char> multipliers_of(const SparseMatrix& matrix) {
  std::vector<char> is_weak(matrix.size, 1);
  for (Index j = 0; j < matrix.size; ++j) {
    for (Index i : matrix.pattern().rows_of(j)) {
      if (i == j) is_weak[j] = 0;
    }
  }
  return is_weak;
}

std::vector<Index> order(const SparseMatrix& matrix) {
  return order_saddle_point(matrix.pattern(), multipliers_of(matrix));
}

bool is_permutation(std::vector<Index> order, Index size) {
  std::sort(order.begin(), order.end());
  for (Index i = 0; i < static_cast<Index>(order.size()); ++i) {
    if (order[i] != i) return false;
  }
  return static_cast<Index>(order.size()) == size;
}

// The smallest pivot when the pivots are taken from the diagonal in this order.
double smallest_diagonal_pivot(const SparseMatrix& matrix, const std::vector<Index>& order) {
  const Eigen::MatrixXd a = matrix.dense();
  Eigen::MatrixXd b(matrix.size, matrix.size);
  for (Index i = 0; i < matrix.size; ++i) {
    for (Index j = 0; j < matrix.size; ++j) b(i, j) = a(order[i], order[j]);
  }
  double smallest = 1.0;
  for (Index k = 0; k < matrix.size; ++k) {
    smallest = std::min(smallest, std::abs(b(k, k)));
    const Index rest = matrix.size - k - 1;
    b.bottomRightCorner(rest, rest) -= b.col(k).tail(rest) * b.row(k).tail(rest) / b(k, k);
  }
  return smallest;
}

TEST(SaddleOrdering, gives_every_multiplier_of_a_chain_a_pivot) {
  for (bool sparse : {false, true}) {
    for (unsigned seed = 1; seed < 6; ++seed) {
      const auto matrix = make_chain({.links = 12, .has_sparse_blocks = sparse, .seed = seed});
      const auto order_found = order(matrix);
      ASSERT_TRUE(is_permutation(order_found, matrix.size));
      // Blocks with random parts of 0.3 beside 1 leave the pivots of G S⁻¹ Gᵀ some 1e-2; a zero would be
      // 1e-17.
      EXPECT_GT(smallest_diagonal_pivot(matrix, order_found), 1e-5);
    }
  }
}

TEST(SaddleOrdering, starts_at_the_free_end_of_a_chain) {
  const auto order_found = order(make_chain({.links = 8}));
  for (Index k = 0; k < 6; ++k) EXPECT_EQ(order_found[k] / 6, 7);             // the last body
  for (Index k = 6; k < 11; ++k) EXPECT_EQ((order_found[k] - 6 * 8) / 5, 7);  // its joint
  for (Index k = 11; k < 17; ++k) EXPECT_EQ(order_found[k] / 6, 6);           // the body before it
}

TEST(SaddleOrdering, carries_random_constraints) {
  // Random couplings of 40 unknowns by up to 35 multipliers with two or three entries each: generically
  // regular, if every set of multipliers touches at least as many unknowns. The chain u - m - u guarantees
  // it.
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> random(0.5, 1.5);
  for (int trial = 0; trial < 50; ++trial) {
    const Index unknowns = 40;
    const Index multipliers = 10 + trial / 2;
    MatrixBuilder builder(unknowns + multipliers);
    for (Index i = 0; i < unknowns; ++i) builder.add(i, i, random(generator));
    for (Index k = 0; k < multipliers; ++k) {
      for (Index i : {k, k + 1, static_cast<Index>(generator() % unknowns)}) {
        const double g = random(generator);
        builder.add(unknowns + k, i, g);
        builder.add(i, unknowns + k, g);
      }
    }
    const auto matrix = builder.build();
    const auto order_found = order(matrix);
    ASSERT_TRUE(is_permutation(order_found, matrix.size));
    EXPECT_GT(smallest_diagonal_pivot(matrix, order_found), 1e-9);
  }
}

TEST(SaddleOrdering, remains_a_permutation_where_multipliers_have_no_pivot) {
  // Five multipliers on two unknowns, one multiplier on nothing, and two multipliers coupled to each other.
  MatrixBuilder builder(10);
  builder.add(0, 0, 1.0);
  builder.add(1, 1, 1.0);
  for (Index m = 2; m < 7; ++m) {
    for (Index i : {0, 1}) {
      builder.add(m, i, 1.0);
      builder.add(i, m, 1.0);
    }
  }
  builder.add(8, 9, 1.0);
  builder.add(9, 8, 1.0);
  const auto matrix = builder.build();
  EXPECT_TRUE(is_permutation(order(matrix), matrix.size));
  EXPECT_TRUE(order(MatrixBuilder(0).build()).empty());
}

TEST(SaddleOrdering, accepts_patterns_that_are_not_symmetric) {
  MatrixBuilder builder(6);
  for (Index i = 0; i < 6; ++i) builder.add(i, i, 1.0);
  for (Index i = 0; i < 5; ++i) builder.add(i, i + 1, 1.0);
  EXPECT_TRUE(is_permutation(order(builder.build()), 6));
}

}  // namespace
}  // namespace pintle
