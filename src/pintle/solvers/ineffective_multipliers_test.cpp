#include "pintle/solvers/ineffective_multipliers.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace pintle {
namespace {

// One body on a line, held by three rows of which the last acts twice as strongly: two of three combinations
// are without effect.
struct HeldThrice {
  static constexpr double kEps = 1e-10;
  Eigen::RowVector3d forces{1.0, 1.0, 2.0};

  VecX response(Index row) const {
    MatX matrix(4, 4);
    matrix << 5.0, forces, forces.transpose(), -kEps * MatX::Identity(3, 3);
    return kEps * matrix.fullPivLu().solve(VecX::Unit(4, 1 + row)).tail(3);
  }
};

TEST(IneffectiveMultipliers, are_removed_without_a_change_of_the_force) {
  const HeldThrice body;
  IneffectiveMultipliers ineffective;
  ineffective.reserve(3, 2);
  ineffective.add(body.response(1));
  ineffective.add(body.response(2));
  VecX lambda = Vec3(7.0, -1.0, 3.0);
  ineffective.remove_from(lambda);
  // Least norm of all with the same force of 12.
  EXPECT_NEAR((lambda - Vec3(2.0, 2.0, 4.0)).norm(), 0.0, 1e-7);
}

TEST(IneffectiveMultipliers, more_equations_than_combinations_do_no_harm) {
  const HeldThrice body;
  IneffectiveMultipliers ineffective;
  ineffective.reserve(3, 3);
  for (Index row = 0; row < 3; ++row) ineffective.add(body.response(row));
  VecX lambda = Vec3(7.0, -1.0, 3.0);
  ineffective.remove_from(lambda);
  EXPECT_NEAR(body.forces.dot(lambda), 12.0, 1e-7);
}

TEST(IneffectiveMultipliers, equations_that_hold_something_keep_their_reactions) {
  IneffectiveMultipliers ineffective;
  ineffective.reserve(2, 1);
  ineffective.add(Vec2(3e-10, 0.0));
  VecX lambda = Vec2(4.0, 5.0);
  ineffective.remove_from(lambda);
  EXPECT_EQ(lambda, Vec2(4.0, 5.0));
}

}  // namespace
}  // namespace pintle
