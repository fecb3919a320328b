#include "pintle/trees/inverse_dynamics.h"

#include <gtest/gtest.h>

#include "pintle/trees/articulated_body.h"
#include "pintle/trees/dense_reference_test_support.h"
#include "pintle/trees/random_tree_test_support.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

TEST(InverseDynamics, undoes_forward_dynamics) {
  RandomTrees random(21);
  double worst = 0.0;
  for (int round = 0; round < 1000; ++round) {
    const Tree tree = random.tree();
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), random.numbers(tree.speeds()));
    ArticulatedBody articulated(tree);
    ASSERT_TRUE(articulated.factor(motion));
    const std::vector<Wrench> wrenches = random.wrenches(tree.size());
    VecX tau = random.numbers(tree.speeds(), 5.0), sdot = random.numbers(tree.speeds(), 5.0),
         found(tree.speeds());
    articulated.accelerations(motion, wrenches, GyroscopicTerms::to_be_added, tau, sdot);
    std::vector<Wrench> joints(wrenches.size());
    inverse_dynamics(motion, wrenches, GyroscopicTerms::to_be_added, found, joints);
    // Rounding is that of the forces which the joints carry.
    double carried = 1.0;
    for (const Wrench& joint : joints) carried = std::max({carried, joint.force.norm(), joint.moment.norm()});
    worst = std::max(worst, (found - tau).norm() / carried);
  }
  EXPECT_LT(worst, 1e-12);
}

// Two bodies hang on a weld and a slide; whatever their motion, each joint carries what is below it.
TEST(InverseDynamics, joints_carry_what_accelerates_the_bodies_behind_them) {
  RandomTrees random(22);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random.tree();
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), random.numbers(tree.speeds()));
    motion.set_accelerations(random.numbers(tree.speeds()));
    const std::vector<Wrench> wrenches = random.wrenches(tree.size());
    VecX tau(tree.speeds());
    std::vector<Wrench> joints(wrenches.size());
    inverse_dynamics(motion, wrenches, GyroscopicTerms::to_be_added, tau, joints);
    const VecX gyroscopic = gyroscopic_forces_of_bodies(motion);
    for (Index i = 0; i < tree.size(); ++i) {
      // Balance of the body about its reference point: its joint, those of its children, its load.
      const BodyMotion& body = motion.body(i);
      const Wrench inertial =
          turned(tree.inertia(i), body.R, tree.link(i).is_rigid) * MotionVector{body.a, body.alpha};
      Vec3 force =
          inertial.force + gyroscopic.segment<3>(6 * i) - wrenches[static_cast<std::size_t>(i)].force;
      Vec3 moment =
          inertial.moment + gyroscopic.segment<3>(6 * i + 3) - wrenches[static_cast<std::size_t>(i)].moment;
      double scale = 1.0;
      for (Index j = i; j < tree.size(); ++j) {
        if (j != i && tree.parent(j) != i) continue;
        const double sign = j == i ? -1.0 : 1.0;
        const Vec3 point = motion.body(j).x + motion.body(j).R * tree.joint(j).on_child.offset;
        const Wrench& joint = joints[static_cast<std::size_t>(j)];
        force += sign * joint.force;
        moment += sign * (joint.moment + (point - body.x).cross(joint.force));
        scale += joint.force.norm() + joint.moment.norm();
      }
      EXPECT_LT((force.norm() + moment.norm()) / scale, 1e-13);
    }
  }
}

TEST(InverseDynamics, reduces_wrenches_as_the_velocity_transformation_does) {
  RandomTrees random(23);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random.tree();
    TreeMotion motion(tree);
    motion.set_positions(random.coordinates(tree));
    std::vector<Wrench> wrenches = random.wrenches(tree.size());
    VecX stacked(6 * tree.size()), tau(tree.speeds());
    for (Index i = 0; i < tree.size(); ++i)
      stacked.segment<6>(6 * i) << wrenches[static_cast<std::size_t>(i)].force,
          wrenches[static_cast<std::size_t>(i)].moment;
    MatX P;
    velocity_transformation(motion, P);
    AllocationCounter counter;
    reduce_wrenches(motion, wrenches, tau);
    EXPECT_EQ(counter.count(), 0);
    EXPECT_LT(relative_difference(tau, P * stacked), 1e-13);
  }
}

}  // namespace
}  // namespace pintle
