// Periodic drive: a piece of another drive over and over again.
#pragma once

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

class PeriodicDrive final : public CompositeDrive {
 public:
  PeriodicDrive(double initial_time, double period, Drive function)
      : CompositeDrive({std::move(function)}), initial_time_(initial_time), period_(period) {}

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
  bool has_pieces() const noexcept override { return true; }
  std::uint64_t piece(const DriveInputs& inputs) const noexcept override;
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override;

 private:
  bool has_begun(double argument) const noexcept { return argument >= initial_time_; }
  double wrapped(double argument) const noexcept;

  double initial_time_;
  double period_;
};

void register_periodic_drive(DriveRegistry& registry);

}  // namespace pintle
