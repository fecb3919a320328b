// The rotation group SO(3): exponential, logarithm and tangent operators of the rotation vector ψ = φ u.
//
//   R(ψ)   = I + a ψ̃ + b ψ̃²          a = sin φ / φ
//   T(ψ)   = I - b ψ̃ + c ψ̃²          b = (1 - cos φ) / φ²
//   T⁻¹(ψ) = I + ψ̃/2 + d ψ̃²          c = (φ - sin φ) / φ³
//                                      d = e / b,  e = (b - a/2) / φ²
//
// An increment dψ turns the body by dΘ = T dψ (body components), dθ = Tᵀ dψ (world components): R⁻¹dR = dΘ̃,
// dR R⁻¹ = dθ̃. T is singular at φ = 2π, 4π, ...; the rest holds for every φ. All templates accept dual
// numbers, also at ψ = 0.
#pragma once

#include <array>
#include <cmath>

#include "pintle/math/polynomial.h"
#include "pintle/math/rotations.h"
#include "pintle/math/types.h"

namespace pintle::so3 {

// Below φ² = 1 the coefficients are polynomials in φ² (no division, so derivatives exist at zero). Nine terms
// leave out 1/19! = 8e-18 at the switch; above it the closed forms lose at most a factor 12 (e: 24, c': 60)
// of the unit round-off to cancellation, and each such coefficient enters an operator multiplied by a power
// of φ that makes the error absolute.
inline constexpr double kSeriesLimit = 1.0;
inline constexpr int kSeriesTerms = 9;
using Series = std::array<double, kSeriesTerms>;

// Σ (-1)^k w(k) x^k / (2k + m)!
template <typename Weight>
constexpr Series alternating_series(int m, Weight weight) {
  Series terms{};
  double factorial = 1.0;
  for (int i = 2; i <= m; ++i) factorial *= i;
  for (int k = 0; k < kSeriesTerms; ++k) {
    terms[k] = (k % 2 == 0 ? 1.0 : -1.0) * weight(k) / factorial;
    factorial *= (2.0 * k + m + 1) * (2.0 * k + m + 2);
  }
  return terms;
}

namespace series {
inline constexpr auto kOne = [](int) { return 1.0; };
inline constexpr Series kCosine = alternating_series(0, kOne);
inline constexpr Series kA = alternating_series(1, kOne);
inline constexpr Series kB = alternating_series(2, kOne);
inline constexpr Series kC = alternating_series(3, kOne);
inline constexpr Series kE = alternating_series(4, [](int k) { return k + 1.0; });
inline constexpr Series kDc = alternating_series(5, [](int k) { return -2.0 * (k + 1); });
}  // namespace series

template <typename S>
struct Coefficients {
  S a, b, c;
};

// a, b, c as functions of φ².
template <typename S>
inline Coefficients<S> coefficients(const S& phi2) {
  using std::cos, std::sin, std::sqrt;
  if (phi2 < kSeriesLimit)
    return {polynomial(series::kA, phi2), polynomial(series::kB, phi2), polynomial(series::kC, phi2)};
  const S half = 0.5 * sqrt(phi2);
  const S sinc = sin(half) / half;
  const S a = sinc * cos(half);
  return {a, 0.5 * sinc * sinc, (1.0 - a) / phi2};
}

// d as a function of φ².
template <typename S>
inline S inverse_coefficient(const S& phi2) {
  using std::cos, std::sin, std::sqrt;
  if (phi2 < kSeriesLimit) return polynomial(series::kE, phi2) / polynomial(series::kB, phi2);
  const S half = 0.5 * sqrt(phi2);
  return (1.0 - half * cos(half) / sin(half)) / phi2;
}

// ψ̃² = ψψᵀ - φ²I, so k0 I + k1 ψ̃ + k2 ψ̃² = (k0 - k2 φ²) I + k1 ψ̃ + k2 ψψᵀ.
template <typename S>
inline Matrix3T<S> rodrigues_form(const Vector3T<S>& psi, const S& diagonal, const S& k1, const S& k2) {
  const S x = k1 * psi[0], y = k1 * psi[1], z = k1 * psi[2];
  const S bx = k2 * psi[0], by = k2 * psi[1];
  const S xy = bx * psi[1], xz = bx * psi[2], yz = by * psi[2];
  Matrix3T<S> m;
  m << diagonal + bx * psi[0], xy - z, xz + y,  //
      xy + z, diagonal + by * psi[1], yz - x,   //
      xz - y, yz + x, diagonal + k2 * psi[2] * psi[2];
  return m;
}

// R(ψ); the diagonal part is cos φ = 1 - b φ².
template <typename S>
inline Matrix3T<S> exp_matrix(const Vector3T<S>& psi) {
  const S phi2 = psi.squaredNorm();
  const Coefficients<S> k = coefficients(phi2);
  return rodrigues_form<S>(psi, 1.0 - k.b * phi2, k.a, k.b);
}
inline Mat3 exp_matrix(const Vec3& psi) { return exp_matrix<double>(psi); }

// Unit quaternion (cos φ/2, sin(φ/2) u).
template <typename S>
inline QuaternionT<S> exp(const Vector3T<S>& psi) {
  using std::cos, std::sin, std::sqrt;
  const S x = 0.25 * psi.squaredNorm();
  S w, k;
  if (4.0 * x < kSeriesLimit) {
    w = polynomial(series::kCosine, x);
    k = 0.5 * polynomial(series::kA, x);
  } else {
    const S half = sqrt(x);
    w = cos(half);
    k = 0.5 * sin(half) / half;
  }
  return QuaternionT<S>(w, k * psi[0], k * psi[1], k * psi[2]);
}
inline Quat exp(const Vec3& psi) { return exp<double>(psi); }

// Rotation vector with φ in [0, π]; q and -q give the same vector, except at φ = π where both ψ and -ψ are
// right.
template <typename S>
inline Vector3T<S> log(const QuaternionT<S>& q) {
  using std::atan2, std::sqrt;
  const S n2 = q.vec().squaredNorm();
  const S w2 = q.w() * q.w();
  S k;
  if (n2 < 1e-4 * w2) {
    // 2 atan(x)/(x w), x = n/w < 0.01: the first omitted term is x¹²/13 < 1e-25.
    const S x2 = n2 / w2;
    k = 2.0 / q.w() *
        (1.0 - x2 * (1.0 / 3 - x2 * (1.0 / 5 - x2 * (1.0 / 7 - x2 * (1.0 / 9 - x2 * (1.0 / 11))))));
  } else {
    const S n = sqrt(n2);
    k = q.w() < 0.0 ? S(-2.0 * atan2(n, S(-q.w())) / n) : S(2.0 * atan2(n, q.w()) / n);
  }
  return Vector3T<S>(k * q.x(), k * q.y(), k * q.z());
}
inline Vec3 log(const Quat& q) { return log<double>(q); }

// Through the quaternion, whose largest component is never small: as accurate near π as near zero.
template <typename S>
inline Vector3T<S> log(const Matrix3T<S>& r) {
  return log<S>(quaternion_from_matrix<S>(r));
}
inline Vec3 log(const Mat3& r) { return log<double>(r); }

// T(ψ): body increment = T dψ, world increment = Tᵀ dψ. Its diagonal part is 1 - c φ² = a.
template <typename S>
inline Matrix3T<S> tangent(const Vector3T<S>& psi) {
  const Coefficients<S> k = coefficients<S>(psi.squaredNorm());
  return rodrigues_form<S>(psi, k.a, S(-k.b), k.c);
}
inline Mat3 tangent(const Vec3& psi) { return tangent<double>(psi); }

template <typename S>
inline Matrix3T<S> inverse_tangent(const Vector3T<S>& psi) {
  const S phi2 = psi.squaredNorm();
  const S d = inverse_coefficient(phi2);
  return rodrigues_form<S>(psi, 1.0 - d * phi2, S(0.5), d);
}
inline Mat3 inverse_tangent(const Vec3& psi) { return inverse_tangent<double>(psi); }

// Derivative of the matrix T(ψ) in the direction u: d/dε T(ψ + ε u) at ε = 0.
Mat3 tangent_derivative_along(const Vec3& psi, const Vec3& u);

// d(T(ψ) z)/dψ for a fixed vector z.
Mat3 tangent_product_derivative(const Vec3& psi, const Vec3& z);

}  // namespace pintle::so3
