// State: everything that changes during a run, as one copyable value. Restart is writing a State.
#pragma once

#include <cstdint>

#include "pintle/math/types.h"
#include "pintle/system/layout.h"

namespace pintle {

struct State {
  double time = 0.0;
  std::int64_t step = 0;
  double step_size = 0.0;  // of the next step, and of a step while it is tried; zero: not yet decided

  VecX q;        // configuration: (x, quaternion) per structural node, x per displacement node, scalars
  VecX v;        // velocities in ground components: (v, omega), v, scalar rates
  VecX a;        // accelerations in ground components, the derivative of v
  VecX x;        // first-order states
  VecX xdot;     // their rates
  VecX lambda;   // multipliers
  VecX history;  // what elements remember: friction, memory functions, unwrapped angles, random streams
  VecX memory;   // what the integrator remembers between steps

  static State zero(const Layout& layout) {
    State state;
    state.q.setZero(layout.configuration_size());
    for (Index node = 0; node < layout.structural; ++node) state.q[7 * node + 3] = 1.0;
    state.v.setZero(layout.motion_size());
    state.a.setZero(layout.motion_size());
    state.x.setZero(layout.states);
    state.xdot.setZero(layout.states);
    state.lambda.setZero(layout.multipliers);
    state.history.setZero(layout.history);
    return state;
  }

  friend bool operator==(const State&, const State&) = default;
};

}  // namespace pintle
