#include "pintle/drives/fourier_series.h"

#include <cmath>
#include <numbers>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// u = u0 + a0/2 + sum of a_k cos k p + b_k sin k p, p = w (t - t0)                      (fourier_series.md 1)
DriveValue FourierSeries::derivatives(double time) const noexcept {
  if (time < initial_time || time > final_time) return {initial_value, 0.0, 0.0};
  const double p = angular_velocity * (time - initial_time);
  DriveValue sum{initial_value + 0.5 * constant, 0.0, 0.0};
  double frequency = 0.0;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    frequency += angular_velocity;
    const double c = std::cos(static_cast<double>(k + 1) * p);
    const double s = std::sin(static_cast<double>(k + 1) * p);
    const double term = terms[k].cosine * c + terms[k].sine * s;
    sum.value += term;
    sum.rate += frequency * (terms[k].sine * c - terms[k].cosine * s);
    sum.acceleration -= frequency * frequency * term;
  }
  if (time == final_time) return {sum.value, 0.0, 0.0};
  return sum;
}

namespace {

Drive build_fourier_series(const CheckedCard& card, DriveBuildContext& context) {
  FourierSeries series{.initial_time = card.real("initial_time"),
                       .angular_velocity = card.real("angular_velocity"),
                       .constant = card.real("constant"),
                       .terms = {},
                       .initial_value = card.real("initial_value")};
  const MatX terms = card.table("terms");
  for (Eigen::Index i = 0; i < terms.rows(); ++i) series.terms.push_back({terms(i, 0), terms(i, 1)});
  const int cycles = card.integer("cycles");
  if (cycles == 0) return drive_of_time(series);
  if (series.angular_velocity == 0.0) {
    context.diagnostics.error(card.place_of("cycles"),
                              describe(card.card()) + ": cycles never end when the angular velocity is zero");
    return Drive();
  }
  series.final_time =
      series.initial_time + 2.0 * std::numbers::pi * cycles / std::fabs(series.angular_velocity);
  return drive_of_time(series);
}

}  // namespace

void register_fourier_series_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "fourier_series")
                   .summary("A sum of harmonics that begins at an instant and may stop after some cycles.")
                   .real("initial_time", "when it begins")
                   .unit("s")
                   .optional(0.0)
                   .real("angular_velocity", "of the first harmonic")
                   .unit("rad/s")
                   .example(6.28)
                   .real("constant", "a0, of which half is added")
                   .unit("any")
                   .optional(0.0)
                   .table("terms", {{"cosine", "any"}, {"sine", "any"}}, "amplitudes of harmonic 1, 2, ...")
                   .example(Value::list({Value::list({1, 0}), Value::list({0, 0.5})}))
                   .integer("cycles", "of the first harmonic; 0: for ever")
                   .at_least(0)
                   .optional(0)
                   .real("initial_value", "value before and after; added to the series")
                   .unit("any")
                   .optional(0.0),
               build_fourier_series);
}

}  // namespace pintle
