#include "pintle/drives/double_ramp.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

namespace {

Drive build_double_ramp(const CheckedCard& card, DriveBuildContext& context) {
  DoubleRampInTime ramps{
      {.slope = card.real("first_slope"),
       .initial_time = card.real("first_initial_time"),
       .final_time = card.real("first_final_time"),
       .initial_value = card.real("initial_value")},
      {.slope = card.real("second_slope"), .initial_time = card.real("second_initial_time")}};
  if (card.has("second_final_time")) ramps.second.final_time = card.real("second_final_time");
  const auto require = [&](double before, double after, const char* field, const char* what) {
    if (after >= before) return;
    context.diagnostics.error(card.place_of(field), describe(card.card()) + ": " + what);
  };
  require(ramps.first.initial_time, ramps.first.final_time, "first_final_time",
          "the first ramp ends before it begins");
  require(ramps.first.final_time, ramps.second.initial_time, "second_initial_time",
          "the second ramp begins before the first has ended");
  require(ramps.second.initial_time, ramps.second.final_time, "second_final_time",
          "the second ramp ends before it begins");
  return drive_of_time(ramps);
}

}  // namespace

void register_double_ramp_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "double_ramp")
                   .mbdyn({"double ramp"},
                          "<first_slope>, <first_initial_time>, <first_final_time>, <second_slope>, "
                          "<second_initial_time>, {forever | <second_final_time>}, <initial_value>")
                   .summary("Two ramps one after the other, constant before, between and after.")
                   .real("first_slope", "rate of the first ramp")
                   .unit("any/s")
                   .example(2.0)
                   .real("first_initial_time", "when the first ramp begins")
                   .unit("s")
                   .optional(0.0)
                   .real("first_final_time", "when it ends")
                   .unit("s")
                   .real("second_slope", "rate of the second ramp, with its sign")
                   .unit("any/s")
                   .example(-2.0)
                   .real("second_initial_time", "when the second ramp begins")
                   .unit("s")
                   .real("second_final_time", "when it ends; never, if left out")
                   .unit("s")
                   .optional()
                   .real("initial_value", "value before the first ramp")
                   .unit("any")
                   .optional(0.0),
               build_double_ramp);
}

}  // namespace pintle
