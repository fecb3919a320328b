// Piecewise linear drive: straight lines between points.
#pragma once

#include <cstddef>
#include <vector>

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

class Polyline {
 public:
  // At least one point; times strictly increasing.
  Polyline(std::vector<double> times, std::vector<double> values);

  double value(double time) const noexcept { return derivatives(time).value; }
  DriveValue derivatives(double time) const noexcept;

 private:
  std::vector<double> times_;
  std::vector<double> values_;
  std::vector<double> slopes_;  // [i] to the right of point i; zero after the last
};

void register_piecewise_linear_drive(DriveRegistry& registry);

}  // namespace pintle
