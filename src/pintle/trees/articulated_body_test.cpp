#include "pintle/trees/articulated_body.h"

#include <gtest/gtest.h>

#include "pintle/trees/dense_reference_test_support.h"
#include "pintle/trees/random_tree_test_support.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

// x = (sin q, -cos q) hangs down at q = 0: the hinge turns about z, gravity is along -y.
const JointFrame kHangingEnd{Vec3(0, 1, 0), Mat3::Identity()};

// Point masses 2 and 3 on massless rods of length 1 and 1, each body's reference point at its mass.
TEST(ArticulatedBody, double_pendulum_accelerates_as_its_closed_form) {
  constexpr double kM1 = 2.0, kM2 = 3.0, kG = 9.81;
  Tree tree;
  const TreeJoint hinge{JointKind::revolute, {}, kHangingEnd, 0};
  tree.add_body(kGroundBody, hinge, SpatialInertia::rigid(kM1, Vec3::Zero(), Mat3::Zero()));
  tree.add_body(0, hinge, SpatialInertia::rigid(kM2, Vec3::Zero(), Mat3::Zero()));
  const Vec2 q(0.4, 0.9), s(1.5, -0.7);
  TreeMotion motion(tree);
  motion.set(q, s);
  ArticulatedBody articulated(tree);
  ASSERT_TRUE(articulated.factor(motion));
  const std::vector<Wrench> weights{{Vec3(0, -kM1 * kG, 0), Vec3::Zero()},
                                    {Vec3(0, -kM2 * kG, 0), Vec3::Zero()}};
  VecX tau = VecX::Zero(2), sdot(2);
  articulated.accelerations(motion, weights, GyroscopicTerms::to_be_added, tau, sdot);

  // In absolute angles a = q0, b = q0 + q1:
  //   (m1 + m2) a'' + m2 cos(a - b) b'' + m2 sin(a - b) b'^2 + (m1 + m2) g sin a = 0
  //   m2 b'' + m2 cos(a - b) a'' - m2 sin(a - b) a'^2 + m2 g sin b = 0
  const double a = q[0], b = q[0] + q[1], a_rate = s[0], b_rate = s[0] + s[1];
  Eigen::Matrix2d mass;
  mass << kM1 + kM2, kM2 * std::cos(a - b), kM2 * std::cos(a - b), kM2;
  const Vec2 force(-kM2 * std::sin(a - b) * b_rate * b_rate - (kM1 + kM2) * kG * std::sin(a),
                   kM2 * std::sin(a - b) * a_rate * a_rate - kM2 * kG * std::sin(b));
  const Vec2 angles = mass.inverse() * force;
  EXPECT_NEAR(sdot[0], angles[0], 1e-13);
  EXPECT_NEAR(sdot[0] + sdot[1], angles[1], 1e-13);
}

// A symmetric top (moments A, A, C about the pivot, centre at height l) in steady precession W with tilt t
// and spin n = C's axis rate satisfies m g l = C n W - A W^2 cos t (with n the total spin): its acceleration
// is that of the steady motion, alpha = W x omega.
TEST(ArticulatedBody, spinning_top_precesses_steadily) {
  constexpr double kMass = 1.3, kHeight = 0.4, kA = 0.5, kC = 0.2, kG = 9.81, kTilt = 0.6, kPrecession = 1.1;
  const double spin =
      (kMass * kG * kHeight + kA * kPrecession * kPrecession * std::cos(kTilt)) / (kC * kPrecession);
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::spherical, {}, {}, 0},
                SpatialInertia::rigid(kMass, Vec3(0, 0, kMass * kHeight), Vec3(kA, kA, kC).asDiagonal()));
  const Quat tilt = so3::exp(Vec3(kTilt, 0, 0));
  const Vec3 axis = tilt * Vec3::UnitZ(), across = Vec3::UnitX().cross(axis).normalized();
  const Vec3 omega = spin * axis + kPrecession * Vec3::UnitZ().dot(across) * across;
  TreeMotion motion(tree);
  motion.set(Vec4(tilt.w(), tilt.x(), tilt.y(), tilt.z()), omega);
  ArticulatedBody articulated(tree);
  ASSERT_TRUE(articulated.factor(motion));
  const Vec3 weight(0, 0, -kMass * kG);
  const std::vector<Wrench> wrenches{{weight, (kHeight * axis).cross(weight)}};
  VecX tau = VecX::Zero(3), sdot(3);
  articulated.accelerations(motion, wrenches, GyroscopicTerms::to_be_added, tau, sdot);
  EXPECT_LT((Vec3(sdot) - Vec3(0, 0, kPrecession).cross(omega)).norm(), 1e-12);
}

