#include "pintle/formulations/stepper.h"

#include "pintle/math/largest_of.h"

namespace pintle {

ConstraintViolation violation_of(const System& system, const State& state, Snapshot& snapshot, VecX& phi) {
  const std::span<double> out(phi.data(), static_cast<std::size_t>(phi.size()));
  system.fill(state, snapshot);
  ConstraintViolation violation;
  system.phi(snapshot.context(), out);
  violation.position = largest_of(phi);
  system.phi_dot(snapshot.context(), out);
  violation.velocity = largest_of(phi);
  return violation;
}

}  // namespace pintle
