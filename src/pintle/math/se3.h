// The group SE(3) of rigid motions: exponential, logarithm and tangent operator.
//
// A 6-vector is (translation, rotation). y = (u, ψ) is an increment in body components: exp(y) = (T(ψ)ᵀ u,
// R(ψ)) with T of so3.h. The body-frame increment (twist) of exp(y) under dy is T(y) dy,
//
//   T(y) = | T(ψ)  D |     D = d/dε T(ψ + ε u),
//          |  0  T(ψ)|
//
// because se(3) is so(3) over the dual numbers ψ + ε u.
#pragma once

#include "pintle/math/so3.h"
#include "pintle/math/types.h"

namespace pintle::se3 {

template <typename S>
using Vector6T = Eigen::Matrix<S, 6, 1>;

// A rigid motion: x -> rotation * x + translation.
template <typename S>
struct MotionT {
  Vector3T<S> translation = Vector3T<S>::Zero();
  QuaternionT<S> rotation = QuaternionT<S>::Identity();
};
using Motion = MotionT<double>;

template <typename S>
inline MotionT<S> compose(const MotionT<S>& first, const MotionT<S>& second) {
  return {first.translation + first.rotation * second.translation, first.rotation * second.rotation};
}

template <typename S>
inline MotionT<S> inverse(const MotionT<S>& h) {
  const QuaternionT<S> back = h.rotation.conjugate();
  return {-(back * h.translation), back};
}

template <typename S>
inline MotionT<S> exp(const Vector6T<S>& y) {
  const Vector3T<S> psi = y.template tail<3>();
  const Vector3T<S> u = y.template head<3>();
  return {so3::tangent<S>(psi).transpose() * u, so3::exp<S>(psi)};
}
inline Motion exp(const Vec6& y) { return exp<double>(y); }

// Rotation part in [0, π].
template <typename S>
inline Vector6T<S> log(const MotionT<S>& h) {
  const Vector3T<S> psi = so3::log<S>(h.rotation);
  Vector6T<S> y;
  y.template head<3>() = so3::inverse_tangent<S>(psi).transpose() * h.translation;
  y.template tail<3>() = psi;
  return y;
}

// Body increment = tangent(y) dy.
Mat6 tangent(const Vec6& y);

// Exists while the angle is not a non-zero multiple of 2π.
Mat6 inverse_tangent(const Vec6& y);

// Body twist seen from the frame that h starts from: h exp(y) h⁻¹ = exp(adjoint(h) y).
Mat6 adjoint(const Motion& h);

// Lie bracket: ad(y) z = (ψ_y × u_z + u_y × ψ_z, ψ_y × ψ_z).
Mat6 ad(const Vec6& y);

}  // namespace pintle::se3
