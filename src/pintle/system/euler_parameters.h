// Between the coordinates of the configuration, q = (x, e0 e1 e2 e3) per structural node, and the motion of
// the kernel, (v, omega) in ground components: omega = 2 E(p) p_dot; see partitioned.md.
#pragma once

#include "pintle/math/types.h"
#include "pintle/system/layout.h"

namespace pintle {

using Mat34 = Eigen::Matrix<double, 3, 4>;

// 2 E: the derivative of a spatial rotation with respect to the Euler parameters.        (partitioned.md 2)
inline Mat34 turn_by_parameters(const double* p) {
  Mat34 m;
  m << -p[1], p[0], -p[3], p[2],  //
      -p[2], p[3], p[0], -p[1],   //
      -p[3], -p[2], p[1], p[0];
  return 2.0 * m;
}

// (x_dot, p_dot = E^T omega / 2)
void rates_of_motion(const Layout& layout, const VecX& q, const VecX& v, VecX& rates);
// (x_ddot, p_ddot = E^T alpha / 2 - |omega|^2 p / 4)
void second_rates_of_motion(const Layout& layout, const VecX& q, const VecX& v, const VecX& a, VecX& rates);
// (x_dot, omega = 2 E p_dot); of second rates it is the acceleration, since E_dot p_dot = 0.
void motion_of_rates(const Layout& layout, const VecX& q, const VecX& rates, VecX& v);

}  // namespace pintle
