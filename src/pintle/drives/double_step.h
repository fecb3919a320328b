// Double step drive: another value between two instants.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct DoubleStepInTime {
  double initial_time = 0.0;
  double final_time = 0.0;
  double step_value = 0.0;  // the height
  double initial_value = 0.0;

  // The mean of the two values at the very instants.
  double value(double time) const noexcept {
    if (time < initial_time || time > final_time) return initial_value;
    const bool is_between = time > initial_time && time < final_time;
    return initial_value + (is_between ? step_value : 0.5 * step_value);
  }
  DriveValue derivatives(double time) const noexcept { return {value(time), 0.0, 0.0}; }
};

void register_double_step_drive(DriveRegistry& registry);

}  // namespace pintle
