#include "pintle/formulations/displacement.h"

#include "pintle/math/so3.h"

namespace pintle {

void place_displaced(const Layout& layout, const State& reference, const Displacement& displaced,
                     State& state) {
  const VecX& way = displaced.way;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index at = layout.configuration_of(frame), motion = layout.motion_of(frame);
    state.q.segment<3>(at) = reference.q.segment<3>(at) + way.segment<3>(motion);
    if (!layout.is_structural(frame)) continue;
    const Vec4 before = reference.q.segment<4>(at + 3);
    const Quat turned =
        so3::exp(Vec3(way.segment<3>(motion + 3))) * Quat(before[0], before[1], before[2], before[3]);
    state.q.segment<4>(at + 3) = Vec4(turned.w(), turned.x(), turned.y(), turned.z());
  }
  state.q.tail(layout.scalars) =
      reference.q.tail(layout.scalars) + way.segment(layout.first_scalar(), layout.scalars);
  state.v = displaced.rate.head(layout.motion_size());
  state.a = displaced.acceleration.head(layout.motion_size());
  state.x = reference.x + way.tail(layout.states);
  state.xdot = displaced.rate.tail(layout.states);
}

}  // namespace pintle
