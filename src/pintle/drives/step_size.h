// Step size drive: the size of the step being made.
#pragma once

#include "pintle/drives/step_drive.h"

namespace pintle {

class DriveRegistry;

class StepSizeDrive final : public StepDrive {
 public:
  double value(const DriveInputs& inputs) const noexcept override { return inputs.step_size; }
};

void register_step_size_drive(DriveRegistry& registry);

}  // namespace pintle
