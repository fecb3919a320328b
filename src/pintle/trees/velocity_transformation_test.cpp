#include "pintle/trees/velocity_transformation.h"

#include <gtest/gtest.h>

#include "pintle/trees/random_tree_test_support.h"

namespace pintle {
namespace {

TEST(VelocityTransformation, path_matrix_tells_who_is_between_root_and_body) {
  Tree tree;
  for (const Index parent : {-1, 0, 1, 0, -1}) tree.add_body(parent, {}, SpatialInertia{});
  MatX expected(5, 5);
  expected << 1, 0, 0, 0, 0,  //
      1, 1, 0, 0, 0,          //
      1, 1, 1, 0, 0,          //
      1, 0, 0, 1, 0,          //
      0, 0, 0, 0, 1;
  EXPECT_EQ(path_matrix(tree), expected);
}

// Document 001, equation 10: the root's six velocities and two angles about y; barges of 10 m with hinges at
// their ends, reference points in the middle, all in one line.
TEST(VelocityTransformation, of_three_hinged_barges_is_the_document_s) {
  const Mat3 about_y = *matrix_from_one_vector(3, Vec3::UnitY());
  Tree tree;
  tree.add_body(kGroundBody, {JointKind::free, {}, {}, 0}, SpatialInertia{});
  for (int i = 0; i < 2; ++i)
    tree.add_body(i, {JointKind::revolute, {Vec3(5, 0, 0), about_y}, {Vec3(-5, 0, 0), about_y}, 0},
                  SpatialInertia{});
  TreeMotion motion(tree);
  motion.set_positions(zero_coordinates(tree));
  MatX P;
  velocity_transformation(motion, P);
  MatX expected = MatX::Zero(18, 8);  // v = expected s
  for (int body = 0; body < 3; ++body) {
    expected.block<6, 6>(6 * body, 0).setIdentity();
    expected.block<3, 3>(6 * body, 3) = -skew(Vec3(10.0 * body, 0, 0));
  }
  for (int angle = 0; angle < 2; ++angle)
    for (int body = angle + 1; body < 3; ++body) {
      const double arm = 10.0 * (body - angle) - 5.0;
      expected.block<3, 1>(6 * body, 6 + angle) = Vec3::UnitY().cross(Vec3(arm, 0, 0));
      expected.block<3, 1>(6 * body + 3, 6 + angle) = Vec3::UnitY();
    }
  EXPECT_LT((P.transpose() - expected).norm(), 1e-14);
}

// Document 001, equation 7, for hinges: coincidence of the points, and axes that stay parallel.
TEST(VelocityTransformation, leaves_the_constraints_of_hinges_alone) {
  RandomTrees random(41);
  Tree tree;
  for (Index i = 0; i < 5; ++i)
    tree.add_body(i / 2 - 1, random.joint(JointKind::revolute, false), random.rigid_inertia());
  TreeMotion motion(tree);
  motion.set_positions(random.coordinates(tree));
  MatX P;
  velocity_transformation(motion, P);
  MatX constraints = MatX::Zero(30, 30);
  for (Index i = 0; i < 5; ++i) {
    const TreeJoint& joint = tree.joint(i);
    const auto add = [&](Index body, const Vec3& offset, double sign) {
      if (body < 0) return;
      const Mat3& R = motion.body(body).R;
      constraints.block<3, 3>(6 * i, 6 * body) = sign * Mat3::Identity();
      constraints.block<3, 3>(6 * i, 6 * body + 3) = -sign * skew(Vec3(R * offset));
      // Rows of the relative angular velocity across the axis; the third is left empty.
      const Mat3 F = motion.body(i).R * joint.on_child.axes;
      constraints.block<2, 3>(6 * i + 3, 6 * body + 3) = sign * F.leftCols<2>().transpose();
    };
    add(i, joint.on_child.offset, 1.0);
    add(tree.parent(i), joint.on_parent.offset, -1.0);
  }
  EXPECT_LT((constraints * P.transpose()).norm(), 1e-13);
}

// With a constant mass that couples all bodies, T = v' M v / 2 grows by s' (mass sdot + damping s).
TEST(VelocityTransformation, reduced_equations_hold_a_mass_that_couples_all_bodies) {
  constexpr double kStep = 1e-4;
  RandomTrees random(42);
  for (int round = 0; round < 20; ++round) {
    const Tree tree = random.tree(5);
    const Index n = 6 * tree.size();
    MatX factor(n, n);
    for (double& value : factor.reshaped()) value = random.number();
    BodyEquations bodies;
    bodies.mass = MatX::Identity(n, n) + factor * factor.transpose();
    const VecX q = random.coordinates(tree), s = random.numbers(tree.speeds()),
               sdot = random.numbers(tree.speeds());
    TreeMotion motion(tree);
    const auto energy_at = [&](double t) {
      VecX moved = q, v(n);
      advance(tree, moved, s * t + 0.5 * sdot * t * t);
      motion.set(moved, s + sdot * t);
      for (Index i = 0; i < tree.size(); ++i) v.segment<6>(6 * i) << motion.body(i).v, motion.body(i).omega;
      return 0.5 * v.dot(bodies.mass * v);
    };
    const double rate = (energy_at(kStep) - energy_at(-kStep)) / (2 * kStep), energy = energy_at(0.0);
    const ReducedEquations equations = reduced(motion, bodies);
    EXPECT_NEAR(0.5 * s.dot(equations.mass * s), energy, 1e-12 * (1.0 + energy));
    EXPECT_NEAR(s.dot(equations.mass * sdot + equations.damping * s), rate,
                1e-5 * (1.0 + energy + std::abs(rate)));
  }
}

// Document 001, Table 1: work of the forces on bodies is work of the reduced ones.
TEST(VelocityTransformation, reduced_forces_do_the_same_work) {
  RandomTrees random(43);
  const Tree tree = random.tree(8);
  const Index n = 6 * tree.size();
  BodyEquations bodies;
  bodies.damping.resize(n, n);
  for (double& value : bodies.damping.reshaped()) value = random.number();
  bodies.stiffness = bodies.damping.transpose();
  bodies.force = random.numbers(n);
  const VecX s = random.numbers(tree.speeds());
  TreeMotion motion(tree);
  motion.set(random.coordinates(tree), s);
  VecX v(n);
  for (Index i = 0; i < tree.size(); ++i) v.segment<6>(6 * i) << motion.body(i).v, motion.body(i).omega;
  const ReducedEquations equations = reduced(motion, bodies);
  EXPECT_NEAR(s.dot(equations.damping * s), v.dot(bodies.damping * v), 1e-11);
  EXPECT_NEAR(s.dot(equations.stiffness * s), v.dot(bodies.stiffness * v), 1e-11);
  EXPECT_NEAR(s.dot(equations.force), v.dot(bodies.force), 1e-11);
  EXPECT_EQ(equations.mass.norm(), 0.0);
}

}  // namespace
}  // namespace pintle
