// Input drive: a number that the program around the run sets between steps.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

// History: the number, as it was set last.
class InputDrive final : public DriveFunction {
 public:
  explicit InputDrive(int history) : set_(static_cast<std::size_t>(history)) {}

  double value(const DriveInputs& inputs) const noexcept override { return inputs.history[set_]; }
  double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept override {
    return value(inputs);
  }
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  bool depends_on_steps() const noexcept override { return true; }

 private:
  std::size_t set_;
};

void register_input_drive(DriveRegistry& registry);

}  // namespace pintle
