// A drive from a formula of time: any value type with `double value(double) const noexcept` and
// `DriveValue derivatives(double) const noexcept`.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "pintle/drives/drive.h"

namespace pintle {

template <class Formula>
class TimeFunction final : public DriveFunction {
 public:
  explicit TimeFunction(Formula formula) : formula_(std::move(formula)) {}

  double value(const DriveInputs& inputs) const noexcept override { return formula_.value(inputs.time); }
  double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                            std::span<double>) const noexcept override {
    const DriveValue result = formula_.derivatives(inputs.time);
    d_dtime = result.rate;
    return result.value;
  }
  DriveValue derivatives(double time) const noexcept override { return formula_.derivatives(time); }

 private:
  Formula formula_;
};

template <class Formula>
Drive drive_of_time(Formula formula) {
  return Drive(std::make_shared<const TimeFunction<Formula>>(std::move(formula)));
}

}  // namespace pintle
