// Modes of M u'' + C u' + K u = 0: u = shape e^(value t). Dense, any real matrices; coordinates without
// inertia are allowed.
#pragma once

#include <complex>
#include <vector>

#include "pintle/math/types.h"

namespace pintle {

using VecXc = Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1>;

struct Mode {
  std::complex<double> value = 0.0;  // 1/s; of a conjugate pair the one with the positive imaginary part
  VecXc shape;                       // its largest entry is 1

  double damping_ratio() const { return value == 0.0 ? 0.0 : -value.real() / std::abs(value); }
  bool oscillates() const { return value.imag() > 0.0; }
  bool grows() const { return value.real() > 0.0; }
};

// Slowest first; values at zero within round-off are zero, and a motion that nothing resists is listed once.
// Motions without inertia and damping have no value. Nothing: the eigenvalues were not found.
std::vector<Mode> find_modes(const MatX& M, const MatX& C, const MatX& K);

}  // namespace pintle
