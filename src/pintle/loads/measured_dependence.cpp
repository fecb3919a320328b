#include "pintle/loads/measured_dependence.h"

namespace pintle {

void MeasuredDependence::connect(Connector& connector, const DrivenVector& vector,
                                 const std::array<FrameIndex, 2>& frames) {
  for (const int slot : vector.measurements_used()) {
    const Measurement& measurement = connector.measurements()[static_cast<std::size_t>(slot)];
    if (!measurement.is_of_node()) continue;
    Term term{slot, measurement.frame, measurement.quantity, measurement.component, {}};
    for (std::size_t i = 0; i < frames.size(); ++i)
      term.blocks[i] = connector.block(Slot::frame(frames[i]), Slot::frame(measurement.frame));
    terms_.push_back(term);
  }
}

void MeasuredDependence::tangent(const Context& context, const DrivenVector& vector,
                                 const std::array<Lever, 2>& levers, TangentSink& sink) const {
  for (const Term& term : terms_) {
    const Frame& frame = context.frames[static_cast<std::size_t>(term.frame)];
    const MeasurementGradient gradient = node_quantity_gradient(frame, term.quantity, term.component);
    const Vec3 by_measurement = vector.derivative(context, term.slot, context.measurement_scratch);
    for (std::size_t i = 0; i < levers.size(); ++i) {
      const Vec6 load = levers[i] * by_measurement;
      if (gradient.uses_position) sink.dq(term.blocks[i], load * gradient.by_position.transpose());
      if (gradient.uses_velocity) sink.dv(term.blocks[i], load * gradient.by_velocity.transpose());
      if (gradient.uses_acceleration) sink.da(term.blocks[i], load * gradient.by_acceleration.transpose());
    }
  }
}

}  // namespace pintle