// A body slides down a line at 30 degrees and pushes through a second slide across it: g sin 30 along the
// line.
TEST(ArticulatedBody, body_on_an_inclined_line_slides_with_its_share_of_gravity) {
  Tree tree;
  const Mat3 down = so3::exp_matrix(Vec3(0, M_PI / 2 + M_PI / 6, 0));  // axis 3 points 30 degrees below x
  tree.add_body(kGroundBody, {JointKind::prismatic, {Vec3(1, 2, 3), down}, {}, 0},
                SpatialInertia::rigid(2.5, Vec3(0.1, 0.2, 0.3), Mat3::Identity()));
  TreeMotion motion(tree);
  motion.set(VecX::Constant(1, 0.7), VecX::Constant(1, 3.0));
  ArticulatedBody articulated(tree);
  ASSERT_TRUE(articulated.factor(motion));
  const Vec3 weight(0, 0, -2.5 * 9.81);
  const std::vector<Wrench> wrenches{{weight, (motion.body(0).R * Vec3(0.04, 0.08, 0.12)).cross(weight)}};
  VecX tau = VecX::Zero(1), sdot(1);
  articulated.accelerations(motion, wrenches, GyroscopicTerms::to_be_added, tau, sdot);
  EXPECT_NEAR(sdot[0], 9.81 * 0.5, 1e-13);
  EXPECT_NEAR(motion.body(0).a.z(), -9.81 * 0.25, 1e-13);
}

struct RandomCase {
  Tree tree;
  VecX q, s, tau, sdot;
  std::vector<Wrench> wrenches;
  explicit RandomCase(RandomTrees& random)
      : tree(random.tree()),
        q(random.coordinates(tree)),
        s(random.numbers(tree.speeds())),
        tau(random.numbers(tree.speeds(), 5.0)),
        sdot(random.numbers(tree.speeds(), 5.0)),
        wrenches(random.wrenches(tree.size())) {}
};

