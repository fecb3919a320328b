// A drive from a formula of its argument: any value type with `double value(double) const noexcept` and
// `DriveValue derivatives(double) const noexcept` (by the argument, to the right at a corner).
#pragma once

#include <memory>
#include <utility>

#include "pintle/drives/drive.h"

namespace pintle {

template <class Formula>
class TimeFunction final : public DriveFunction {
 public:
  explicit TimeFunction(Formula formula) : formula_(std::move(formula)) {}

  double value(const DriveInputs& inputs) const noexcept override { return formula_.value(inputs.argument); }
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override {
    const DriveValue result = formula_.derivatives(inputs.argument);
    gradient.by_argument += weight * result.rate;
    return result.value;
  }
  DriveValue derivatives(const DriveArgument& at) const noexcept override {
    return chained(formula_.derivatives(at.argument.value), at.argument);
  }

 private:
  Formula formula_;
};

template <class Formula>
Drive drive_of_time(Formula formula) {
  return Drive(std::make_shared<const TimeFunction<Formula>>(std::move(formula)));
}

}  // namespace pintle
