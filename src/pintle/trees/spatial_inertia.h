// Motions, wrenches and inertias of one body about one point, all in the same axes: three blocks of 3 x 3 do
// what a full 6 x 6 matrix would.                                                              (trees.md 4-6)
//
// The recursions read what they have just written. Numbers stored one by one and loaded in pairs make the
// processor wait, so what they use is written out entry by entry.
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
  // The force for a rotation about `axis` at unit acceleration.
  Wrench times_rotation(const Vec3& axis) const {
    const double x = axis[0], y = axis[1], z = axis[2];
    return {Vec3(H(0, 0) * x + H(0, 1) * y + H(0, 2) * z, H(1, 0) * x + H(1, 1) * y + H(1, 2) * z,
                 H(2, 0) * x + H(2, 1) * y + H(2, 2) * z),
            J * axis};
  }
  // this - k u uᵀ for u = (force, moment)
  SpatialInertia minus_square(double k, const Wrench& u) const {
    const double fx = u.force[0], fy = u.force[1], fz = u.force[2];
    const double mx = u.moment[0], my = u.moment[1], mz = u.moment[2];
    const double kfx = k * fx, kfy = k * fy, kfz = k * fz, kmx = k * mx, kmy = k * my, kmz = k * mz;
    SpatialInertia out;
    out.M = {M.xx - kfx * fx, M.xy - kfx * fy, M.xz - kfx * fz,
             M.yy - kfy * fy, M.yz - kfy * fz, M.zz - kfz * fz};
    out.H(0, 0) = H(0, 0) - kfx * mx, out.H(1, 0) = H(1, 0) - kfy * mx, out.H(2, 0) = H(2, 0) - kfz * mx;
    out.H(0, 1) = H(0, 1) - kfx * my, out.H(1, 1) = H(1, 1) - kfy * my, out.H(2, 1) = H(2, 1) - kfz * my;
    out.H(0, 2) = H(0, 2) - kfx * mz, out.H(1, 2) = H(1, 2) - kfy * mz, out.H(2, 2) = H(2, 2) - kfz * mz;
    out.J = {J.xx - kmx * mx, J.xy - kmx * my, J.xz - kmx * mz,
             J.yy - kmy * my, J.yz - kmy * mz, J.zz - kmz * mz};
    return out;
  }
};

// In axes turned by R; a rigid body stays exactly rigid.
inline SpatialInertia turned(const SpatialInertia& i, const Mat3& R, bool is_rigid) {
  if (is_rigid) {
    const Vec3 s = R * i.first_moment();
    SpatialInertia out{i.M, {}, turned(i.J, R)};
    out.H << 0.0, s[2], -s[1], -s[2], 0.0, s[0], s[1], -s[0], 0.0;  // -s~
    return out;
  }
  return {turned(i.M, R), R * i.H * R.transpose(), turned(i.J, R)};
}

// sum += the same in axes turned by R.
inline void add_turned(const SpatialInertia& i, const Mat3& R, bool is_rigid, SpatialInertia& sum) {
  if (!is_rigid) {
    sum += turned(i, R, false);
    return;
  }
  const double sx = i.H(1, 2), sy = i.H(2, 0), sz = i.H(0, 1);  // first moment
  const double x = R(0, 0) * sx + R(0, 1) * sy + R(0, 2) * sz;
  const double y = R(1, 0) * sx + R(1, 1) * sy + R(1, 2) * sz;
  const double z = R(2, 0) * sx + R(2, 1) * sy + R(2, 2) * sz;
  sum.M.xx += i.M.xx, sum.M.yy += i.M.yy, sum.M.zz += i.M.zz;
  sum.H(0, 1) += z, sum.H(0, 2) -= y, sum.H(1, 2) += x;
  sum.H(1, 0) -= z, sum.H(2, 0) += y, sum.H(2, 1) -= x;
  sum.J += turned(i.J, R);
}

// out = the same about another point, from which the old one is at r:                            (trees.md 6)
//   H' = H - M r~,  J' = J + r~ H' + (r~ H)ᵀ
inline void shift(const SpatialInertia& i, const Vec3& r, SpatialInertia& out) {
  const double x = r[0], y = r[1], z = r[2];
  const SymmetricMat3& M = i.M;
  const Mat3& H = i.H;
  const double h00 = H(0, 0), h10 = H(1, 0), h20 = H(2, 0);
  const double h01 = H(0, 1), h11 = H(1, 1), h21 = H(2, 1);
  const double h02 = H(0, 2), h12 = H(1, 2), h22 = H(2, 2);
  const double k00 = h00 + M.xz * y - M.xy * z, k01 = h01 + M.xx * z - M.xz * x,
               k02 = h02 + M.xy * x - M.xx * y;
  const double k10 = h10 + M.yz * y - M.yy * z, k11 = h11 + M.xy * z - M.yz * x,
               k12 = h12 + M.yy * x - M.xy * y;
  const double k20 = h20 + M.zz * y - M.yz * z, k21 = h21 + M.xz * z - M.zz * x,
               k22 = h22 + M.yz * x - M.xz * y;
  // (r~ A)(i, j) is component i of r x (column j of A)
  const SymmetricMat3 J{
      i.J.xx + (y * k20 - z * k10) + (y * h20 - z * h10), i.J.xy + (y * k21 - z * k11) + (z * h00 - x * h20),
      i.J.xz + (y * k22 - z * k12) + (x * h10 - y * h00), i.J.yy + (z * k01 - x * k21) + (z * h01 - x * h21),
      i.J.yz + (z * k02 - x * k22) + (x * h11 - y * h01), i.J.zz + (x * k12 - y * k02) + (x * h12 - y * h02)};
  out.M = M;
  out.H(0, 0) = k00, out.H(1, 0) = k10, out.H(2, 0) = k20;
  out.H(0, 1) = k01, out.H(1, 1) = k11, out.H(2, 1) = k21;
  out.H(0, 2) = k02, out.H(1, 2) = k12, out.H(2, 2) = k22;
  out.J = J;
}

inline SpatialInertia shifted(const SpatialInertia& i, const Vec3& r) {
  SpatialInertia out;
  shift(i, r, out);
  return out;
}

}  // namespace pintle
