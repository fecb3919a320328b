// The Constraint contract: equations phi(q, t) = 0, or psi(q, v, t) = G v + psi_0 = 0 on velocities, that
// multipliers enforce. Initial assembly, consistent accelerations, reactions, projection and rank analysis
// are generic and written once on top of this.
#pragma once

#include "pintle/system/element_set.h"

namespace pintle {

// Force and moment (about `point`), ground components.
struct Wrench {
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
};

class ConstraintSet : public ElementSet {
 public:
  const ConstraintSet* as_constraints() const final { return this; }

  virtual ConstraintLevel level() const { return ConstraintLevel::position; }
  virtual Index equations_per_element() const = 0;
  virtual Index first_multiplier(Index element) const = 0;
  virtual std::string equation_name(Index equation) const = 0;
  // Of phi: "m", "rad" or "1"; of psi: "m/s" or "rad/s".
  virtual std::string_view equation_unit(Index equation) const = 0;

  // All of these write at multiplier indices of `out` (size: all multipliers of the system). Equations on
  // velocities have no phi and are never asked for it; their phi_dot is psi, and psi is what the residual
  // holds.
  virtual void phi(const Context&, std::span<double> out) const = 0;
  virtual void phi_dot(const Context&, std::span<double> out) const = 0;  // G v + phi_t
  virtual void gamma(const Context&, std::span<double> out) const = 0;    // G a = gamma

  // Adds G to the constraint rows and G^T to the multiplier columns, nothing else.
  virtual void jacobian(const Context&, TangentSink&) const = 0;

  // What the constraint exerts on its second side, at that side's point: -(G_b^T lambda) there.
  virtual Wrench reaction(const Context&, Index element) const = 0;

  // A sentence on what is special about the element's present position, or nothing; used by failure reports.
  virtual std::string describe_trouble(const Context&, Index /*element*/) const { return {}; }
};

}  // namespace pintle
