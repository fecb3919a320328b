#include "pintle/drives/tanh.h"

#include <cmath>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// u = u0 + A tanh(s (t - t0)), at all times                                                     (tanh.md 1)
double TanhInTime::value(double time) const noexcept {
  return initial_value + amplitude * std::tanh(slope * (time - initial_time));
}

DriveValue TanhInTime::derivatives(double time) const noexcept {
  const double f = std::tanh(slope * (time - initial_time));
  const double rate = amplitude * slope * (1.0 - f) * (1.0 + f);
  return {initial_value + amplitude * f, rate, -2.0 * slope * f * rate};
}

namespace {

Drive build_tanh(const CheckedCard& card, DriveBuildContext&) {
  return drive_of_time(TanhInTime{card.real("initial_time"), card.real("amplitude"), card.real("slope"),
                                  card.real("initial_value")});
}

}  // namespace

void register_tanh_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "tanh")
                   .mbdyn({"tanh"}, "<initial_time>, <amplitude>, <slope>, <initial_value>")
                   .summary("A smooth passage from one value to another, amplitude * tanh.")
                   .real("initial_time", "middle of the passage")
                   .unit("s")
                   .optional(0.0)
                   .real("amplitude", "half the height")
                   .unit("any")
                   .example(1.0)
                   .real("slope", "in the middle, per unit of amplitude")
                   .unit("1/s")
                   .example(10.0)
                   .real("initial_value", "value in the middle")
                   .unit("any")
                   .optional(0.0),
               build_tanh);
}

}  // namespace pintle
