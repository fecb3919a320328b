#include "pintle/trees/motion_derivatives.h"

namespace pintle {
namespace {

MotionVector operator+(const MotionVector& a, const MotionVector& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}
MotionVector operator-(const MotionVector& a, const MotionVector& b) {
  return {a.linear - b.linear, a.angular - b.angular};
}
MotionVector operator*(double factor, const MotionVector& a) {
  return {factor * a.linear, factor * a.angular};
}

// What a rigid motion a makes of the field of velocities b that it carries along.                (trees.md
// 32)
MotionVector carried(const MotionVector& a, const MotionVector& b) {
  return {a.angular.cross(b.linear) - b.angular.cross(a.linear), a.angular.cross(b.angular)};
}

// Velocity of a body's point at the ground's origin, and its rate.
MotionVector twist_of(const BodyMotion& body) { return {body.v - body.omega.cross(body.x), body.omega}; }
MotionVector twist_rate_of(const BodyMotion& body) {
  return {body.a - body.alpha.cross(body.x) - body.omega.cross(body.v), body.alpha};
}

}  // namespace

MotionDerivatives::MotionDerivatives(const Tree& tree) : columns_(static_cast<std::size_t>(tree.speeds())) {
  for (MatX* matrix : {&places_, &velocities_, &accelerations_, &accelerations_by_speeds_})
    matrix->setZero(tree.speeds(), 6 * tree.size());
}

// Coordinates of a joint follow each other like joints of their own, each on the frame that those before it
// have moved. The columns of a quaternion are fixed in the frame before it, and turning it leaves the joint's
// own velocity as it is.                                                                      (trees.md 33,
// 34)
void MotionDerivatives::list_columns(const TreeMotion& motion, const ConstVector& s,
                                     const ConstVector& sdot) {
  const Tree& tree = motion.tree();
  for (Index i = 0; i < tree.size(); ++i) {
    const TreeLink& link = tree.link(i);
    const Index quaternion = sizes_of(link.kind).quaternion;
    const BodyMotion& own = motion.body(i);
    MotionVector base, base_rate;
    if (link.parent > 0) {
      const BodyMotion& parent = motion.body(tree.parent(i));
      base = twist_of(parent);
      base_rate = twist_rate_of(parent);
    }
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) {
      const bool turns_freely = quaternion >= 0 && k - link.speed >= quaternion;
      const MotionVector& S = motion.column(k);
      Column& column = columns_[static_cast<std::size_t>(k)];
      column.twist = {S.linear - S.angular.cross(motion.link(i).p), S.angular};
      column.rate = carried(base, column.twist);
      column.base = turns_freely ? twist_of(own) : base;
      column.base_rate = turns_freely ? twist_rate_of(own) : base_rate;
      if (turns_freely) continue;
      base = base + s[k] * column.twist;
      base_rate = base_rate + sdot[k] * column.twist + s[k] * column.rate;
    }
  }
}

void MotionDerivatives::set(const TreeMotion& motion, const ConstVector& s, const ConstVector& sdot) {
  list_columns(motion, s, sdot);
  for (Index i = 0; i < motion.tree().size(); ++i)
    for (Index j = i; j != kGroundBody; j = motion.tree().parent(j)) {
      const TreeLink& link = motion.tree().link(j);
      for (Index k = link.speed; k < link.speed + link.speeds; ++k)
        differentiate(motion.body(i), columns_[static_cast<std::size_t>(k)], k, 6 * i);
    }
}

// (trees.md 35, 36)
void MotionDerivatives::differentiate(const BodyMotion& body, const Column& column, Index row, Index first) {
  const MotionVector& D = column.twist;
  const MotionVector relative = twist_of(body) - column.base;
  const MotionVector velocity = carried(D, relative);
  const MotionVector acceleration =
      carried(carried(column.base, D), relative) + carried(D, twist_rate_of(body) - column.base_rate);
  const MotionVector by_speed = column.rate + velocity;

  // From the ground's origin to the body's point, which moves, too: v = v_O + w x p, a = a_O + alpha x p + w
  // x v.
  const Vec3 dx = D.linear + D.angular.cross(body.x);
  const Vec3 dv = velocity.linear + velocity.angular.cross(body.x) + body.omega.cross(dx);
  const Vec3 da = acceleration.linear + acceleration.angular.cross(body.x) + body.alpha.cross(dx) +
                  velocity.angular.cross(body.v) + body.omega.cross(dv);
  const Vec3 da_by_speed =
      by_speed.linear + by_speed.angular.cross(body.x) + D.angular.cross(body.v) + body.omega.cross(dx);
  const auto put = [&](MatX& matrix, const Vec3& linear, const Vec3& angular) {
    matrix.block<1, 3>(row, first) = linear.transpose();
    matrix.block<1, 3>(row, first + 3) = angular.transpose();
  };
  put(places_, dx, D.angular);
  put(velocities_, dv, velocity.angular);
  put(accelerations_, da, acceleration.angular);
  put(accelerations_by_speeds_, da_by_speed, by_speed.angular);
}

}  // namespace pintle
