// Polynomial drive: sum of c_k t^k.
#pragma once

#include <vector>

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct PolynomialInTime {
  std::vector<double> coefficients;  // from the constant up

  double value(double time) const noexcept { return derivatives(time).value; }
  DriveValue derivatives(double time) const noexcept;
};

void register_polynomial_drive(DriveRegistry& registry);

}  // namespace pintle
