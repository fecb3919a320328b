// Random trees of mixed joints, with branches, floating bases, prescribed speeds and massless bodies. Their
// proportions keep the condition of the mass matrix below 1e4, where methods that use it can agree to 1e-12.
#pragma once

#include <random>

#include "pintle/math/so3.h"
#include "pintle/trees/joint_coordinates.h"

namespace pintle {

class RandomTrees {
 public:
  explicit RandomTrees(unsigned seed) : generator_(seed) {}

  double number(double low = -1.0, double high = 1.0) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator_); }
  Vec3 vector(double size = 1.0) { return size * Vec3(number(), number(), number()); }
  VecX numbers(Index n, double size = 1.0) {
    VecX values(n);
    for (double& value : values) value = number(-size, size);
    return values;
  }
  Mat3 rotation() { return so3::exp_matrix(vector(3.0)); }
  JointFrame frame() { return {vector(0.3), rotation()}; }

  // About the reference point: a body of moderate slenderness with its centre elsewhere.
  SpatialInertia rigid_inertia() {
    const double mass = number(0.5, 3.0);
    const Vec3 center = vector(0.2);
    const Vec3 squares(number(0.02, 0.1), number(0.02, 0.1),
                       number(0.02, 0.1));  // mean squares along the axes
    const Mat3 axes = rotation();
    const Vec3 moments = mass * (Vec3::Constant(squares.sum()) - squares);
    const Mat3 inertia = axes * moments.asDiagonal() * axes.transpose() - mass * skew(center) * skew(center);
    return SpatialInertia::rigid(mass, mass * center, inertia);
  }
  // With an added mass: any symmetric positive definite part besides.
  SpatialInertia full_inertia() {
    Mat6 factor;
    for (double& value : factor.reshaped()) value = number(-0.5, 0.5);
    return SpatialInertia::from_matrix(rigid_inertia().matrix() + factor * factor.transpose());
  }

  Wrench wrench(double size = 10.0) { return {vector(size), vector(size)}; }
  std::vector<Wrench> wrenches(Index n) {
    std::vector<Wrench> values;
    for (Index i = 0; i < n; ++i) values.push_back(wrench());
    return values;
  }

  TreeJoint joint(JointKind kind, bool may_be_prescribed = true) {
    TreeJoint made{kind, frame(), frame(), 0};
    if (may_be_prescribed && integer(0, 4) == 0) made.prescribed = static_cast<std::uint8_t>(integer(0, 255));
    return made;
  }
  JointKind kind() { return static_cast<JointKind>(integer(0, kJointKinds - 1)); }

  // Now and then a body is massless and carries a heavy one on a weld.
  Tree tree(int most_bodies = 12) {
    Tree tree;
    const int wanted = integer(1, most_bodies);
    while (tree.size() < wanted) {
      const Index size = tree.size();
      const Index parent = integer(0, 2) == 0 ? integer(-1, size - 1) : size - 1;
      const JointKind made = size == 0 && integer(0, 1) == 0 ? JointKind::free : kind();
      if (integer(0, 5) == 0) {
        const Index massless = tree.add_body(parent, joint(made), SpatialInertia{});
        tree.add_body(massless, joint(JointKind::weld), rigid_inertia());
      } else {
        tree.add_body(parent, joint(made), integer(0, 4) == 0 ? full_inertia() : rigid_inertia());
      }
    }
    return tree;
  }

  // Turned by up to 2 rad and moved by up to 0.5 m.
  VecX coordinates(const Tree& tree) {
    VecX q = zero_coordinates(tree), increment = numbers(tree.speeds(), 2.0);
    TreeMotion motion(tree);
    motion.set_positions(q);
    for (Index k = 0; k < tree.speeds(); ++k)
      if (motion.column(k).angular.isZero()) increment[k] *= 0.25;
    advance(tree, q, increment);
    return q;
  }

 private:
  std::mt19937 generator_;
};

}  // namespace pintle
