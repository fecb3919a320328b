#include "pintle/drives/exponential.h"

#include <cmath>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// u = u0 + A (1 - exp(-(t - t0)/T))                                                      (exponential.md 1)
double ExponentialInTime::value(double time) const noexcept {
  if (time < initial_time) return initial_value;
  return initial_value - amplitude * std::expm1((initial_time - time) / time_constant);
}

DriveValue ExponentialInTime::derivatives(double time) const noexcept {
  if (time < initial_time) return {initial_value, 0.0, 0.0};
  const double rate = amplitude / time_constant * std::exp((initial_time - time) / time_constant);
  return {value(time), rate, -rate / time_constant};
}

namespace {

Drive build_exponential(const CheckedCard& card, DriveBuildContext&) {
  return drive_of_time(ExponentialInTime{card.real("amplitude"), card.real("time_constant"),
                                         card.real("initial_time"), card.real("initial_value")});
}

}  // namespace

void register_exponential_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "exponential")
                   .mbdyn({"exponential"}, "<amplitude>, <time_constant>, <initial_time>, <initial_value>")
                   .summary("Rises to a new value as the response of a first-order system to a step.")
                   .real("amplitude", "the whole rise")
                   .unit("any")
                   .example(1.0)
                   .real("time_constant", "after which 63 % of the rise are done")
                   .unit("s")
                   .positive()
                   .example(0.1)
                   .real("initial_time", "when the rise begins")
                   .unit("s")
                   .optional(0.0)
                   .real("initial_value", "value before the rise")
                   .unit("any")
                   .optional(0.0),
               build_exponential);
}

}  // namespace pintle
