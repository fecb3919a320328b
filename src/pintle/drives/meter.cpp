#include "pintle/drives/meter.h"

#include <cmath>

#include "pintle/drives/drive_registry.h"

namespace pintle {

double MeterDrive::value(const DriveInputs& inputs) const noexcept {
  const bool is_on = settings_.initial_time <= inputs.argument && inputs.argument <= settings_.final_time;
  return is_on && std::fmod(inputs.step, settings_.steps) == 0.0 ? 1.0 : 0.0;
}

namespace {

Drive build_meter(const CheckedCard& card, DriveBuildContext&) {
  MeterSettings settings{.initial_time = card.real("initial_time"), .steps = card.integer("steps")};
  if (card.has("final_time")) settings.final_time = card.real("final_time");
  return Drive(std::make_shared<const MeterDrive>(settings));
}

}  // namespace

void register_meter_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "meter")
                   .mbdyn({"meter"}, "<initial_time>, {forever | <final_time>}, [steps, <steps>]")
                   .summary("One at every n-th step, zero at the others: a trigger.")
                   .real("initial_time", "zero before")
                   .unit("s")
                   .optional(0.0)
                   .real("final_time", "zero after; never, if left out")
                   .unit("s")
                   .optional()
                   .integer("steps", "n: the steps whose number is a multiple of it count")
                   .at_least(1)
                   .optional(1),
               build_meter);
}

}  // namespace pintle
