// Friction: the coefficient of friction of a contact that slides with velocity v, and how a joint turns it
// into a force. Immutable; what changes lives in the State of the joint that owns it.
#pragma once

#include <cstdint>
#include <memory>

namespace pintle {

struct FrictionInputs {
  double velocity = 0.0;
  double deflection = 0.0, deflection_rate = 0.0;  // of the bristles, for models that have them
  double slip = 0.0;                               // 1 or -1: its direction, for models that can stick
};

// A number and its derivatives with respect to the velocity, the deflection and its rate.
struct FrictionTerm {
  double value = 0.0, by_velocity = 0.0, by_deflection = 0.0, by_rate = 0.0;
};

struct FrictionResponse {
  FrictionTerm coefficient;  // f: has the sign of the velocity; the force is against it
  FrictionTerm bristles;     // zero where the equation of the deflection is met
};

// A model has bristles, whose deflection is a first-order state with an equation of its own; or it sticks, a
// constraint v = 0 that its joint enforces, until the force needed for that is more than friction gives.
class FrictionModel {
 public:
  virtual ~FrictionModel() = default;
  virtual bool has_bristles() const noexcept = 0;
  virtual FrictionResponse respond(const FrictionInputs& inputs) const noexcept = 0;
  // The largest |f| while it sticks.
  virtual double sticking_limit() const noexcept { return 0.0; }
};
using FrictionPointer = std::shared_ptr<const FrictionModel>;

// The force over the normal force, as a function of the coefficient.                          (friction.md 1)
enum class FrictionShape : std::uint8_t {
  simple,             // f
  simple_plane_hinge  // f/sqrt(1 + f^2): a pin in a hole
};
struct FrictionShapeValue {
  double value = 0.0, slope = 0.0;
};
FrictionShapeValue shape_of(FrictionShape shape, double coefficient) noexcept;

}  // namespace pintle
