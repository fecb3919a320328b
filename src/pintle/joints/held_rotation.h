// How far the rotation P of a total joint is from what is prescribed, and its derivatives by turns w of P,
// P' = w~ P. Numbers in brackets are those of total_joint.md.
#pragma once

#include "pintle/math/types.h"
#include "pintle/system/driven_vector.h"

namespace pintle {

// One of the vectors psi and quaternions (c, e) of a rotation: those next to the last accepted ones.
struct RotationBranch {
  Vec3 vector = Vec3::Zero();
  double sign = 1.0;  // (c, e) = sign (cos x, sin x u) with psi = 2 x u
};
RotationBranch next_branch(const Vec3& log_of_now, const RotationBranch& last);

class HeldRotation {
 public:
  HeldRotation() = default;

  // All three rotations are held: phi = psi, the rotation vector of P up to pi.                        (2)
  static HeldRotation as_a_whole(const Mat3& P);
  // Some are held: phi = 2 e - sigma theta; components of theta that are not held are zero.           (2b)
  static HeldRotation in_part(const Mat3& P, const DrivenVectorValue& theta, const RotationBranch& last);

  const Vec3& value() const { return value_; }
  const Mat3& by_turn() const { return J_; }  // d phi = J w
  Vec3 rate(const Vec3& w) const { return J_ * w - sigma_ * theta_.rate; }
  Vec3 bias(const Vec3& w) const;                 // phi'' - J w'
  Mat3 moment_tangent(const Vec3& lambda) const;  // d(J^T lambda) = K w                              (7)
  bool is_in_part() const { return is_in_part_; }
  bool is_held_at_zero() const { return theta_.value.isZero(0.0); }
  double angle() const { return psi_.norm(); }

 private:
  bool is_in_part_ = false;
  Vec3 value_ = Vec3::Zero();
  Mat3 J_ = Mat3::Identity();
  Vec3 psi_ = Vec3::Zero();
  DrivenVectorValue theta_;
  double c_ = 1.0;  // quaternion
  Vec3 e_ = Vec3::Zero();
  double sigma_ = 0.0, kappa_ = 0.0, kappa_slope_ = 0.0;  // sin x / x and its derivatives by c
};

}  // namespace pintle
