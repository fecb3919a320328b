#include "pintle/drives/step_size.h"

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

Drive build_step_size(const CheckedCard&, DriveBuildContext&) {
  return Drive(std::make_shared<const StepSizeDrive>());
}

}  // namespace

void register_step_size_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "step_size")
                   .mbdyn({"timestep"})
                   .summary("The size of the step being made.")
                   .alias("timestep"),
               build_step_size);
}

}  // namespace pintle
