#include "pintle/trees/motion_derivatives.h"

#include <gtest/gtest.h>

#include "pintle/trees/random_tree_test_support.h"
#include "pintle/trees/velocity_transformation.h"

namespace pintle {
namespace {

struct Stacked {
  VecX places, velocities, accelerations;
};

// Places are those that lead from `start`: translations and rotation vectors.
Stacked stack(const Tree& tree, const TreeMotion& start, const VecX& q, const VecX& s, const VecX& sdot) {
  TreeMotion motion(tree);
  motion.set(q, s);
  motion.set_accelerations(sdot);
  Stacked out{VecX(6 * tree.size()), VecX(6 * tree.size()), VecX(6 * tree.size())};
  for (Index i = 0; i < tree.size(); ++i) {
    const BodyMotion& body = motion.body(i);
    out.places.segment<3>(6 * i) = body.x - start.body(i).x;
    out.places.segment<3>(6 * i + 3) = so3::log(Mat3(body.R * start.body(i).R.transpose()));
    out.velocities.segment<6>(6 * i) << body.v, body.omega;
    out.accelerations.segment<6>(6 * i) << body.a, body.alpha;
  }
  return out;
}

double largest(const MatX& m) { return m.size() == 0 ? 0.0 : m.cwiseAbs().maxCoeff(); }

// Central differences of 1e-5 leave about 1e-10 of the third derivatives, and 1e-11 of round-off.
TEST(MotionDerivatives, are_those_that_differences_show) {
  constexpr double kSmall = 1e-5;
  RandomTrees random(71);
  for (int trial = 0; trial < 60; ++trial) {
    const Tree tree = random.tree();
    const VecX q = random.coordinates(tree), s = random.numbers(tree.speeds()),
               sdot = random.numbers(tree.speeds());
    TreeMotion motion(tree);
    motion.set(q, s);
    motion.set_accelerations(sdot);
    MotionDerivatives derivatives(tree);
    derivatives.set(motion, s, sdot);
    MatX P;
    velocity_transformation(motion, P);
    EXPECT_LT(largest(derivatives.places() - P), 1e-13);

    MatX places = P, velocities = P, accelerations = P, by_speeds = P;
    for (Index k = 0; k < tree.speeds(); ++k) {
      const VecX change = kSmall * VecX::Unit(tree.speeds(), k);
      VecX ahead = q, behind = q;
      advance(tree, ahead, change);
      advance(tree, behind, -change);
      const Stacked plus = stack(tree, motion, ahead, s, sdot), minus = stack(tree, motion, behind, s, sdot);
      places.row(k) = (plus.places - minus.places).transpose() / (2 * kSmall);
      velocities.row(k) = (plus.velocities - minus.velocities).transpose() / (2 * kSmall);
      accelerations.row(k) = (plus.accelerations - minus.accelerations).transpose() / (2 * kSmall);
      const Stacked faster = stack(tree, motion, q, s + change, sdot),
                    slower = stack(tree, motion, q, s - change, sdot);
      by_speeds.row(k) = (faster.accelerations - slower.accelerations).transpose() / (2 * kSmall);
    }
    EXPECT_LT(largest(derivatives.places() - places), 1e-7);
    const double size = 1.0 + largest(accelerations);
    EXPECT_LT(largest(derivatives.velocities() - velocities), 1e-7 * size);
    EXPECT_LT(largest(derivatives.accelerations() - accelerations), 1e-7 * size);
    EXPECT_LT(largest(derivatives.accelerations_by_speeds() - by_speeds), 1e-7 * size);
  }
}

}  // namespace
}  // namespace pintle
