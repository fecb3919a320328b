#include "pintle/solvers/newton.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pintle {
namespace {

// f(x, y) = (x^2 + y^2 - level, x y - 1), with a root near (1.93, 0.52) for level = 4.
class Circle final : public NonlinearProblem {
 public:
  double x = 1.93, y = 0.52, level = 4.0;
  double tolerance = 1e-12;
  int residuals = 0, tangents = 0;

  void compute_residual(std::span<double> r) override {
    ++residuals;
    r[0] = x * x + y * y - level;
    r[1] = x * y - 1.0;
  }
  void compute_tangent(std::span<double> values) override {
    ++tangents;
    values[0] = 2.0 * x;
    values[1] = y;
    values[2] = 2.0 * y;
    values[3] = x;
  }
  ResidualError assess(std::span<const double> r) const override {
    const bool is_first = std::abs(r[0]) >= std::abs(r[1]);
    return {(is_first ? std::abs(r[0]) : std::abs(r[1])) / tolerance, is_first ? 0 : 1};
  }
  void apply(std::span<const double> increment) override {
    x += increment[0];
    y += increment[1];
  }
  bool is_negligible(std::span<const double> d) const override {
    return std::abs(d[0]) + std::abs(d[1]) < 1e-16;
  }
  void save_iterate() override { saved_x_ = x, saved_y_ = y; }
  void restore_iterate() override { x = saved_x_, y = saved_y_; }

 private:
  double saved_x_ = 0.0, saved_y_ = 0.0;
};

struct Solver {
  std::vector<Index> starts{0, 2, 4}, rows{0, 1, 0, 1};
  std::unique_ptr<LinearSolver> linear = make_linear_solver(LinearSolverKind::klu, 2, 4);
  Newton newton;
  explicit Solver(const NewtonSettings& settings = {}) : newton(*linear, 2, 4, settings) {
    linear->analyse({2, starts, rows});
  }
};

TEST(Newton, finds_a_root) {
  Solver solver;
  Circle problem;
  const NewtonReport report = solver.newton.solve(problem);
  ASSERT_TRUE(report.is_converged());
  EXPECT_NEAR(problem.x * problem.x + problem.y * problem.y, 4.0, 1e-12);
  EXPECT_NEAR(problem.x * problem.y, 1.0, 1e-12);
}

TEST(Newton, keeps_factors_while_they_serve) {
  Solver solver;
  Circle problem;
  ASSERT_TRUE(solver.newton.solve(problem).is_converged());
  const int tangents = problem.tangents;
  // A slightly different problem: the old factors still contract.
  for (problem.level = 4.001; problem.level < 4.005; problem.level += 0.001)
    ASSERT_TRUE(solver.newton.solve(problem).is_converged());
  EXPECT_EQ(problem.tangents, tangents);
}

TEST(Newton, renews_factors_that_no_longer_serve) {
  Solver solver;
  Circle problem;
  ASSERT_TRUE(solver.newton.solve(problem).is_converged());
  problem.x = 0.55;
  problem.y = 1.7;  // the mirrored root: the old factors point the wrong way
  const NewtonReport report = solver.newton.solve(problem);
  ASSERT_TRUE(report.is_converged());
  EXPECT_GE(report.factorisations, 1);
}

TEST(Newton, an_iteration_with_valid_factors_costs_one_residual) {
  Solver solver;
  Circle problem;
  ASSERT_TRUE(solver.newton.solve(problem).is_converged());
  problem.level = 4.0001;
  problem.residuals = 0;
  const NewtonReport report = solver.newton.solve(problem);
  EXPECT_EQ(problem.residuals, report.iterations + 1);
}

TEST(Newton, reports_the_culprit_when_there_is_no_solution) {
  Solver solver;
  Circle problem;
  problem.level = 1.0;  // x y = 1 and x^2 + y^2 = 1 have no common point
  const NewtonReport report = solver.newton.solve(problem);
  EXPECT_FALSE(report.is_converged());
  EXPECT_GE(report.error.culprit, 0);
  EXPECT_GT(report.error.worst, 1.0);
}

TEST(Newton, says_when_a_residual_is_not_finite) {
  Solver solver;
  Circle problem;
  problem.x = std::nan("");
  const NewtonReport report = solver.newton.solve(problem);
  EXPECT_EQ(report.status, NewtonStatus::not_finite);
}

TEST(Newton, says_when_the_matrix_is_singular) {
  Solver solver;
  Circle problem;
  problem.x = problem.y = 0.0;
  const NewtonReport report = solver.newton.solve(problem);
  EXPECT_EQ(report.status, NewtonStatus::singular);
}

// A mechanism whose motion is prescribed: reactions change from step to step while no increment of the motion
// is worth mentioning. Old factors leave much of the error then, which is not round-off.
TEST(Newton, does_not_take_old_factors_for_round_off) {
  class Prescribed final : public NonlinearProblem {
   public:
    double angle = 0.0, fx = 0.0, fy = 0.0;  // of a reaction in axes that have turned; (3, 4) in fixed ones

    void compute_residual(std::span<double> r) override {
      r[0] = std::cos(angle) * fx - std::sin(angle) * fy - 3.0;
      r[1] = std::sin(angle) * fx + std::cos(angle) * fy - 4.0;
    }
    void compute_tangent(std::span<double> values) override {
      values[0] = values[3] = std::cos(angle);
      values[1] = std::sin(angle);
      values[2] = -std::sin(angle);
    }
    ResidualError assess(std::span<const double> r) const override {
      return {std::hypot(r[0], r[1]) / 1e-10, 0};
    }
    void apply(std::span<const double> d) override { fx += d[0], fy += d[1]; }
    bool is_negligible(std::span<const double>) const override { return true; }
    void save_iterate() override { saved_x_ = fx, saved_y_ = fy; }
    void restore_iterate() override { fx = saved_x_, fy = saved_y_; }

   private:
    double saved_x_ = 0.0, saved_y_ = 0.0;
  };
  Solver solver;
  Prescribed problem;
  for (; problem.angle < 6.0; problem.angle += 0.35) {
    const NewtonReport report = solver.newton.solve(problem);
    EXPECT_TRUE(report.is_converged());
    EXPECT_LE(report.error.worst, 1.0) << problem.angle;
  }
}

TEST(Newton, stops_at_round_off_instead_of_failing) {
  Solver solver;
  Circle problem;
  problem.tolerance = 1e-300;
  problem.x = 1.93;
  const NewtonReport report = solver.newton.solve(problem);
  EXPECT_TRUE(report.is_converged());
  EXPECT_NEAR(problem.x * problem.y, 1.0, 1e-15);
}

}  // namespace
}  // namespace pintle
