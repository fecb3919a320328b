#include "pintle/system/measurement.h"

#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

constexpr std::string_view kGround = "ground components", kLocal = "in the node's axes";

using Angles = Vec3 (*)(const Mat3&);

// Rates of Euler angles from the angular velocity: omega = sum_i a_i angle_i', with the axes a_i as the turns
// before have left them. In gimbal lock there are none.
Mat3 rates_of_angles(const Vec3& angles, const std::array<int, 3>& sequence) {
  Mat3 axes, turned = Mat3::Identity();
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = Vec3::Unit(sequence[static_cast<std::size_t>(i)]);
    axes.col(i) = turned * axis;
    turned = turned * so3::exp(Vec3(angles[i] * axis));
  }
  constexpr double kLocked = 1e-9;
  return std::abs(axes.determinant()) < kLocked ? Mat3(Mat3::Zero()) : Mat3(axes.inverse());
}

// d(R^T u)/dtheta = R^T [u]x: a vector seen in axes that turn.
Mat3 by_turn(const Frame& frame, const Vec3& vector) { return frame.R.transpose() * skew(vector); }

struct Rows {
  MeasurementGradient& gradient;
  int component;

  void position(const Mat3& by_x, const Mat3& by_theta) {
    gradient.uses_position = true;
    gradient.by_position << by_x.row(component).transpose(), by_theta.row(component).transpose();
  }
  void velocity(const Mat3& by_v, const Mat3& by_omega) {
    gradient.uses_velocity = true;
    gradient.by_velocity << by_v.row(component).transpose(), by_omega.row(component).transpose();
  }
  void acceleration(const Mat3& by_a, const Mat3& by_alpha) {
    gradient.uses_acceleration = true;
    gradient.by_acceleration << by_a.row(component).transpose(), by_alpha.row(component).transpose();
  }
};

// dq = (0, dtheta) q / 2
Vec3 quaternion_by_turn(const Frame& frame, int component) {
  const Quat q = quaternion_from_matrix(frame.R);
  if (component == 0) return -0.5 * q.vec();
  Mat3 vector_part = q.w() * Mat3::Identity();
  vector_part -= skew(q.vec());
  return 0.5 * vector_part.row(component - 1).transpose();
}

}  // namespace

std::span<const NodeQuantityInfo> node_quantities() {
  using Q = NodeQuantity;
  static constexpr std::array<NodeQuantityInfo, 15> kQuantities{{
      {Q::position, "position", "m", 3, false, true, kGround, Geometry::position},
      {Q::velocity, "velocity", "m/s", 3, false, true, kGround, Geometry::vector},
      {Q::acceleration, "acceleration", "m/s^2", 3, false, true, kGround, Geometry::vector},
      {Q::rotation_vector, "rotation_vector", "rad", 3, true, true, kGround, Geometry::other},
      {Q::angular_velocity, "angular_velocity", "rad/s", 3, true, true, kGround, Geometry::vector},
      {Q::angular_acceleration, "angular_acceleration", "rad/s^2", 3, true, true, kGround, Geometry::vector},
      {Q::quaternion, "quaternion", "1", 4, true, true, "(w, x, y, z), from the node's axes to the ground's",
       Geometry::orientation},
      {Q::position_local, "position_local", "m", 3, true, false, kLocal, Geometry::from_origin},
      {Q::velocity_local, "velocity_local", "m/s", 3, true, false, kLocal},
      {Q::acceleration_local, "acceleration_local", "m/s^2", 3, true, false, kLocal},
      {Q::angular_velocity_local, "angular_velocity_local", "rad/s", 3, true, false, kLocal},
      {Q::angular_acceleration_local, "angular_acceleration_local", "rad/s^2", 3, true, false, kLocal},
      {Q::euler123, "euler123", "rad", 3, true, false, "R = Rx Ry Rz", Geometry::other},
      {Q::euler313, "euler313", "rad", 3, true, false, "R = Rz Rx Rz", Geometry::other},
      {Q::euler321, "euler321", "rad", 3, true, false, "R = Rz Ry Rx", Geometry::other},
  }};
  return kQuantities;
}

