#include "pintle/trees/composite_body.h"

#include <gtest/gtest.h>

#include "pintle/trees/dense_reference_test_support.h"
#include "pintle/trees/inverse_dynamics.h"
#include "pintle/trees/random_tree_test_support.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

TEST(CompositeBody, mass_matrix_is_that_of_the_velocity_transformation) {
  RandomTrees random(31);
  double worst = 0.0;
  for (int round = 0; round < 1000; ++round) {
    const Tree tree = random.tree();
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), VecX::Zero(tree.speeds()));
    CompositeBody composite(tree);
    composite.compute(motion);
    MatX P;
    velocity_transformation(motion, P);
    const MatX mass = P * mass_of_bodies(motion) * P.transpose();
    if (mass.size() > 0) worst = std::max(worst, (composite.mass().full() - mass).norm() / mass.norm());
  }
  EXPECT_LT(worst, 1e-13);
}

// The same accelerations in three ways: composite bodies with inverse dynamics, articulated bodies, dense.
TEST(CompositeBody, agrees_with_articulated_bodies_on_a_thousand_random_trees) {
  RandomTrees random(32);
  double worst = 0.0;
  for (int round = 0; round < 1000; ++round) {
    const Tree tree = random.tree();
    const VecX s = random.numbers(tree.speeds()), tau = random.numbers(tree.speeds(), 5.0);
    VecX given = random.numbers(tree.speeds(), 5.0);
    const std::vector<Wrench> wrenches = random.wrenches(tree.size());
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), s);

    for (const Index k : tree.free_speeds()) given[k] = 0.0;
    motion.set_accelerations(given);
    VecX bias(tree.speeds()), found(tree.speeds());
    std::vector<Wrench> joints(wrenches.size());
    inverse_dynamics(motion, wrenches, GyroscopicTerms::to_be_added, bias, joints);
    CompositeBody composite(tree);
    composite.compute(motion);
    ASSERT_TRUE(composite.factor());
    composite.solve(tau - bias, found);

    ArticulatedBody articulated(tree);
    ASSERT_TRUE(articulated.factor(motion));
    VecX sdot = given, forces = tau;
    articulated.accelerations(motion, wrenches, GyroscopicTerms::to_be_added, forces, sdot);
    const DenseReference dense(motion, s, wrenches, tau, given);
    found += given;
    worst = std::max({worst, relative_difference(found, sdot), relative_difference(found, dense.sdot)});
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
  EXPECT_LT(worst, 1e-12);
}

TEST(CompositeBody, branches_are_not_coupled) {
  RandomTrees random(33);
  Tree tree;
  tree.add_body(kGroundBody, random.joint(JointKind::free, false), random.rigid_inertia());
  for (int limb = 0; limb < 4; ++limb) {
    Index last = 0;
    for (int i = 0; i < 5; ++i)
      last = tree.add_body(last, random.joint(JointKind::revolute, false), random.rigid_inertia());
  }
  const CompositeBody composite(tree);
  // 6 speeds of the base among themselves; per limb 5 rows with the base and 1 to 5 of their own.
  EXPECT_EQ(composite.mass().values.size(), 21u + 4u * (5u * 6u + 15u));
}

TEST(CompositeBody, names_a_massless_leaf) {
  RandomTrees random(34);
  Tree tree;
  tree.add_body(kGroundBody, random.joint(JointKind::revolute, false), random.rigid_inertia());
  tree.add_body(0, random.joint(JointKind::universal, false), SpatialInertia{});
  TreeMotion motion(tree);
  motion.set_positions(random.coordinates(tree));
  CompositeBody composite(tree);
  composite.compute(motion);
  const TreeFactorReport report = composite.factor();
  EXPECT_EQ(report.singular_body, 1);
  EXPECT_EQ(report.singular_speed, 2);
}

// A ring without mass about an axis through the centre of the ball in it, as in articulated_body_test.cpp.
TEST(CompositeBody, names_a_massless_body_whose_child_gives_way) {
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::revolute, {Vec3(1, 2, 3), so3::exp_matrix(Vec3(1, 2, 3))}, {}, 0},
                SpatialInertia{});
  tree.add_body(0, {JointKind::spherical, {Vec3(0, 0, 0.7), so3::exp_matrix(Vec3(0.3, 0.2, 0.1))}, {}, 0},
                SpatialInertia::rigid(3.0, Vec3::Zero(), Vec3(1, 2, 3).asDiagonal()));
  TreeMotion motion(tree);
  motion.set_positions((VecX(5) << 0.3, 1, 0, 0, 0).finished());
  CompositeBody composite(tree);
  composite.compute(motion);
  EXPECT_EQ(composite.factor().singular_body, 0);
}

TEST(CompositeBody, allocates_nothing_once_made) {
  RandomTrees random(35);
  const Tree tree = random.tree();
  TreeMotion motion(tree);
  motion.set_positions(random.coordinates(tree));
  CompositeBody composite(tree);
  const VecX right = random.numbers(tree.speeds());
  VecX sdot(tree.speeds());
  const AllocationCounter counter;
  composite.compute(motion);
  const bool is_ok = composite.factor().is_ok();
  composite.solve(right, sdot);
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(is_ok);
}

}  // namespace
}  // namespace pintle
