// Frequency sweep drive: an oscillation whose frequency and amplitude are drives.
#pragma once

#include <limits>

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

struct SweepInterval {
  double initial_time = 0.0;
  double initial_value = 0.0;
  double final_time = std::numeric_limits<double>::infinity();
  double final_value = 0.0;
};

class FrequencySweepDrive final : public CompositeDrive {
 public:
  FrequencySweepDrive(const SweepInterval& interval, Drive angular_velocity, Drive amplitude)
      : CompositeDrive({std::move(angular_velocity), std::move(amplitude)}), interval_(interval) {}

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;

 private:
  const Drive& angular_velocity() const noexcept { return part(0); }
  const Drive& amplitude() const noexcept { return part(1); }
  bool is_outside(double x) const noexcept { return x < interval_.initial_time || x >= interval_.final_time; }
  double value_outside(double x) const noexcept {
    return x < interval_.initial_time ? interval_.initial_value : interval_.final_value;
  }

  SweepInterval interval_;
};

void register_frequency_sweep_drive(DriveRegistry& registry);

}  // namespace pintle
