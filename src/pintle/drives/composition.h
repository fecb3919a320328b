// Composition drive: a drive evaluated at the value of another one instead of the time.
#pragma once

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

class CompositionDrive final : public CompositeDrive {
 public:
  CompositionDrive(Drive outer, Drive inner) : CompositeDrive({std::move(outer), std::move(inner)}) {}

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
  std::uint64_t piece(const DriveInputs& inputs) const noexcept override;
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept override;

 private:
  const Drive& outer() const noexcept { return part(0); }
  const Drive& inner() const noexcept { return part(1); }
};

void register_composition_drive(DriveRegistry& registry);

}  // namespace pintle