Vec4 node_quantity(const Frame& frame, NodeQuantity quantity) {
  const auto three = [](const Vec3& v) { return Vec4(v.x(), v.y(), v.z(), 0.0); };
  const auto local = [&](const Vec3& v) { return three(frame.R.transpose() * v); };
  switch (quantity) {
    case NodeQuantity::position:
      return three(frame.x);
    case NodeQuantity::velocity:
      return three(frame.v);
    case NodeQuantity::acceleration:
      return three(frame.a);
    case NodeQuantity::rotation_vector:
      return three(so3::log(frame.R));
    case NodeQuantity::angular_velocity:
      return three(frame.omega);
    case NodeQuantity::angular_acceleration:
      return three(frame.alpha);
    case NodeQuantity::quaternion: {
      const Quat q = quaternion_from_matrix(frame.R);
      return {q.w(), q.x(), q.y(), q.z()};
    }
    case NodeQuantity::position_local:
      return local(frame.x);
    case NodeQuantity::velocity_local:
      return local(frame.v);
    case NodeQuantity::acceleration_local:
      return local(frame.a);
    case NodeQuantity::angular_velocity_local:
      return local(frame.omega);
    case NodeQuantity::angular_acceleration_local:
      return local(frame.alpha);
    case NodeQuantity::euler123:
      return three(euler123_from_matrix(frame.R));
    case NodeQuantity::euler313:
      return three(euler313_from_matrix(frame.R));
    case NodeQuantity::euler321:
      return three(euler321_from_matrix(frame.R));
  }
  return Vec4::Zero();
}

MeasurementGradient node_quantity_gradient(const Frame& frame, NodeQuantity quantity, int component) {
  const Mat3 zero = Mat3::Zero(), one = Mat3::Identity(), local = frame.R.transpose();
  MeasurementGradient gradient;
  Rows rows{gradient, component};
  const auto angles = [&](Angles angles_of, const std::array<int, 3>& sequence) {
    rows.position(zero, rates_of_angles(angles_of(frame.R), sequence));
  };
  switch (quantity) {
    case NodeQuantity::position:
      rows.position(one, zero);
      break;
    case NodeQuantity::velocity:
      rows.velocity(one, zero);
      break;
    case NodeQuantity::acceleration:
      rows.acceleration(one, zero);
      break;
    case NodeQuantity::rotation_vector:  // dpsi = T(psi)^-T dtheta
      rows.position(zero, so3::inverse_tangent(so3::log(frame.R)).transpose());
      break;
    case NodeQuantity::angular_velocity:
      rows.velocity(zero, one);
      break;
    case NodeQuantity::angular_acceleration:
      rows.acceleration(zero, one);
      break;
    case NodeQuantity::quaternion:
      gradient.uses_position = true;
      gradient.by_position.tail<3>() = quaternion_by_turn(frame, component);
      break;
    case NodeQuantity::position_local:
      rows.position(local, by_turn(frame, frame.x));
      break;
    case NodeQuantity::velocity_local:
      rows.position(zero, by_turn(frame, frame.v));
      rows.velocity(local, zero);
      break;
    case NodeQuantity::acceleration_local:
      rows.position(zero, by_turn(frame, frame.a));
      rows.acceleration(local, zero);
      break;
    case NodeQuantity::angular_velocity_local:
      rows.position(zero, by_turn(frame, frame.omega));
      rows.velocity(zero, local);
      break;
    case NodeQuantity::angular_acceleration_local:
      rows.position(zero, by_turn(frame, frame.alpha));
      rows.acceleration(zero, local);
      break;
    case NodeQuantity::euler123:
      angles(euler123_from_matrix, {0, 1, 2});
      break;
    case NodeQuantity::euler313:
      angles(euler313_from_matrix, {2, 0, 2});
      break;
    case NodeQuantity::euler321:
      angles(euler321_from_matrix, {2, 1, 0});
      break;
  }
  return gradient;
}

}  // namespace pintle
