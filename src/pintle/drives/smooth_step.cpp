#include "pintle/drives/smooth_step.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// u = u0 + (u1 - u0) z^3 (10 - 15 z + 6 z^2), z = (t - t0)/(t1 - t0)                     (smooth_step.md 1)
DriveValue SmoothStepInTime::derivatives(double time) const noexcept {
  if (time < initial_time) return {initial_value, 0.0, 0.0};
  if (time >= final_time) return {final_value, 0.0, 0.0};
  const double T = final_time - initial_time;
  const double height = final_value - initial_value;
  const double z = (time - initial_time) / T;
  return {initial_value + height * z * z * z * (10.0 + z * (6.0 * z - 15.0)),
          height / T * 30.0 * z * z * (1.0 - z) * (1.0 - z),
          height / (T * T) * 60.0 * z * (1.0 - z) * (1.0 - 2.0 * z)};
}

namespace {

Drive build_smooth_step(const CheckedCard& card, DriveBuildContext& context) {
  const SmoothStepInTime step{card.real("initial_time"), card.real("initial_value"), card.real("final_time"),
                              card.real("final_value")};
  if (!(step.initial_time < step.final_time)) {
    context.diagnostics.error(card.place_of("final_time"),
                              describe(card.card()) + ": the final time must be after the initial time");
  }
  return drive_of_time(step);
}

}  // namespace

void register_smooth_step_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "smooth_step")
                   .synonyms({"havsin", "haversine", "smoothstep", "s_curve"})
                   .mbdyn({"step5"}, "<initial_time>, <initial_value>, <final_time>, <final_value>")
                   .summary("From one value to another, with zero rate and acceleration at both ends.")
                   .alias("step5")
                   .real("initial_time", "when it begins")
                   .unit("s")
                   .optional(0.0)
                   .real("initial_value", "value before")
                   .unit("any")
                   .optional(0.0)
                   .real("final_time", "when it ends")
                   .unit("s")
                   .real("final_value", "value after")
                   .unit("any")
                   .example(1.0),
               build_smooth_step);
}

}  // namespace pintle
