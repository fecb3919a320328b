// Motions, wrenches and inertias of one body about one point, all in the same axes: three blocks of 3 x 3 do
// what a full 6 x 6 matrix would.                                                              (trees.md 4-6)
#pragma once

#include "pintle/math/rotations.h"
#include "pintle/math/wrench.h"

namespace pintle {

// A velocity or an acceleration: of the point, and angular.
struct MotionVector {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
};

inline double power_of(const Wrench& w, const MotionVector& m) {
  return w.force.dot(m.linear) + w.moment.dot(m.angular);
}

// Symmetric 3 x 3 matrix.
struct SymmetricMat3 {
  double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;

  static SymmetricMat3 of(const Mat3& m) {
    return {m(0, 0), 0.5 * (m(0, 1) + m(1, 0)), 0.5 * (m(0, 2) + m(2, 0)),
            m(1, 1), 0.5 * (m(1, 2) + m(2, 1)), m(2, 2)};
  }
  Mat3 full() const {
    Mat3 m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
  }
  double trace() const { return xx + yy + zz; }
  Vec3 operator*(const Vec3& u) const {
    return Vec3(xx * u[0] + xy * u[1] + xz * u[2], xy * u[0] + yy * u[1] + yz * u[2],
                xz * u[0] + yz * u[1] + zz * u[2]);
  }
  SymmetricMat3& operator+=(const SymmetricMat3& o) {
    xx += o.xx, xy += o.xy, xz += o.xz, yy += o.yy, yz += o.yz, zz += o.zz;
    return *this;
  }
  // this -= k u uᵀ
  void subtract_square(double k, const Vec3& u) {
    const Vec3 ku = k * u;
    xx -= ku[0] * u[0], xy -= ku[0] * u[1], xz -= ku[0] * u[2];
    yy -= ku[1] * u[1], yz -= ku[1] * u[2], zz -= ku[2] * u[2];
  }
};

// R S Rᵀ
inline SymmetricMat3 turned(const SymmetricMat3& s, const Mat3& R) {
  const Vec3 x = s * Vec3(R.row(0)), y = s * Vec3(R.row(1)), z = s * Vec3(R.row(2));
  return {R.row(0).dot(x), R.row(0).dot(y), R.row(0).dot(z),
          R.row(1).dot(y), R.row(1).dot(z), R.row(2).dot(z)};
}

// force = M a + H alpha,  moment = Hᵀ a + J alpha. A rigid body of mass m, first moment s (mass times centre
// of mass) and inertia J about the point has M = m I and H = -s~.
struct SpatialInertia {
  SymmetricMat3 M;
  Mat3 H = Mat3::Zero();
  SymmetricMat3 J;

  static SpatialInertia rigid(double mass, const Vec3& first_moment, const Mat3& inertia) {
    return {{mass, 0.0, 0.0, mass, 0.0, mass}, -skew(first_moment), SymmetricMat3::of(inertia)};
  }
  // Any symmetric matrix, (translation, rotation): added mass, condensed bodies.
  static SpatialInertia from_matrix(const Mat6& m) {
    return {SymmetricMat3::of(m.topLeftCorner<3, 3>()),
            0.5 * (m.topRightCorner<3, 3>() + m.bottomLeftCorner<3, 3>().transpose()),
            SymmetricMat3::of(m.bottomRightCorner<3, 3>())};
  }
  Mat6 matrix() const {
    Mat6 m;
    m << M.full(), H, H.transpose(), J.full();
    return m;
  }

  // Exactly that of a rigid body: M = m I and H antisymmetric.
  bool is_rigid() const {
    return M.xx == M.yy && M.xx == M.zz && M.xy == 0.0 && M.xz == 0.0 && M.yz == 0.0 && H == -H.transpose();
  }
  Vec3 first_moment() const { return Vec3(H(1, 2), H(2, 0), H(0, 1)); }

  Wrench operator*(const MotionVector& m) const {
    return {M * m.linear + H * m.angular, H.transpose() * m.linear + J * m.angular};
  }
  SpatialInertia& operator+=(const SpatialInertia& o) {
    M += o.M, H += o.H, J += o.J;
    return *this;
  }
  // this -= k u uᵀ for u = (force, moment)
  void subtract_square(double k, const Wrench& u) {
    M.subtract_square(k, u.force);
    const Vec3 kf = k * u.force;
    H.noalias() -= kf * u.moment.transpose();
    J.subtract_square(k, u.moment);
  }
};

// In axes turned by R; a rigid body stays exactly rigid.
inline SpatialInertia turned(const SpatialInertia& i, const Mat3& R, bool is_rigid) {
  if (is_rigid) return {i.M, -skew(Vec3(R * i.first_moment())), turned(i.J, R)};
  return {turned(i.M, R), R * i.H * R.transpose(), turned(i.J, R)};
}

// About another point, from which the old one is at r:                                           (trees.md 6)
//   H' = H - M r~,  J' = J + r~ H' + (r~ H)ᵀ
inline SpatialInertia shifted(const SpatialInertia& i, const Vec3& r) {
  const double x = r[0], y = r[1], z = r[2];
  const SymmetricMat3& M = i.M;
  const Mat3& H = i.H;
  SpatialInertia out;
  out.M = M;
  Mat3& K = out.H;
  K(0, 0) = H(0, 0) + M.xz * y - M.xy * z;
  K(1, 0) = H(1, 0) + M.yz * y - M.yy * z;
  K(2, 0) = H(2, 0) + M.zz * y - M.yz * z;
  K(0, 1) = H(0, 1) + M.xx * z - M.xz * x;
  K(1, 1) = H(1, 1) + M.xy * z - M.yz * x;
  K(2, 1) = H(2, 1) + M.xz * z - M.zz * x;
  K(0, 2) = H(0, 2) + M.xy * x - M.xx * y;
  K(1, 2) = H(1, 2) + M.yy * x - M.xy * y;
  K(2, 2) = H(2, 2) + M.yz * x - M.xz * y;
  // (r~ A)(i, j) is component i of r x (column j of A)
  out.J.xx = i.J.xx + (y * K(2, 0) - z * K(1, 0)) + (y * H(2, 0) - z * H(1, 0));
  out.J.xy = i.J.xy + (y * K(2, 1) - z * K(1, 1)) + (z * H(0, 0) - x * H(2, 0));
  out.J.xz = i.J.xz + (y * K(2, 2) - z * K(1, 2)) + (x * H(1, 0) - y * H(0, 0));
  out.J.yy = i.J.yy + (z * K(0, 1) - x * K(2, 1)) + (z * H(0, 1) - x * H(2, 1));
  out.J.yz = i.J.yz + (z * K(0, 2) - x * K(2, 2)) + (x * H(1, 1) - y * H(0, 1));
  out.J.zz = i.J.zz + (x * K(1, 2) - y * K(0, 2)) + (x * H(1, 2) - y * H(0, 2));
  return out;
}

}  // namespace pintle
