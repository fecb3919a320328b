// Measured drive: a function of a quantity of the model instead of the time.
#pragma once

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

class MeasuredDrive final : public CompositeDrive {
 public:
  MeasuredDrive(int slot, Drive function) : CompositeDrive({std::move(function)}, {slot}), slot_(slot) {}

  double value(const DriveInputs& inputs) const noexcept override {
    return function().value(measured(inputs));
  }
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  std::uint64_t piece(const DriveInputs& inputs) const noexcept override {
    return function().piece(measured(inputs));
  }
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override {
    function().commit(measured(inputs), history);
  }

 private:
  const Drive& function() const noexcept { return part(0); }
  DriveInputs measured(const DriveInputs& inputs) const noexcept {
    return inputs.with_argument(inputs.channels[static_cast<std::size_t>(slot_)]);
  }

  int slot_;
};

void register_measured_drive(DriveRegistry& registry);

}  // namespace pintle
