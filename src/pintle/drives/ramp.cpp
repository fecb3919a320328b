#include "pintle/drives/ramp.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// u = u0 + s (min(t, t1) - t0) after t0                                                          (ramp.md 1)
double RampInTime::value(double time) const noexcept {
  if (time <= initial_time) return initial_value;
  return initial_value + slope * ((time < final_time ? time : final_time) - initial_time);
}

DriveValue RampInTime::derivatives(double time) const noexcept {
  const bool is_rising = initial_time <= time && time < final_time;
  return {value(time), is_rising ? slope : 0.0, 0.0};
}

namespace {

Drive build_ramp(const CheckedCard& card, DriveBuildContext& context) {
  RampInTime ramp{.slope = card.real("slope"),
                  .initial_time = card.real("initial_time"),
                  .initial_value = card.real("initial_value")};
  if (card.has("final_time")) ramp.final_time = card.real("final_time");
  if (ramp.final_time < ramp.initial_time) {
    context.diagnostics.error(card.place_of("final_time"),
                              describe(card.card()) + ": the final time is before the initial time");
  }
  return drive_of_time(ramp);
}

}  // namespace

void register_ramp_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "ramp")
                   .mbdyn({"ramp"}, "<slope>, <initial_time>, {forever | <final_time>}, <initial_value>")
                   .summary("Constant, then rising at a constant rate, then constant again.")
                   .real("slope", "rate between the initial and the final time")
                   .unit("any/s")
                   .example(2.0)
                   .real("initial_time", "when the rise begins")
                   .unit("s")
                   .optional(0.0)
                   .real("final_time", "when the rise ends; never, if left out")
                   .unit("s")
                   .optional()
                   .real("initial_value", "value before the rise")
                   .unit("any")
                   .optional(0.0),
               build_ramp);
}

}  // namespace pintle
