// StepDrive: base of the drives that are constant during a step, and so have no derivatives.
#pragma once

#include "pintle/drives/drive.h"

namespace pintle {

class StepDrive : public DriveFunction {
 public:
  double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept final {
    return value(inputs);
  }
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  bool depends_on_steps() const noexcept override { return true; }
};

}  // namespace pintle
