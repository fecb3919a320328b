// Descriptions of orientation and the ways between them. R maps body components to world components.
#pragma once

#include <cmath>
#include <optional>

#include "pintle/math/types.h"

namespace pintle {

// skew(v) w = v × w.
template <typename S>
inline Matrix3T<S> skew(const Vector3T<S>& v) {
  Matrix3T<S> m;
  m << S(0.0), S(-v[2]), v[1],  //
      v[2], S(0.0), S(-v[0]),   //
      S(-v[1]), v[0], S(0.0);
  return m;
}
inline Mat3 skew(const Vec3& v) { return skew<double>(v); }

// Vector of the skew part (M - Mᵀ)/2, so axial(skew(v)) = v.
template <typename S>
inline Vector3T<S> axial(const Matrix3T<S>& m) {
  return Vector3T<S>(0.5 * (m(2, 1) - m(1, 2)), 0.5 * (m(0, 2) - m(2, 0)), 0.5 * (m(1, 0) - m(0, 1)));
}
inline Vec3 axial(const Mat3& m) { return axial<double>(m); }

// Rotation matrix of a unit quaternion.
template <typename S>
inline Matrix3T<S> matrix_from_quaternion(const QuaternionT<S>& q) {
  const S x2 = 2.0 * q.x(), y2 = 2.0 * q.y(), z2 = 2.0 * q.z();
  const S wx = x2 * q.w(), wy = y2 * q.w(), wz = z2 * q.w();
  const S xx = x2 * q.x(), xy = y2 * q.x(), xz = z2 * q.x();
  const S yy = y2 * q.y(), yz = z2 * q.y(), zz = z2 * q.z();
  Matrix3T<S> m;
  m << 1.0 - (yy + zz), xy - wz, xz + wy,  //
      xy + wz, 1.0 - (xx + zz), yz - wx,   //
      xz - wy, yz + wx, 1.0 - (xx + yy);
  return m;
}
inline Mat3 matrix_from_quaternion(const Quat& q) { return matrix_from_quaternion<double>(q); }

// Unit quaternion of a rotation matrix. Each of 4w², 4x², 4y², 4z² follows from the diagonal and they sum to
// 4, so the largest is at least 1: dividing by its root keeps full accuracy at every angle. The sign is not
// fixed.
template <typename S>
inline QuaternionT<S> quaternion_from_matrix(const Matrix3T<S>& m) {
  using std::sqrt;
  const S trace = m(0, 0) + m(1, 1) + m(2, 2);
  int largest = -1;
  S best = trace;
  for (int i = 0; i < 3; ++i)
    if (m(i, i) > best) {
      best = m(i, i);
      largest = i;
    }
  QuaternionT<S> q;
  if (largest < 0) {
    const S root = sqrt(S(1.0 + trace));
    const S k = 0.5 / root;
    q = QuaternionT<S>(0.5 * root, k * (m(2, 1) - m(1, 2)), k * (m(0, 2) - m(2, 0)), k * (m(1, 0) - m(0, 1)));
  } else {
    const int i = largest, j = (i + 1) % 3, l = (i + 2) % 3;
    const S root = sqrt(S(1.0 + m(i, i) - m(j, j) - m(l, l)));
    const S k = 0.5 / root;
    q.w() = k * (m(l, j) - m(j, l));
    q.coeffs()[i] = 0.5 * root;
    q.coeffs()[j] = k * (m(j, i) + m(i, j));
    q.coeffs()[l] = k * (m(l, i) + m(i, l));
  }
  return q;
}
inline Quat quaternion_from_matrix(const Mat3& m) { return quaternion_from_matrix<double>(m); }

// q / |q|.
template <typename S>
inline QuaternionT<S> normalised(const QuaternionT<S>& q) {
  using std::sqrt;
  const S k = 1.0 / sqrt(S(q.coeffs().squaredNorm()));
  return QuaternionT<S>(k * q.w(), k * q.x(), k * q.y(), k * q.z());
}
inline Quat normalised(const Quat& q) { return normalised<double>(q); }

// The nearest rotation to a nearly orthogonal matrix, to first order in the error.
Mat3 normalised_rotation(const Mat3& m);

// Largest entry of |MᵀM - I|, or at least 1 for a left-handed matrix. Zero for a rotation.
double orthogonality_error(const Mat3& m);

// Euler angles in the order of the sequence, each about the axis already turned:
//   123: R = Rx(α) Ry(β) Rz(γ)    313: R = Rz(α) Rx(β) Rz(γ)    321: R = Rz(α) Ry(β) Rx(γ), angles (α, β, γ)
//   in radians.
// Extraction gives α, γ in (-π, π] and β in [-π/2, π/2] (123, 321) or [0, π] (313). In gimbal lock, where
// only α ± γ is defined, α = 0 and γ carries the rest: the angles always reproduce the matrix.
Mat3 matrix_from_euler123(const Vec3& angles);
Mat3 matrix_from_euler313(const Vec3& angles);
Mat3 matrix_from_euler321(const Vec3& angles);
Vec3 euler123_from_matrix(const Mat3& r);
Vec3 euler313_from_matrix(const Mat3& r);
Vec3 euler321_from_matrix(const Mat3& r);

Mat3 matrix_from_rotation_vector(const Vec3& psi);
Vec3 rotation_vector_from_matrix(const Mat3& r);
Vec3 rotation_vector_from_quaternion(const Quat& q);
Quat quaternion_from_rotation_vector(const Vec3& psi);

// Orientation whose body axis `axis` (1, 2 or 3) lies along `along`, and whose axis `second_axis` lies in the
// plane of both vectors on the side of `towards`. Nothing if an axis is not 1, 2, 3, both are the same, or
// the vectors are zero or parallel.
std::optional<Mat3> matrix_from_two_vectors(int axis, const Vec3& along, int second_axis,
                                            const Vec3& towards);

// The same with the second direction left open: the next axis is turned towards the world axis most nearly
// perpendicular.
std::optional<Mat3> matrix_from_one_vector(int axis, const Vec3& along);

// The vector (φ + 2πk) u of the same rotation that is nearest to `previous`: keeps rotation vectors
// continuous past π.
Vec3 unwrap_rotation_vector(const Vec3& now, const Vec3& previous);

}  // namespace pintle
