// Exponential drive: the response of a first-order system to a step.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct ExponentialInTime {
  double amplitude = 0.0;
  double time_constant = 1.0;
  double initial_time = 0.0;
  double initial_value = 0.0;

  double value(double time) const noexcept;
  DriveValue derivatives(double time) const noexcept;
};

void register_exponential_drive(DriveRegistry& registry);

}  // namespace pintle
