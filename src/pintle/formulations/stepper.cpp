#include "pintle/formulations/stepper.h"

namespace pintle {

ConstraintViolation violation_of(const System& system, const State& state, Snapshot& snapshot, VecX& phi) {
  const auto largest = [&phi] { return phi.size() ? phi.lpNorm<Eigen::Infinity>() : 0.0; };
  const std::span<double> out(phi.data(), static_cast<std::size_t>(phi.size()));
  system.fill(state, snapshot);
  ConstraintViolation violation;
  system.phi(snapshot.context(), out);
  violation.position = largest();
  system.phi_dot(snapshot.context(), out);
  violation.velocity = largest();
  return violation;
}

}  // namespace pintle
