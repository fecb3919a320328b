// Product drive: the product of other drives.
#pragma once

#include "pintle/drives/composite_drive.h"

namespace pintle {

class DriveRegistry;

class ProductDrive final : public CompositeDrive {
 public:
  using CompositeDrive::CompositeDrive;

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
};

void register_product_drive(DriveRegistry& registry);

}  // namespace pintle
