#include "pintle/system/context.h"

namespace pintle {

namespace {

std::span<const double> span_of(const VecX& vector, Index first, Index count) {
  return {vector.data() + first, static_cast<std::size_t>(count)};
}

}  // namespace

void Snapshot::fill(const Layout& layout, const State& state) {
  for (FrameIndex f = 1; f <= layout.structural; ++f) {
    Frame& frame = frames_[static_cast<std::size_t>(f)];
    const double* q = state.q.data() + 7 * (f - 1);
    frame.x = Eigen::Map<const Vec3>(q);
    frame.R = Quat(q[3], q[4], q[5], q[6]).toRotationMatrix();
    const Index motion = 6 * (f - 1);
    frame.v = state.v.segment<3>(motion);
    frame.omega = state.v.segment<3>(motion + 3);
    frame.a = state.a.segment<3>(motion);
    frame.alpha = state.a.segment<3>(motion + 3);
  }
  for (FrameIndex f = layout.structural + 1; f < layout.frames(); ++f) {
    Frame& frame = frames_[static_cast<std::size_t>(f)];
    frame.x = state.q.segment<3>(layout.configuration_of(f));
    frame.v = state.v.segment<3>(layout.motion_of(f));
    frame.a = state.a.segment<3>(layout.motion_of(f));
  }
  context_.time = state.time;
  context_.step = static_cast<double>(state.step);
  context_.step_size = state.step_size;
  context_.frames = frames_;
  context_.scalars = span_of(state.q, layout.first_scalar_configuration(), layout.scalars);
  context_.scalar_rates = span_of(state.v, layout.first_scalar(), layout.scalars);
  context_.scalar_accelerations = span_of(state.a, layout.first_scalar(), layout.scalars);
  context_.states = span_of(state.x, 0, layout.states);
  context_.state_rates = span_of(state.xdot, 0, layout.states);
  context_.multipliers = span_of(state.lambda, 0, layout.multipliers);
  context_.history = span_of(state.history, 0, layout.history);
  context_.measurements = measurements_;
  context_.measurement_scratch = measurement_scratch_;
}

}  // namespace pintle
