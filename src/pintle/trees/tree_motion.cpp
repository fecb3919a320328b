#include "pintle/trees/tree_motion.h"

#include <cmath>

namespace pintle {
namespace {

// E Rz(angle): axis 3 stays.
void turn_about_axis_3(const Mat3& E, double angle, Mat3& F) {
  const double c = std::cos(angle), s = std::sin(angle);
  F.col(0) = c * E.col(0) + s * E.col(1);
  F.col(1) = c * E.col(1) - s * E.col(0);
  F.col(2) = E.col(2);
}

// E Ry(angle): axis 2 stays.
Mat3 turned_about_axis_2(const Mat3& E, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mat3 F;
  F.col(0) = c * E.col(0) - s * E.col(2);
  F.col(1) = E.col(1);
  F.col(2) = c * E.col(2) + s * E.col(0);
  return F;
}

Mat3 rotation_of(const double* quaternion) {
  return matrix_from_quaternion(normalised(Quat(quaternion[0], quaternion[1], quaternion[2], quaternion[3])));
}

MotionVector translation(const Vec3& axis) { return {axis, Vec3::Zero()}; }
MotionVector rotation(const Vec3& axis) { return {Vec3::Zero(), axis}; }

// Axes F, displacement d (added to r) and columns of every kind but the revolute.         (joint_kind.h,
// trees.md 2)
void place_joint(JointKind kind, const Mat3& E, const double* q, LinkMotion& link, MotionVector* S) {
  switch (kind) {
    case JointKind::weld:
    case JointKind::revolute:
      link.R = E;
      break;
    case JointKind::prismatic:
      link.R = E;
      link.r += q[0] * E.col(2);
      S[0] = translation(E.col(2));
      break;
    case JointKind::cylindrical:
      turn_about_axis_3(E, q[1], link.R);
      link.r += q[0] * E.col(2);
      S[0] = translation(E.col(2));
      S[1] = rotation(E.col(2));
      break;
    case JointKind::universal: {
      Mat3 cross;
      turn_about_axis_3(E, q[0], cross);
      link.R = turned_about_axis_2(cross, q[1]);
      S[0] = rotation(E.col(2));
      S[1] = rotation(cross.col(1));
      break;
    }
    case JointKind::spherical:
      link.R = E * rotation_of(q);
      for (int k = 0; k < 3; ++k) S[k] = rotation(E.col(k));
      break;
    case JointKind::planar:
      turn_about_axis_3(E, q[2], link.R);
      link.r += q[0] * E.col(0) + q[1] * E.col(1);
      S[0] = translation(E.col(0));
      S[1] = translation(E.col(1));
      S[2] = rotation(E.col(2));
      break;
    case JointKind::free:
      link.R = E * rotation_of(q + 3);
      link.r += E * Vec3(q[0], q[1], q[2]);
      for (int k = 0; k < 3; ++k) {
        S[k] = translation(E.col(k));
        S[3 + k] = rotation(E.col(k));
      }
      break;
    case JointKind::translational:
      link.R = E;
      link.r += E * Vec3(q[0], q[1], q[2]);
      for (int k = 0; k < 3; ++k) S[k] = translation(E.col(k));
      break;
    case JointKind::revolute_cylindrical: {
      Mat3 slide, hinge;
      turn_about_axis_3(E, q[1], slide);
      hinge << slide.col(2), -slide.col(1), slide.col(0);
      turn_about_axis_3(hinge, q[2], link.R);
      link.r += q[0] * E.col(2);
      S[0] = translation(E.col(2));
      S[1] = rotation(E.col(2));
      S[2] = rotation(hinge.col(2));
      break;
    }
  }
}

// Where a second axis of rotation is carried round by the first, its rate times the speeds, seen from E.
Vec3 turning_of_axes(JointKind kind, const MotionVector* S, const double* s) {
  if (kind == JointKind::universal) return s[0] * s[1] * S[0].angular.cross(S[1].angular);
  if (kind == JointKind::revolute_cylindrical) return s[1] * s[2] * S[1].angular.cross(S[2].angular);
  return Vec3::Zero();
}

}  // namespace

TreeMotion::TreeMotion(const Tree& tree)
    : tree_(&tree),
      links_(static_cast<std::size_t>(tree.size()) + 1),
      bodies_(static_cast<std::size_t>(tree.size())),
      columns_(static_cast<std::size_t>(tree.speeds())) {}

// (trees.md 1)
inline void TreeMotion::place(std::size_t i, const double* q) {
  const TreeLink& link = tree_->links()[i];
  const LinkMotion& parent = links_[link.parent];
  LinkMotion& own = links_[i + 1];
  const Mat3 E = parent.R * link.E;
  own.r.noalias() = parent.R * link.d;
  if (link.kind == JointKind::revolute) {
    turn_about_axis_3(E, q[link.coordinate], own.R);
    columns_[static_cast<std::size_t>(link.speed)].angular = E.col(2);
  } else {
    place_joint(link.kind, E, q + link.coordinate, own, columns_.data() + link.speed);
  }
  own.p = parent.p + own.r;
  own.b.noalias() = own.R * link.b;
  bodies_[i].x = own.p + own.b;
  bodies_[i].R.noalias() = own.R * link.body_axes;
}

// (trees.md 2, 3)
inline void TreeMotion::move(std::size_t i, const double* s) {
  const TreeLink& link = tree_->links()[i];
  const LinkMotion& parent = links_[link.parent];
  LinkMotion& own = links_[i + 1];
  const Vec3 carried = parent.omega.cross(own.r);
  if (link.kind == JointKind::revolute) {
    const Vec3 turning = columns_[static_cast<std::size_t>(link.speed)].angular * s[link.speed];
    own.v = parent.v + carried;
    own.omega = parent.omega + turning;
    own.c_linear = parent.omega.cross(carried);
    own.c_angular = parent.omega.cross(turning);
  } else {
    const MotionVector* S = columns_.data() + link.speed;
    const double* speeds = s + link.speed;
    MotionVector relative;
    for (Index k = 0; k < link.speeds; ++k) {
      relative.linear += S[k].linear * speeds[k];
      relative.angular += S[k].angular * speeds[k];
    }
    own.v = parent.v + carried + relative.linear;
    own.omega = parent.omega + relative.angular;
    own.c_linear = parent.omega.cross(carried + 2.0 * relative.linear);
    own.c_angular = parent.omega.cross(relative.angular) + turning_of_axes(link.kind, S, speeds);
  }
  const Vec3 about = own.omega.cross(own.b);
  own.k = own.omega.cross(about);
  bodies_[i].v = own.v + about;
  bodies_[i].omega = own.omega;
}

void TreeMotion::set_positions(const ConstVector& q) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) place(i, q.data());
}
void TreeMotion::set_speeds(const ConstVector& s) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) move(i, s.data());
}
void TreeMotion::set_body(Index body, const ConstVector& q, const ConstVector& s) {
  place(static_cast<std::size_t>(body), q.data());
  move(static_cast<std::size_t>(body), s.data());
}

