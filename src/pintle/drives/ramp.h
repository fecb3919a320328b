// Ramp drive: constant, then linear, then constant again.
#pragma once

#include <limits>

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct RampInTime {
  double slope = 0.0;
  double initial_time = 0.0;
  double final_time = std::numeric_limits<double>::infinity();
  double initial_value = 0.0;

  double value(double time) const noexcept;
  DriveValue derivatives(double time) const noexcept;
};

void register_ramp_drive(DriveRegistry& registry);

}  // namespace pintle
