// Sine drive: an oscillation that begins at an instant and may stop after some cycles.
#pragma once

#include "pintle/drives/oscillation.h"

namespace pintle {

class SineWave {
 public:
  explicit SineWave(const Oscillation& oscillation);

  double value(double time) const noexcept;
  DriveValue derivatives(double time) const noexcept;

 private:
  Oscillation wave_;
  double end_time_;
  double final_value_;
};

void register_sine_drive(DriveRegistry& registry);

}  // namespace pintle
