// Closest next drive: one at the first step that reaches each of a series of instants.
#pragma once

#include <limits>

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

// History: the instant to be reached next, and the time of the last step that reached one.
class ClosestNextDrive final : public CompositeDrive {
 public:
  ClosestNextDrive(double final_time, Drive increment, int first_history)
      : CompositeDrive({std::move(increment)}),
        final_time_(final_time),
        first_(static_cast<std::size_t>(first_history)) {}

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept override {
    return value(inputs);
  }
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  bool depends_on_steps() const noexcept override { return true; }
  bool has_history() const noexcept override { return true; }
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override;

 private:
  double final_time_;
  std::size_t first_;
};

void register_closest_next_drive(DriveRegistry& registry);

}  // namespace pintle
