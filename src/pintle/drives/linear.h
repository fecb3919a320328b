// Linear drive: a straight line in time.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct StraightLine {
  double constant = 0.0;
  double slope = 0.0;

  double value(double time) const noexcept { return constant + slope * time; }
  DriveValue derivatives(double time) const noexcept { return {value(time), slope, 0.0}; }
};

void register_linear_drive(DriveRegistry& registry);

}  // namespace pintle
