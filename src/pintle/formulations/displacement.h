// Small motions of nodes, scalars and states about a reference State.
#pragma once

#include "pintle/system/state.h"

namespace pintle {

// Ways and turns, their rates and accelerations, in the System's numbering of motion and states.
struct Displacement {
  VecX way, rate, acceleration;
  void set_zero(Index size) {
    way.setZero(size);
    rate.setZero(size);
    acceleration.setZero(size);
  }
};

// x = x0 + dx, R = exp(psi) R0. Time, multipliers and history of `state` stay.
void place_displaced(const Layout& layout, const State& reference, const Displacement& displaced,
                     State& state);

}  // namespace pintle
