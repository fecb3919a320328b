// Double ramp drive: one ramp after another.
#pragma once

#include "pintle/drives/ramp.h"

namespace pintle {

struct DoubleRampInTime {
  RampInTime first;
  RampInTime second;  // from an initial value of zero

  double value(double time) const noexcept { return first.value(time) + second.value(time); }
  DriveValue derivatives(double time) const noexcept {
    return {value(time), first.derivatives(time).rate + second.derivatives(time).rate, 0.0};
  }
};

void register_double_ramp_drive(DriveRegistry& registry);

}  // namespace pintle
