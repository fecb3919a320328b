// Where every unknown lives: sizes and offsets of the vectors of a State and of the equations of a System.
#pragma once

#include <cstdint>

#include "pintle/base/ids.h"

namespace pintle {

// What an equation balances; residual norms, tolerances and scaling are kept per kind.
enum class EquationKind : std::uint8_t { translation, rotation, constraint, scalar };
inline constexpr int kEquationKinds = 4;

// What a constraint is an equation on: positions, phi(q, t) = 0; velocities alone, psi(q, v, t) = 0 (not
// integrable, or given as a rate); or accelerations alone, chi(q, v, a, t) = 0.
enum class ConstraintLevel : std::uint8_t { position, velocity, acceleration };

// Frames are what elements hold on to. Frame 0 is the ground; then come the structural nodes (R^3 x SO(3))
// and the displacement nodes (R^3, axes parallel to the ground's).
using FrameIndex = Index;
inline constexpr FrameIndex kGroundFrame = 0;

// Unknowns and equations share one numbering:
//   [ 6 per structural node | 3 per displacement node | 1 per scalar | 1 per first-order state | multipliers
//   ]
// The first three groups are the motion (q, v, a); q stores 7 numbers (x, quaternion w x y z) per structural
// node.
struct Layout {
  Index structural = 0;
  Index displacement = 0;
  Index scalars = 0;
  Index states = 0;
  Index multipliers = 0;
  Index history = 0;

  Index frames() const { return 1 + structural + displacement; }
  Index configuration_size() const { return 7 * structural + 3 * displacement + scalars; }
  Index motion_size() const { return 6 * structural + 3 * displacement + scalars; }
  Index equations() const { return motion_size() + states + multipliers; }

  bool is_structural(FrameIndex frame) const { return frame >= 1 && frame <= structural; }
  bool is_displacement(FrameIndex frame) const { return frame > structural && frame < frames(); }

  Index first_scalar() const { return 6 * structural + 3 * displacement; }
  Index first_state() const { return motion_size(); }
  Index first_multiplier() const { return motion_size() + states; }

  // First equation of a frame. The ground gets the slot behind the last equation, which nobody solves.
  Index motion_of(FrameIndex frame) const {
    if (frame == kGroundFrame) return equations();
    if (frame <= structural) return 6 * (frame - 1);
    return 6 * structural + 3 * (frame - 1 - structural);
  }
  Index motion_width(FrameIndex frame) const {
    return frame == kGroundFrame ? 0 : frame <= structural ? 6 : 3;
  }
  Index configuration_of(FrameIndex frame) const {
    return frame <= structural ? 7 * (frame - 1) : 7 * structural + 3 * (frame - 1 - structural);
  }
  Index first_scalar_configuration() const { return 7 * structural + 3 * displacement; }

  // Room that residual vectors keep behind the last equation for what acts on the ground.
  static constexpr Index kGroundRoom = 6;

  EquationKind kind_of(Index equation) const {
    if (equation < 6 * structural)
      return equation % 6 < 3 ? EquationKind::translation : EquationKind::rotation;
    if (equation < first_scalar()) return EquationKind::translation;
    return equation < first_multiplier() ? EquationKind::scalar : EquationKind::constraint;
  }

  friend bool operator==(const Layout&, const Layout&) = default;
};

}  // namespace pintle
