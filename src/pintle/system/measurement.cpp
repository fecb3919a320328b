#include "pintle/system/measurement.h"

#include "pintle/math/so3.h"

namespace pintle {

std::span<const NodeQuantityInfo> node_quantities() {
  static constexpr std::array<NodeQuantityInfo, 6> kQuantities{{
      {NodeQuantity::position, "position", "m", false},
      {NodeQuantity::velocity, "velocity", "m/s", false},
      {NodeQuantity::acceleration, "acceleration", "m/s^2", false},
      {NodeQuantity::rotation_vector, "rotation_vector", "rad", true},
      {NodeQuantity::angular_velocity, "angular_velocity", "rad/s", true},
      {NodeQuantity::angular_acceleration, "angular_acceleration", "rad/s^2", true},
  }};
  return kQuantities;
}

Vec3 node_quantity(const Frame& frame, NodeQuantity quantity) {
  switch (quantity) {
    case NodeQuantity::position:
      return frame.x;
    case NodeQuantity::velocity:
      return frame.v;
    case NodeQuantity::acceleration:
      return frame.a;
    case NodeQuantity::rotation_vector:
      return so3::log(frame.R);
    case NodeQuantity::angular_velocity:
      return frame.omega;
    case NodeQuantity::angular_acceleration:
      return frame.alpha;
  }
  return Vec3::Zero();
}

MeasurementGradient node_quantity_gradient(const Frame& frame, NodeQuantity quantity, int component) {
  using Of = MeasurementGradient::Of;
  MeasurementGradient gradient;
  switch (quantity) {
    case NodeQuantity::position:
    case NodeQuantity::rotation_vector:
      gradient.of = Of::position;
      break;
    case NodeQuantity::velocity:
    case NodeQuantity::angular_velocity:
      gradient.of = Of::velocity;
      break;
    case NodeQuantity::acceleration:
    case NodeQuantity::angular_acceleration:
      gradient.of = Of::acceleration;
      break;
  }
  const bool is_rotational = node_quantities()[static_cast<std::size_t>(quantity)].is_rotational;
  if (quantity == NodeQuantity::rotation_vector) {
    // dpsi = T(psi)^-T dtheta
    const Mat3 inverse = so3::inverse_tangent(so3::log(frame.R)).transpose();
    gradient.row.tail<3>() = inverse.row(component).transpose();
  } else {
    gradient.row[component + (is_rotational ? 3 : 0)] = 1.0;
  }
  return gradient;
}

}  // namespace pintle
