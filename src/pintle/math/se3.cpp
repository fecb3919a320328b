// Tangent operators and adjoint representations of SE(3).
#include "pintle/math/se3.h"

namespace pintle::se3 {
namespace {

// | diagonal  corner  |
// |    0     diagonal |
Mat6 block_triangle(const Mat3& diagonal, const Mat3& corner) {
  Mat6 m;
  m.topLeftCorner<3, 3>() = diagonal;
  m.topRightCorner<3, 3>() = corner;
  m.bottomLeftCorner<3, 3>().setZero();
  m.bottomRightCorner<3, 3>() = diagonal;
  return m;
}

}  // namespace

Mat6 tangent(const Vec6& y) {
  const Vec3 u = y.head<3>(), psi = y.tail<3>();
  return block_triangle(so3::tangent(psi), so3::tangent_derivative_along(psi, u));
}

Mat6 inverse_tangent(const Vec6& y) {
  const Vec3 u = y.head<3>(), psi = y.tail<3>();
  const Mat3 t_inverse = so3::inverse_tangent(psi);
  const Mat3 derivative = so3::tangent_derivative_along(psi, u);
  return block_triangle(t_inverse, -t_inverse * derivative * t_inverse);
}

Mat6 adjoint(const Motion& h) {
  const Mat3 r = matrix_from_quaternion(h.rotation);
  return block_triangle(r, skew(h.translation) * r);
}

Mat6 ad(const Vec6& y) { return block_triangle(skew(Vec3(y.tail<3>())), skew(Vec3(y.head<3>()))); }

}  // namespace pintle::se3
