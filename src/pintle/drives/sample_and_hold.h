// Sample and hold drive: another drive while a trigger is on, its last value while the trigger is off.
#pragma once

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

// History: the value at the last accepted step with the trigger on. At the start nothing has been sampled.
class SampleAndHoldDrive final : public CompositeDrive {
 public:
  SampleAndHoldDrive(Drive function, Drive trigger, int history)
      : CompositeDrive({std::move(function), std::move(trigger)}), held_(static_cast<std::size_t>(history)) {}

  double value(const DriveInputs& inputs) const noexcept override {
    return is_on(inputs) ? function().value(inputs) : inputs.history[held_];
  }
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override {
    return is_on(inputs) ? function().add_gradient(inputs, weight, gradient) : inputs.history[held_];
  }
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  bool depends_on_steps() const noexcept override { return true; }
  bool has_history() const noexcept override { return true; }
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override {
    if (is_on(inputs)) history[held_] = function().value(inputs);
    CompositeDrive::commit(inputs, history);
  }

 private:
  const Drive& function() const noexcept { return part(0); }
  bool is_on(const DriveInputs& inputs) const noexcept {
    return inputs.step > 0.0 && part(1).value(inputs) != 0.0;
  }

  std::size_t held_;
};

void register_sample_and_hold_drive(DriveRegistry& registry);

}  // namespace pintle
