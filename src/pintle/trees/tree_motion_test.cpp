#include "pintle/trees/tree_motion.h"

#include <gtest/gtest.h>

#include "pintle/trees/attachment_jacobian.h"
#include "pintle/trees/random_tree_test_support.h"

namespace pintle {
namespace {

struct PairOfFrames {
  Mat3 E, F;
  Vec3 d;  // in E axes
};

// A joint on a body that stands askew, at q.
PairOfFrames frames_at(JointKind kind, const VecX& q) {
  RandomTrees random(7);
  Tree tree;
  const TreeJoint base{JointKind::weld, random.frame(), random.frame(), 0};
  const TreeJoint joint{kind, random.frame(), random.frame(), 0};
  tree.add_body(kGroundBody, base, SpatialInertia{});
  tree.add_body(0, joint, SpatialInertia{});
  TreeMotion motion(tree);
  motion.set_positions(q);
  const BodyMotion &a = motion.body(0), &b = motion.body(1);
  const Mat3 E = a.R * joint.on_parent.axes;
  const Vec3 between = b.x + b.R * joint.on_child.offset - a.x - a.R * joint.on_parent.offset;
  return {E, b.R * joint.on_child.axes, E.transpose() * between};
}

Mat3 turn(int axis, double angle) { return so3::exp_matrix(Vec3(angle * Vec3::Unit(axis))); }

TEST(TreeMotion, frames_of_simple_joints_are_where_the_coordinates_say) {
  const PairOfFrames revolute = frames_at(JointKind::revolute, VecX::Constant(1, 0.7));
  EXPECT_LT((revolute.F - revolute.E * turn(2, 0.7)).norm() + revolute.d.norm(), 1e-14);
  const PairOfFrames prismatic = frames_at(JointKind::prismatic, VecX::Constant(1, 0.7));
  EXPECT_LT((prismatic.F - prismatic.E).norm() + (prismatic.d - Vec3(0, 0, 0.7)).norm(), 1e-14);
  const PairOfFrames cylindrical = frames_at(JointKind::cylindrical, Vec2(0.3, -0.8));
  EXPECT_LT((cylindrical.F - cylindrical.E * turn(2, -0.8)).norm() + (cylindrical.d - Vec3(0, 0, 0.3)).norm(),
            1e-14);
  const PairOfFrames planar = frames_at(JointKind::planar, Vec3(0.3, -0.8, 1.1));
  EXPECT_LT((planar.F - planar.E * turn(2, 1.1)).norm() + (planar.d - Vec3(0.3, -0.8, 0)).norm(), 1e-14);
  const PairOfFrames translational = frames_at(JointKind::translational, Vec3(0.3, -0.8, 1.1));
  EXPECT_LT((translational.F - translational.E).norm() + (translational.d - Vec3(0.3, -0.8, 1.1)).norm(),
            1e-14);
  const PairOfFrames weld = frames_at(JointKind::weld, VecX());
  EXPECT_LT((weld.F - weld.E).norm() + weld.d.norm(), 1e-14);
}

TEST(TreeMotion, frames_of_joints_with_several_rotations_are_where_the_coordinates_say) {
  const PairOfFrames universal = frames_at(JointKind::universal, Vec2(0.4, 2.0));
  EXPECT_LT((universal.F - universal.E * turn(2, 0.4) * turn(1, 2.0)).norm() + universal.d.norm(), 1e-14);
  const Quat turned = so3::exp(Vec3(0.3, -1.0, 2.0));
  const Vec4 quaternion(turned.w(), turned.x(), turned.y(), turned.z());
  const PairOfFrames spherical = frames_at(JointKind::spherical, 3.0 * quaternion);  // need not be normalised
  EXPECT_LT((spherical.F - spherical.E * turned.toRotationMatrix()).norm() + spherical.d.norm(), 1e-14);
  VecX q(7);
  q << 0.1, 0.2, -0.3, quaternion;
  const PairOfFrames free = frames_at(JointKind::free, q);
  EXPECT_LT((free.F - free.E * turned.toRotationMatrix()).norm() + (free.d - Vec3(0.1, 0.2, -0.3)).norm(),
            1e-14);
}

// Angles as joints/revolute_cylindrical.md has them.
TEST(TreeMotion, a_revolute_cylindrical_joint_measures_as_the_joint_does) {
  const PairOfFrames joint = frames_at(JointKind::revolute_cylindrical, Vec3(0.3, 0.5, -1.2));
  const Vec3 e1 = joint.E.col(0), e2 = joint.E.col(1), e3 = joint.E.col(2);
  EXPECT_NEAR(e3.dot(joint.F.col(2)), 0.0, 1e-15);
  EXPECT_NEAR(std::atan2(e2.dot(joint.F.col(2)), e1.dot(joint.F.col(2))), 0.5, 1e-14);
  EXPECT_NEAR(std::atan2(-e3.dot(joint.F.col(1)), e3.dot(joint.F.col(0))), -1.2, 1e-14);
  EXPECT_LT((joint.d - Vec3(0, 0, 0.3)).norm(), 1e-15);
}

// Central differences along the motion q(t) = q advanced by s t + sdot t²/2, with an error of h².
TEST(TreeMotion, velocities_and_accelerations_are_rates_of_positions) {
  constexpr double kStep = 1e-4;
  RandomTrees random(1);
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random.tree(8);
    const VecX q = random.coordinates(tree);
    const VecX s = random.numbers(tree.speeds()), sdot = random.numbers(tree.speeds());
    TreeMotion now(tree), before(tree), after(tree);
    now.set(q, s);
    now.set_accelerations(sdot);
    const auto at = [&](TreeMotion& motion, double t) {
      VecX moved = q;
      // Speeds of rotations are not rates of a rotation vector, except to the second order that matters here.
      advance(tree, moved, s * t + 0.5 * sdot * t * t);
      motion.set(moved, s + sdot * t);
    };
    at(before, -kStep);
    at(after, kStep);
    for (Index i = 0; i < tree.size(); ++i) {
      const BodyMotion &b = before.body(i), &n = now.body(i), &a = after.body(i);
      const Vec3 turn_after = so3::log(Mat3(a.R * n.R.transpose()));
      const Vec3 turn_before = so3::log(Mat3(b.R * n.R.transpose()));
      const double scale = 1.0 + n.a.norm() + n.v.norm() + n.omega.squaredNorm() + n.alpha.norm();
      EXPECT_LT(((a.x - b.x) / (2 * kStep) - n.v).norm(), 1e-6 * scale * scale) << i;
      EXPECT_LT(((turn_after - turn_before) / (2 * kStep) - n.omega).norm(), 1e-6 * scale * scale) << i;
      EXPECT_LT(((a.v - b.v) / (2 * kStep) - n.a).norm(), 1e-6 * scale * scale) << i;
      EXPECT_LT(((a.omega - b.omega) / (2 * kStep) - n.alpha).norm(), 1e-6 * scale * scale) << i;
    }
  }
}

TEST(TreeMotion, jacobians_of_attachments_give_velocities_and_biases) {
  RandomTrees random(2);
  double worst = 0.0;
  for (int round = 0; round < 100; ++round) {
    const Tree tree = random.tree();
    TreeMotion motion(tree);
    const VecX s = random.numbers(tree.speeds()), sdot = random.numbers(tree.speeds());
    motion.set(random.coordinates(tree), s);
    motion.set_accelerations(sdot);
    const Index body = random.integer(0, tree.size() - 1);
    const Vec3 offset = random.vector();
    MatX J(6, tree.speeds()), rate(6, tree.speeds());
    attachment_jacobian(motion, body, offset, J);
    attachment_jacobian_rate(motion, body, offset, rate);
    const MotionVector bias = attachment_bias(motion, body, offset);
    const BodyMotion& b = motion.body(body);
    const Vec3 arm = b.R * offset;
    const Vec3 velocity = b.v + b.omega.cross(arm);
    const Vec3 acceleration = b.a + b.alpha.cross(arm) + b.omega.cross(b.omega.cross(arm));
    const Vec6 found = J * s, turned = J * sdot, bias_by_rate = rate * s;
    const double scale = 1.0 + acceleration.norm() + velocity.norm();
    worst = std::max({worst, (found.head<3>() - velocity).norm() / scale,
                      (found.tail<3>() - b.omega).norm() / scale,
                      (turned.head<3>() + bias.linear - acceleration).norm() / scale,
                      (turned.tail<3>() + bias.angular - b.alpha).norm() / scale,
                      (bias_by_rate.head<3>() - bias.linear).norm() / scale,
                      (bias_by_rate.tail<3>() - bias.angular).norm() / scale});
  }
  EXPECT_LT(worst, 1e-13);
}

}  // namespace
}  // namespace pintle
