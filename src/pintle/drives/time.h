// Time drive: the argument itself, which is the time unless another drive hands one down.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct TimeItself {
  double value(double time) const noexcept { return time; }
  DriveValue derivatives(double time) const noexcept { return {time, 1.0, 0.0}; }
};

void register_time_drive(DriveRegistry& registry);

}  // namespace pintle
