#include "pintle/drives/step.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_step(const CheckedCard& card, DriveBuildContext&) {
  return drive_of_time(
      StepInTime{card.real("initial_time"), card.real("step_value"), card.real("initial_value")});
}

}  // namespace

void register_step_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "step")
                   .mbdyn({"step"}, "<initial_time>, <step_value>, <initial_value>")
                   .summary("One value before an instant, another after it.")
                   .real("initial_time", "instant of the step")
                   .unit("s")
                   .optional(0.0)
                   .real("step_value", "height of the step")
                   .unit("any")
                   .example(1.0)
                   .real("initial_value", "value before the step")
                   .unit("any")
                   .optional(0.0),
               build_step);
}

}  // namespace pintle