void TreeMotion::set_accelerations(const ConstVector& sdot) {
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const TreeLink& link = links[i];
    const LinkMotion& parent = links_[link.parent];
    const LinkMotion& own = links_[i + 1];
    Vec3 a = parent.a + parent.alpha.cross(own.r) + own.c_linear;
    Vec3 alpha = parent.alpha + own.c_angular;
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) {
      a += column(k).linear * sdot[k];
      alpha += column(k).angular * sdot[k];
    }
    set_link_acceleration(i + 1, a, alpha);
  }
}

Wrench kirchhoff_resistance(const TreeMotion& motion, Index body, GyroscopicTerms terms) {
  const LinkMotion& own = motion.link(body);
  const SpatialInertia inertia = turned(motion.tree().link(body).inertia, own.R, false);
  if (terms == GyroscopicTerms::in_wrenches) return inertia * MotionVector{own.k, Vec3::Zero()};
  const Vec3 &w = own.omega, &v = own.v;
  const Wrench momentum = inertia * MotionVector{v, w};
  const Wrench turning = inertia * MotionVector{w.cross(v), Vec3::Zero()};
  return {w.cross(momentum.force) - turning.force,
          w.cross(momentum.moment) + v.cross(momentum.force) - turning.moment};
}

}  // namespace pintle