TEST(ArticulatedBody, agrees_with_the_dense_reference_on_a_thousand_random_trees) {
  RandomTrees random(11);
  double worst = 0.0;
  int prescribed = 0, massless = 0, branched = 0, floating = 0;
  for (int round = 0; round < 1000; ++round) {
    const RandomCase c(random);
    TreeMotion motion(c.tree);
    motion.set(c.q, c.s);
    ArticulatedBody articulated(c.tree);
    const TreeFactorReport report = articulated.factor(motion);
    ASSERT_TRUE(report) << round << ": " << report.message();
    VecX tau = c.tau, sdot = c.sdot;
    articulated.accelerations(motion, c.wrenches, GyroscopicTerms::to_be_added, tau, sdot);
    const DenseReference dense(motion, c.s, c.wrenches, c.tau, c.sdot);
    worst = std::max({worst, relative_difference(sdot, dense.sdot), relative_difference(tau, dense.tau)});

    // The accelerations of the bodies go with sdot.
    TreeMotion again(c.tree);
    again.set(c.q, c.s);
    again.set_accelerations(sdot);
    for (Index i = 0; i < c.tree.size(); ++i) {
      const double scale = 1.0 + again.body(i).a.norm() + again.body(i).alpha.norm();
      worst = std::max(worst, (again.body(i).a - motion.body(i).a).norm() / scale);
      worst = std::max(worst, (again.body(i).alpha - motion.body(i).alpha).norm() / scale);
      massless += c.tree.inertia(i).M.trace() == 0.0;
      branched += i > 0 && c.tree.parent(i) != i - 1;
      floating += c.tree.joint(i).kind == JointKind::free;
      prescribed += c.tree.link(i).has_prescribed;
    }
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
  EXPECT_LT(worst, 1e-12);
  EXPECT_GT(std::min({prescribed, massless, branched, floating}), 300);
}

// The kernel's residual at zero acceleration holds the gyroscopic terms of the bodies.
TEST(ArticulatedBody, takes_gyroscopic_terms_from_the_wrenches) {
  RandomTrees random(12);
  double worst = 0.0;
  for (int round = 0; round < 100; ++round) {
    const RandomCase c(random);
    TreeMotion motion(c.tree);
    motion.set(c.q, c.s);
    ArticulatedBody articulated(c.tree);
    ASSERT_TRUE(articulated.factor(motion));
    VecX tau = c.tau, sdot = c.sdot, tau_again = c.tau, sdot_again = c.sdot;
    articulated.accelerations(motion, c.wrenches, GyroscopicTerms::to_be_added, tau, sdot);
    std::vector<Wrench> with_gyroscopic = c.wrenches;
    const VecX gyroscopic = gyroscopic_forces_of_bodies(motion);
    for (std::size_t i = 0; i < with_gyroscopic.size(); ++i) {
      with_gyroscopic[i].force -= gyroscopic.segment<3>(6 * static_cast<Index>(i));
      with_gyroscopic[i].moment -= gyroscopic.segment<3>(6 * static_cast<Index>(i) + 3);
    }
    articulated.accelerations(motion, with_gyroscopic, GyroscopicTerms::in_wrenches, tau_again, sdot_again);
    worst = std::max({worst, relative_difference(sdot_again, sdot), relative_difference(tau_again, tau)});
  }
  EXPECT_LT(worst, 1e-12);
}

TEST(ArticulatedBody, responds_as_the_inverse_of_the_mass_matrix) {
  RandomTrees random(13);
  double worst = 0.0;
  for (int round = 0; round < 100; ++round) {
    const RandomCase c(random);
    TreeMotion motion(c.tree);
    motion.set(c.q, VecX::Zero(c.tree.speeds()));
    ArticulatedBody articulated(c.tree);
    ASSERT_TRUE(articulated.factor(motion));
    const DenseReference dense(motion, VecX::Zero(c.tree.speeds()), c.wrenches, c.tau,
                               VecX::Zero(c.tree.speeds()));
    motion.set_speeds(c.s);  // which must not matter
    VecX sdot(c.tree.speeds());
    std::vector<MotionVector> bodies(c.wrenches.size());
    articulated.response(motion, c.wrenches, c.tau, sdot, bodies);
    worst = std::max(worst, relative_difference(sdot, dense.sdot));
    MatX P;
    velocity_transformation(motion, P);
    const VecX accelerations = P.transpose() * sdot;
    for (Index i = 0; i < c.tree.size(); ++i) {
      const MotionVector& body = bodies[static_cast<std::size_t>(i)];
      const double scale = 1.0 + accelerations.norm();
      worst = std::max(worst, (body.linear - accelerations.segment<3>(6 * i)).norm() / scale);
      worst = std::max(worst, (body.angular - accelerations.segment<3>(6 * i + 3)).norm() / scale);
    }
  }
  EXPECT_LT(worst, 1e-12);
}

// A wrench on two bodies each: along their paths alone as by the whole response.
TEST(ArticulatedBody, innovations_of_two_loads_multiply_to_what_one_does_along_the_response_to_the_other) {
  RandomTrees random(16);
  double worst = 0.0;
  for (int round = 0; round < 100; ++round) {
    const RandomCase c(random);
    TreeMotion motion(c.tree);
    motion.set(c.q, c.s);
    ArticulatedBody articulated(c.tree);
    ASSERT_TRUE(articulated.factor(motion));
    const auto size = static_cast<std::size_t>(c.tree.size());
    std::vector<Wrench> loads[2];
    VecX y[2];
    for (std::size_t k = 0; k < 2; ++k) {
      loads[k].resize(size);
      const Index touched[] = {random.integer(0, c.tree.size() - 1), random.integer(0, c.tree.size() - 1)};
      for (const Index i : touched)
        loads[k][static_cast<std::size_t>(i)] = c.wrenches[static_cast<std::size_t>(i)];
      std::vector<Index> path;
      std::vector<Wrench> on_path;
      for (Index i = c.tree.size() - 1; i >= 0; --i)
        if (c.tree.is_on_path(touched[0], i) || c.tree.is_on_path(touched[1], i)) {
          path.push_back(i);
          on_path.push_back(loads[k][static_cast<std::size_t>(i)]);
        }
      y[k].setZero(static_cast<Index>(c.tree.free_speeds().size()));
      articulated.innovations(motion, path, on_path, y[k]);
    }
    VecX sdot(c.tree.speeds());
    std::vector<MotionVector> bodies(size);
    articulated.response(motion, loads[0], VecX(), sdot, bodies);
    double work = 0.0;
    for (std::size_t i = 0; i < size; ++i)
      work += loads[1][i].force.dot(bodies[i].linear) + loads[1][i].moment.dot(bodies[i].angular);
    worst = std::max(worst, std::abs(y[0].dot(y[1]) - work) / (1.0 + y[0].norm() * y[1].norm()));
  }
  EXPECT_LT(worst, 1e-12);
}

// A floating base with arms and joint forces only: rates of linear momentum and of angular momentum about the
// ground's origin vanish.
TEST(ArticulatedBody, joint_forces_leave_the_momentum_of_a_floating_tree_alone) {
  RandomTrees random(14);
  for (int round = 0; round < 50; ++round) {
    Tree tree;
    tree.add_body(kGroundBody, random.joint(JointKind::free, false), random.rigid_inertia());
    for (Index i = 1; i < 8; ++i)
      tree.add_body(random.integer(0, i - 1), random.joint(random.kind(), false), random.rigid_inertia());
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), random.numbers(tree.speeds()));
    ArticulatedBody articulated(tree);
    ASSERT_TRUE(articulated.factor(motion));
    VecX tau = random.numbers(tree.speeds(), 5.0), sdot(tree.speeds());
    tau.head<6>().setZero();
    articulated.accelerations(motion, {}, GyroscopicTerms::to_be_added, tau, sdot);
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    double scale = 1.0;
    const VecX gyroscopic = gyroscopic_forces_of_bodies(motion);
    for (Index i = 0; i < tree.size(); ++i) {
      const BodyMotion& body = motion.body(i);
      const Wrench rate = turned(tree.inertia(i), body.R, true) * MotionVector{body.a, body.alpha};
      const Vec3 force = rate.force + gyroscopic.segment<3>(6 * i);
      linear += force;
      angular += rate.moment + gyroscopic.segment<3>(6 * i + 3) + body.x.cross(force);
      scale += force.norm();
    }
    EXPECT_LT((linear.norm() + angular.norm()) / scale, 1e-13);
  }
}

