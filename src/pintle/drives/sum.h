// Sum drive: the sum of other drives.
#pragma once

#include <string_view>
#include <vector>

#include "pintle/drives/composite_drive.h"

namespace pintle {

class CheckedCard;
class DriveRegistry;
struct DriveBuildContext;

class SumDrive final : public CompositeDrive {
 public:
  using CompositeDrive::CompositeDrive;

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
};

// The drives in the field "drives" of a card, each of this unit.
std::vector<Drive> read_scalar_drives(const CheckedCard& card, DriveBuildContext& context,
                                      std::string_view unit);

void register_sum_drive(DriveRegistry& registry);

}  // namespace pintle
