// Derivatives of the tangent operator of the rotation vector.
#include "pintle/math/so3.h"

namespace pintle::so3 {
namespace {

// Derivatives with respect to φ²/2, so that db = b' ψ·dψ:  b' = (a - 2b)/φ² = -2e,  c' = (b - 3c)/φ².
struct CoefficientSlopes {
  double db, dc;
};

CoefficientSlopes slopes(double phi2, const Coefficients<double>& k) {
  if (phi2 < kSeriesLimit) return {-2.0 * polynomial(series::kE, phi2), polynomial(series::kDc, phi2)};
  return {(k.a - 2.0 * k.b) / phi2, (k.b - 3.0 * k.c) / phi2};
}

}  // namespace

Mat3 tangent_derivative_along(const Vec3& psi, const Vec3& u) {
  const double phi2 = psi.squaredNorm();
  const Coefficients<double> k = coefficients(phi2);
  const CoefficientSlopes slope = slopes(phi2, k);
  const double pu = psi.dot(u);
  // d(ψ̃²) = ψuᵀ + uψᵀ - 2(ψ·u) I
  Mat3 m = rodrigues_form<double>(psi, -slope.dc * pu * phi2 - 2.0 * k.c * pu, -slope.db * pu, slope.dc * pu);
  m.noalias() -= k.b * skew(u);
  const Mat3 pu_outer = k.c * psi * u.transpose();
  return m + pu_outer + pu_outer.transpose();
}

Mat3 tangent_product_derivative(const Vec3& psi, const Vec3& z) {
  const double phi2 = psi.squaredNorm();
  const Coefficients<double> k = coefficients(phi2);
  const CoefficientSlopes slope = slopes(phi2, k);
  const Vec3 pz = psi.cross(z);
  const Vec3 ppz = psi.cross(pz);
  // T z = z - b ψ×z + c ψ×(ψ×z), and ψ×(ψ×z) = ψ(ψ·z) - z φ².
  Mat3 m = (slope.dc * ppz - slope.db * pz - 2.0 * k.c * z) * psi.transpose();
  m += k.b * skew(z) + k.c * psi * z.transpose();
  m.diagonal().array() += k.c * psi.dot(z);
  return m;
}

}  // namespace pintle::so3
