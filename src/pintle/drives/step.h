// Step drive: one value before an instant, another after it.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct StepInTime {
  double initial_time = 0.0;
  double step_value = 0.0;  // the height
  double initial_value = 0.0;

  // The mean of the two values at the very instant.
  double value(double time) const noexcept {
    if (time < initial_time) return initial_value;
    return initial_value + (time > initial_time ? step_value : 0.5 * step_value);
  }
  DriveValue derivatives(double time) const noexcept { return {value(time), 0.0, 0.0}; }
};

void register_step_drive(DriveRegistry& registry);

}  // namespace pintle
