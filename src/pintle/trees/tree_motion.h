// TreeMotion: where the bodies of a tree are and how they move at given joint coordinates; the room that the
// recursions work in. Allocates when it is made and never again.
#pragma once

#include <span>
#include <vector>

#include "pintle/trees/tree.h"

namespace pintle {

using ConstVector = Eigen::Ref<const VecX>;
using Vector = Eigen::Ref<VecX>;

// A body's reference point and axes in the ground frame, ground components: as the kernel's frames.
struct BodyMotion {
  Vec3 x = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 v = Vec3::Zero();
  Vec3 omega = Vec3::Zero();
  Vec3 a = Vec3::Zero();
  Vec3 alpha = Vec3::Zero();
};

// The same of the joint's frame F on the body, with what the recursions need besides. Ground components.
struct LinkMotion {
  Mat3 R = Mat3::Identity();  // axes F
  Vec3 p = Vec3::Zero();      // origin
  Vec3 r = Vec3::Zero();      // p from the parent's p
  Vec3 b = Vec3::Zero();      // the body's reference point from p
  Vec3 v = Vec3::Zero();      // of p
  Vec3 omega = Vec3::Zero();
  Vec3 c_linear = Vec3::Zero();  // acceleration at zero acceleration of the parent and of the joint
  Vec3 c_angular = Vec3::Zero();
  Vec3 k = Vec3::Zero();  // omega x (omega x b)
  Vec3 a = Vec3::Zero();  // of p
  Vec3 alpha = Vec3::Zero();
};

class TreeMotion {
 public:
  // The tree must outlive its motion and not grow meanwhile.
  explicit TreeMotion(const Tree& tree);

  void set(const ConstVector& q, const ConstVector& s) {
    set_positions(q);
    set_speeds(s);
  }
  // Each needs those before it. Quaternions need not be exactly normalised.
  void set_positions(const ConstVector& q);
  void set_speeds(const ConstVector& s);
  // Of one body only, those before it being set.
  void set_body(Index body, const ConstVector& q, const ConstVector& s);
  // Zero gives the bias accelerations: what the bodies have from their velocities alone.
  void set_accelerations(const ConstVector& sdot);

  const Tree& tree() const { return *tree_; }
  std::span<const BodyMotion> bodies() const { return bodies_; }
  const BodyMotion& body(Index body) const { return bodies_[static_cast<std::size_t>(body)]; }

  // Velocity of p per unit of a speed, the parent at rest; the columns of a joint are orthonormal, each a
  // translation or a rotation.                                                                   (trees.md 2)
  const MotionVector& column(Index speed) const { return columns_[static_cast<std::size_t>(speed)]; }
  const LinkMotion& link(Index body) const { return links_[static_cast<std::size_t>(body) + 1]; }
  const LinkMotion& slot(std::size_t slot) const { return links_[slot]; }  // 0: ground, body i at i + 1

  // For recursions that find the acceleration of p: theirs goes in, the body's follows.
  void set_link_acceleration(std::size_t slot, const Vec3& a, const Vec3& alpha) {
    LinkMotion& link = links_[slot];
    link.a = a;
    link.alpha = alpha;
    BodyMotion& body = bodies_[slot - 1];
    body.a = a + alpha.cross(link.b) + link.k;
    body.alpha = alpha;
  }

 private:
  void place(std::size_t i, const double* q);
  void move(std::size_t i, const double* s);

  const Tree* tree_;
  std::vector<LinkMotion> links_;
  std::vector<BodyMotion> bodies_;
  std::vector<MotionVector> columns_;
};

// Whether wrenches on bodies are applied loads alone, or minus the kernel's residual at zero acceleration,
// which holds the bodies' gyroscopic terms already.
enum class GyroscopicTerms { to_be_added, in_wrenches };

// What a body with any symmetric inertia resists at zero acceleration of p, about p. (trees.md 9)
Wrench kirchhoff_resistance(const TreeMotion& motion, Index body, GyroscopicTerms terms);

// What any body resists at zero acceleration of p, minus the wrench applied at its reference point; about p.
//                                                                                             (trees.md 8-10)
inline Wrench resistance_at_rest(const TreeMotion& motion, Index body, const Wrench& applied,
                                 GyroscopicTerms terms) {
  const TreeLink& link = motion.tree().link(body);
  const LinkMotion& own = motion.link(body);
  Wrench out{-applied.force, -applied.moment - own.b.cross(applied.force)};
  if (!link.is_rigid) {
    const Wrench more = kirchhoff_resistance(motion, body, terms);
    out.force += more.force;
    out.moment += more.moment;
    return out;
  }
  const Vec3 s = own.R * link.inertia.first_moment();
  if (terms == GyroscopicTerms::in_wrenches) {
    out.force += link.inertia.M.xx * own.k;
    out.moment += s.cross(own.k);
  } else {
    const Vec3 w_body = own.R.transpose() * own.omega;
    out.force += own.omega.cross(own.omega.cross(s));
    out.moment += own.R * w_body.cross(link.inertia.J * w_body);
  }
  return out;
}

}  // namespace pintle
