#include "pintle/drives/polynomial.h"

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

// Horner's rule, differentiated twice.                                                     (polynomial.md 1)
DriveValue PolynomialInTime::derivatives(double time) const noexcept {
  double u = 0.0, rate = 0.0, half_acceleration = 0.0;
  for (auto c = coefficients.rbegin(); c != coefficients.rend(); ++c) {
    half_acceleration = half_acceleration * time + rate;
    rate = rate * time + u;
    u = u * time + *c;
  }
  return {u, rate, 2.0 * half_acceleration};
}

namespace {

Drive build_polynomial(const CheckedCard& card, DriveBuildContext&) {
  return drive_of_time(PolynomialInTime{card.reals("coefficients")});
}

}  // namespace

void register_polynomial_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "polynomial")
                   .mbdyn({"parabolic"}, "<coefficients:3>")
                   .mbdyn({"cubic"}, "<coefficients:4>")
                   .summary("A polynomial of time.")
                   .alias("parabolic")
                   .alias("cubic")
                   .reals("coefficients", "of 1, t, t^2, ...; in SI")
                   .example(Value::list({1.0, 0.0, -0.5})),
               build_polynomial);
}

}  // namespace pintle
