#include "tests/support/joint_battery.h"

#include <cmath>

namespace pintle {

namespace {

class BatteryDrive final : public DriveFunction {
 public:
  double value(const DriveInputs& inputs) const noexcept override { return derivatives(inputs.time).value; }
  double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                            std::span<double>) const noexcept override {
    const DriveValue all = derivatives(inputs.time);
    d_dtime = all.rate;
    return all.value;
  }
  DriveValue derivatives(double t) const noexcept override {
    return {1.2 + 0.3 * t + 0.4 * std::sin(2.0 * t), 0.3 + 0.8 * std::cos(2.0 * t), -1.6 * std::sin(2.0 * t)};
  }
};

}  // namespace

Drive battery_drive() { return Drive(std::make_shared<BatteryDrive>()); }

}  // namespace pintle
