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
      gradient.of = Of::position;
      gradient.row[component] = 1.0;
      break;
    case NodeQuantity::velocity:
      gradient.of = Of::velocity;
      gradient.row[component] = 1.0;
      break;
    case NodeQuantity::acceleration:
      gradient.of = Of::acceleration;
      gradient.row[component] = 1.0;
      break;
    case NodeQuantity::rotation_vector: {
      // dpsi = T(psi)^-T dtheta
      const Mat3 inverse = so3::inverse_tangent(so3::log(frame.R)).transpose();
      gradient.of = Of::position;
      gradient.row.tail<3>() = inverse.row(component).transpose();
      break;
    }
    case NodeQuantity::angular_velocity:
      gradient.of = Of::velocity;
      gradient.row[component + 3] = 1.0;
      break;
    case NodeQuantity::angular_acceleration:
      gradient.of = Of::acceleration;
      gradient.row[component + 3] = 1.0;
      break;
  }
  return gradient;
}

}  // namespace pintle