TEST(ArticulatedBody, names_a_massless_leaf) {
  RandomTrees random(15);
  for (const JointKind kind :
       {JointKind::revolute, JointKind::prismatic, JointKind::spherical, JointKind::free}) {
    Tree tree;
    tree.add_body(kGroundBody, random.joint(JointKind::revolute, false), random.rigid_inertia());
    tree.add_body(0, random.joint(JointKind::weld, false), random.rigid_inertia());
    tree.add_body(0, random.joint(kind, false), SpatialInertia{});
    TreeMotion motion(tree);
    motion.set(random.coordinates(tree), VecX::Zero(tree.speeds()));
    const TreeFactorReport report = ArticulatedBody(tree).factor(motion);
    EXPECT_FALSE(report);
    EXPECT_EQ(report.singular_body, 2);
    EXPECT_EQ(report.singular_speed, 1);
    EXPECT_EQ(report.message(), "body 2 has no inertia along speed 1 of its tree");
  }
}

// A ring without mass turns about an axis through the centre of the ball that a spherical joint holds in it.
TEST(ArticulatedBody, names_a_massless_body_whose_child_gives_way) {
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::revolute, {Vec3(1, 2, 3), so3::exp_matrix(Vec3(1, 2, 3))}, {}, 0},
                SpatialInertia{});
  tree.add_body(0, {JointKind::spherical, {Vec3(0, 0, 0.7), Mat3::Identity()}, {}, 0},
                SpatialInertia::rigid(3.0, Vec3::Zero(), Vec3(1, 2, 3).asDiagonal()));
  TreeMotion motion(tree);
  motion.set((VecX(5) << 0.3, 1, 0, 0, 0).finished(), VecX::Zero(4));
  EXPECT_EQ(ArticulatedBody(tree).factor(motion).singular_body, 0);
}

TEST(ArticulatedBody, allocates_nothing_once_made) {
  RandomTrees random(16);
  const RandomCase c(random);
  TreeMotion motion(c.tree);
  ArticulatedBody articulated(c.tree);
  VecX q = c.q, s = c.s, tau = c.tau, sdot = c.sdot;
  std::vector<MotionVector> bodies(c.wrenches.size());

  motion.set(q, s);
  const std::vector<BodyMotion> places(motion.bodies().begin(), motion.bodies().end());
  const AllocationCounter counter;
  motion.set(q, s);
  const bool is_ok = articulated.factor(motion).is_ok();
  articulated.accelerations(motion, c.wrenches, GyroscopicTerms::to_be_added, tau, sdot);
  articulated.response(motion, c.wrenches, tau, sdot, bodies);
  advance(c.tree, q, s);
  coordinates_of_bodies(places, motion, q, s);
  EXPECT_EQ(counter.count(), 0);
  EXPECT_TRUE(is_ok);
}

}  // namespace
}  // namespace pintle
