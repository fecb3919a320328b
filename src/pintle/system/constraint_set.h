// The Constraint contract: equations phi(q, t) = 0, psi(q, v, t) = G v + psi_0 = 0 on velocities or
// chi(q, v, a, t) = G a - gamma = 0 on accelerations that multipliers enforce. Initial assembly, consistent
// accelerations, reactions, projection and rank analysis are generic and written once on top of this.
#pragma once

#include <optional>

#include "pintle/math/wrench.h"
#include "pintle/system/element_set.h"
#include "pintle/system/relative_motion.h"

namespace pintle {

// One equation of an element.
struct EquationInfo {
  std::string name;       // "position constraint along x"
  std::string_view unit;  // of phi: "m", "rad" or "1"; of psi: "m/s", "rad/s"; of chi: "m/s^2", "rad/s^2"
  ConstraintLevel level = ConstraintLevel::position;
};

class ConstraintSet : public ElementSet {
 public:
  const ConstraintSet* as_constraints() const final { return this; }

  // Multipliers of an element are consecutive, and follow those of the element before it.
  virtual Index equations_of(Index element) const = 0;
  virtual Index first_multiplier(Index element) const = 0;
  virtual EquationInfo equation(Index element, Index equation) const = 0;
  // False: in its present mode (slip, say) the element sets its multipliers to zero instead. It then has no
  // phi, phi_dot, gamma and jacobian, and the residual holds lambda.
  virtual bool is_active(const Context&, Index /*element*/) const { return true; }

  // Whether its multipliers are all it does: friction is more.
  virtual bool is_ideal() const { return true; }

  // All of these write at multiplier indices of `out` (size: all multipliers of the system; zero before). The
  // residual holds phi, psi or chi. Equations on velocities have no phi, those on accelerations no phi_dot
  // either: they leave those entries alone. The phi_dot of an equation on velocities is psi.
  virtual void phi(const Context&, std::span<double> out) const = 0;
  virtual void phi_dot(const Context&, std::span<double> out) const = 0;  // G v + phi_t
  virtual void gamma(const Context&, std::span<double> out) const = 0;    // G a = gamma

  // Adds G to the constraint rows and G^T to the multiplier columns, nothing else.
  virtual void jacobian(const Context&, TangentSink&) const = 0;

  // What the constraint exerts on its second side, at that side's point: -(G_b^T lambda) there. Ground
  // components.
  virtual Wrench reaction(const Context&, Index element) const = 0;

  // The joint as an edge of a tree; nothing: it is known by its equations alone.
  virtual std::optional<RelativeMotion> relative_motion(Index /*element*/) const { return {}; }
  // What its drives give of that motion. Does not allocate.
  virtual GivenMotion given_motion(Index /*element*/, double /*time*/) const { return {}; }

  // A sentence on what is special about the element's present position, or nothing; used by failure reports.
  virtual std::string describe_trouble(const Context&, Index /*element*/) const { return {}; }
};

}  // namespace pintle
