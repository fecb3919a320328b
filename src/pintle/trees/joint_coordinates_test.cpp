#include "pintle/trees/joint_coordinates.h"

#include <gtest/gtest.h>

#include <numbers>

#include "pintle/trees/random_tree_test_support.h"

namespace pintle {
namespace {

TEST(JointCoordinates, difference_undoes_advance) {
  RandomTrees random(3);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random.tree();
    const VecX q = random.coordinates(tree), increment = random.numbers(tree.speeds(), 1.5);
    VecX moved = q, found(tree.speeds());
    advance(tree, moved, increment);
    difference(tree, q, moved, found);
    EXPECT_LT((found - increment).norm(), 1e-13);
  }
}

TEST(JointCoordinates, rates_are_those_of_advancing) {
  RandomTrees random(4);
  for (int round = 0; round < 20; ++round) {
    const Tree tree = random.tree();
    const VecX q = random.coordinates(tree), s = random.numbers(tree.speeds());
    VecX before = q, after = q, rates(tree.coordinates());
    advance(tree, before, -1e-5 * s);
    advance(tree, after, 1e-5 * s);
    coordinate_rates(tree, q, s, rates);
    EXPECT_LT(((after - before) / 2e-5 - rates).norm(), 1e-9);
  }
}

TEST(JointCoordinates, a_long_series_of_turns_leaves_a_unit_quaternion) {
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::spherical, {}, {}, 0}, SpatialInertia{});
  VecX q = zero_coordinates(tree);
  for (int i = 0; i < 10000; ++i) advance(tree, q, Vec3(0.3, -0.1, 0.2));
  EXPECT_NEAR(q.norm(), 1.0, 1e-15);
}

TEST(JointCoordinates, are_found_again_from_the_places_of_the_bodies) {
  RandomTrees random(5);
  for (int round = 0; round < 200; ++round) {
    const Tree tree = random.tree();
    const VecX q = random.coordinates(tree), s = random.numbers(tree.speeds());
    TreeMotion motion(tree), found(tree);
    motion.set(q, s);
    VecX near = q, speeds(tree.speeds());
    advance(tree, near, random.numbers(tree.speeds(), 0.5));
    const TreeMisfit misfit = coordinates_of_bodies(motion.bodies(), found, near, speeds);
    EXPECT_LT(misfit.position + misfit.angle + misfit.velocity + misfit.angular_velocity, 1e-12);
    if (tree.speeds() == 0) continue;
    EXPECT_LT((near - q).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_LT((speeds - s).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_LT((found.body(tree.size() - 1).v - motion.body(tree.size() - 1).v).norm(), 1e-12);
  }
}

TEST(JointCoordinates, keep_count_of_turns) {
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::revolute, {}, {}, 0}, SpatialInertia{});
  TreeMotion motion(tree), found(tree);
  const double angle = 0.3 + 6 * std::numbers::pi;
  motion.set(VecX::Constant(1, angle), VecX::Zero(1));
  VecX q = VecX::Constant(1, angle - 2.0), s(1);
  coordinates_of_bodies(motion.bodies(), found, q, s);
  EXPECT_NEAR(q[0], angle, 1e-13);
}

// A hinge about z through the origin; its body was moved 3 mm along z and given 0.2 rad/s about x.
TEST(JointCoordinates, tell_by_how_much_a_body_is_out_of_place) {
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::revolute, {}, {Vec3(-1, 0, 0), Mat3::Identity()}, 0},
                SpatialInertia{});
  TreeMotion motion(tree);
  BodyMotion body;
  body.x = Vec3(0, 1, 0.003);
  body.R = so3::exp_matrix(Vec3(0, 0, 0.5 * std::numbers::pi));
  body.omega = Vec3(0.2, 0, 2.0);
  body.v = body.omega.cross(Vec3(0, 1, 0));
  VecX q = VecX::Zero(1), s(1);
  const TreeMisfit misfit = coordinates_of_bodies({&body, 1}, motion, q, s);
  EXPECT_NEAR(q[0], 0.5 * std::numbers::pi, 1e-14);
  EXPECT_NEAR(s[0], 2.0, 1e-14);
  EXPECT_NEAR(misfit.position, 0.003, 1e-15);
  EXPECT_NEAR(misfit.angle, 0.0, 1e-14);
  EXPECT_NEAR(misfit.velocity, 0.0, 1e-14);
  EXPECT_NEAR(misfit.angular_velocity, 0.2, 1e-14);
  EXPECT_EQ(misfit.position_body, 0);
}

}  // namespace
}  // namespace pintle
