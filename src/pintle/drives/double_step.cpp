#include "pintle/drives/double_step.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_double_step(const CheckedCard& card, DriveBuildContext& context) {
  const DoubleStepInTime steps{card.real("initial_time"), card.real("final_time"), card.real("step_value"),
                               card.real("initial_value")};
  if (steps.final_time < steps.initial_time) {
    context.diagnostics.error(card.place_of("final_time"),
                              describe(card.card()) + ": the final time is before the initial time");
  }
  return drive_of_time(steps);
}

}  // namespace

void register_double_step_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "double_step")
                   .synonyms({"pulse", "rectangle", "window"})
                   .mbdyn({"double step"}, "<initial_time>, <final_time>, <step_value>, <initial_value>")
                   .summary("One value between two instants, another before and after.")
                   .real("initial_time", "instant of the first step")
                   .unit("s")
                   .optional(0.0)
                   .real("final_time", "instant of the step back")
                   .unit("s")
                   .real("step_value", "height of the steps")
                   .unit("any")
                   .example(1.0)
                   .real("initial_value", "value before and after")
                   .unit("any")
                   .optional(0.0),
               build_double_step);
}

}  // namespace pintle
