// Tanh drive: a smooth passage from one value to another.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct TanhInTime {
  double initial_time = 0.0;
  double amplitude = 0.0;
  double slope = 1.0;
  double initial_value = 0.0;

  double value(double time) const noexcept;
  DriveValue derivatives(double time) const noexcept;
};

void register_tanh_drive(DriveRegistry& registry);

}  // namespace pintle
