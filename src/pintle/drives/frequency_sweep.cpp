#include "pintle/drives/frequency_sweep.h"

#include <cmath>
#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

// u = u0 + A(x) sin p, p = w(x) (x - x0)                                              (frequency_sweep.md 1)
double FrequencySweepDrive::value(const DriveInputs& inputs) const noexcept {
  const double x = inputs.argument;
  if (is_outside(x)) return value_outside(x);
  const double p = angular_velocity().value(inputs) * (x - interval_.initial_time);
  return interval_.initial_value + amplitude().value(inputs) * std::sin(p);
}

double FrequencySweepDrive::add_gradient(const DriveInputs& inputs, double weight,
                                         DriveGradient& gradient) const noexcept {
  const double x = inputs.argument;
  if (is_outside(x)) return value_outside(x);
  const double passed = x - interval_.initial_time;
  const double w = angular_velocity().value(inputs);
  const double s = std::sin(w * passed);
  const double A = amplitude().add_gradient(inputs, weight * s, gradient);
  const double by_phase = weight * A * std::cos(w * passed);
  angular_velocity().add_gradient(inputs, by_phase * passed, gradient);
  gradient.by_argument += by_phase * w;
  return interval_.initial_value + A * s;
}

DriveValue FrequencySweepDrive::derivatives(const DriveArgument& at) const noexcept {
  const DriveValue& x = at.argument;
  if (is_outside(x.value)) return {value_outside(x.value), 0.0, 0.0};
  const DriveValue p = multiplied(angular_velocity().derivatives(at),
                                  {x.value - interval_.initial_time, x.rate, x.acceleration});
  const double s = std::sin(p.value);
  DriveValue u = multiplied(amplitude().derivatives(at), chained({s, std::cos(p.value), -s}, p));
  u.value += interval_.initial_value;
  return u;
}

namespace {

Drive build_frequency_sweep(const CheckedCard& card, DriveBuildContext& context) {
  SweepInterval interval{.initial_time = card.real("initial_time"),
                         .initial_value = card.real("initial_value"),
                         .final_value = card.real("final_value")};
  if (card.has("final_time")) interval.final_time = card.real("final_time");
  if (interval.final_time < interval.initial_time) {
    context.diagnostics.error(card.place_of("final_time"),
                              describe(card.card()) + ": the final time is before the initial time");
  }
  Drive angular_velocity = context.nested(card.drive_card("angular_velocity"), "rad/s");
  return Drive(std::make_shared<const FrequencySweepDrive>(
      interval, std::move(angular_velocity), context.nested(card.drive_card("amplitude"), context.unit)));
}

}  // namespace

void register_frequency_sweep_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "frequency_sweep")
                   .synonyms({"chirp", "sweep"})
                   .mbdyn({"frequency sweep"},
                          "<initial_time>, <angular_velocity>, <amplitude>, <initial_value>, {forever | "
                          "<final_time>}, <final_value>")
                   .summary("An oscillation whose frequency and amplitude are drives.")
                   .real("initial_time", "when it begins")
                   .unit("s")
                   .optional(0.0)
                   .drive("angular_velocity", "angular frequency")
                   .unit("rad/s")
                   .example(Value::map({{"type", "linear"}, {"constant", 1}, {"slope", 0.5}}))
                   .drive("amplitude", "amplitude")
                   .unit("any")
                   .example(1.0)
                   .real("initial_value", "value before it begins, about which it oscillates")
                   .unit("any")
                   .optional(0.0)
                   .real("final_time", "when it ends; never, if left out")
                   .unit("s")
                   .optional()
                   .real("final_value", "value after it has ended")
                   .unit("any")
                   .optional(0.0),
               build_frequency_sweep);
}

}  // namespace pintle
