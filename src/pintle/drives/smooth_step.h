// Smooth step drive: a polynomial of degree five from one value to another.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct SmoothStepInTime {
  double initial_time = 0.0;
  double initial_value = 0.0;
  double final_time = 1.0;
  double final_value = 0.0;

  double value(double time) const noexcept { return derivatives(time).value; }
  DriveValue derivatives(double time) const noexcept;
};

void register_smooth_step_drive(DriveRegistry& registry);

}  // namespace pintle
