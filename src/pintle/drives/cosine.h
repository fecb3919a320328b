// Cosine drive: smooth rises and falls from the initial value, amplitude * (1 - cos).
#pragma once

#include "pintle/drives/oscillation.h"

namespace pintle {

class CosineWave {
 public:
  explicit CosineWave(const Oscillation& oscillation);

  double value(double time) const noexcept;
  DriveValue derivatives(double time) const noexcept;

 private:
  Oscillation wave_;
  double end_time_;
  double final_value_;
};

void register_cosine_drive(DriveRegistry& registry);

}  // namespace pintle
