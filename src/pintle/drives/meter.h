// Meter drive: one at every n-th step, zero at the others.
#pragma once

#include <limits>

#include "pintle/drives/step_drive.h"

namespace pintle {

class DriveRegistry;

struct MeterSettings {
  double initial_time = 0.0;
  double final_time = std::numeric_limits<double>::infinity();
  int steps = 1;
};

class MeterDrive final : public StepDrive {
 public:
  explicit MeterDrive(const MeterSettings& settings) : settings_(settings) {}

  double value(const DriveInputs& inputs) const noexcept override;

 private:
  MeterSettings settings_;
};

void register_meter_drive(DriveRegistry& registry);

}  // namespace pintle
