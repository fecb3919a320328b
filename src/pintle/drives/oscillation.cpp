#include "pintle/drives/oscillation.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace pintle {

double Oscillation::end_after(double turns) const noexcept {
  if (cycles == 0) return std::numeric_limits<double>::infinity();
  return initial_time + 2.0 * std::numbers::pi * turns / std::fabs(angular_velocity);
}

CardSchema oscillation_schema(std::string type, std::string summary) {
  const std::string word = type;
  return CardSchema("drive", std::move(type))
      .mbdyn({word},
             "<initial_time>, <angular_velocity>, <amplitude>, {half, cycles=-1 | one, cycles=1 | forever, "
             "cycles=0 | <cycles>}, <initial_value>")
      .summary(std::move(summary))
      .real("initial_time", "when the oscillation begins")
      .unit("s")
      .optional(0.0)
      .real("angular_velocity", "angular frequency")
      .unit("rad/s")
      .example(6.28)
      .field_synonyms({"omega", "angular_frequency", "pulsation"})
      .hint({"frequency", "freq"}, "give 'angular_velocity', 2 pi times the frequency")
      .real("amplitude", "amplitude")
      .unit("any")
      .example(1.0)
      .field_synonyms({"magnitude"})
      .integer("cycles", "when it stops: 0 never, n > 0 at the initial value, n < 0 at the top")
      .optional(0)
      .real("initial_value", "value before it begins")
      .unit("any")
      .optional(0.0)
      .field_synonyms({"offset", "bias", "mean"});
}

Oscillation read_oscillation(const CheckedCard& card, DriveBuildContext& context) {
  const Oscillation result{.initial_time = card.real("initial_time"),
                           .angular_velocity = card.real("angular_velocity"),
                           .amplitude = card.real("amplitude"),
                           .cycles = card.integer("cycles"),
                           .initial_value = card.real("initial_value")};
  if (result.cycles != 0 && result.angular_velocity == 0.0) {
    context.diagnostics.error(card.place_of("cycles"),
                              describe(card.card()) + ": cycles never end when the angular velocity is zero");
  }
  return result;
}

}  // namespace pintle
