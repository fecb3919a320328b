#include "pintle/joints/total_joint_kinematics.h"

#include <cmath>
#include <numbers>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

const Frame& frame_of(const Attachment& side, const Context& context) {
  return context.frames[static_cast<std::size_t>(side.frame)];
}

// omega = T(theta)^T theta' of exp(theta), in the components of its world, and its rate.               (3)
struct Spin {
  Vec3 omega, alpha;
};
Spin spin_of(const DrivenVectorValue& turned) {
  const Mat3 tangent = so3::tangent(turned.value);
  return {tangent.transpose() * turned.rate,
          tangent.transpose() * turned.acceleration +
              so3::tangent_derivative_along(turned.value, turned.rate).transpose() * turned.rate};
}

// Second derivatives of E^T d and of the integral of H^T (omega_b - omega_a), at zero accelerations.
Vec3 bias_along(const PairPose& pose, const PairRates& rates) {
  return pose.E.transpose() *
         (PairRates::bias(rates.omega_a, pose.d) - 2.0 * rates.omega_a.cross(rates.d_dot) + rates.d_bias);
}
Vec3 bias_about(const TotalPose& pose, const PairRates& rates) {
  return pose.H.transpose() * rates.omega_b.cross(rates.omega_a);
}

// The vector psi + 2 pi k u that (2b) is written with. At |psi| = 2 pi its tangent is singular; while what is
// held is held at zero, whole turns make no difference to it and are left out.
Vec3 near_rotation(const TotalJoint& joint, const Vec3& held, const Vec3& previous) {
  for (int i = 0; i < 3; ++i)
    if (joint.about[static_cast<std::size_t>(i)] == Hold::position && held[i] != 0.0) return previous;
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double angle = previous.norm(), turns = std::round(angle / kTurn);
  return turns == 0.0 ? previous : Vec3((1.0 - turns * kTurn / angle) * previous);
}

}  // namespace

TotalPose make_total_pose(const TotalJoint& joint, const Context& context, const Vec3& previous) {
  TotalPose pose;
  static_cast<PairPose&>(pose) =
      make_pose(joint.a, joint.b, frame_of(joint.a, context), frame_of(joint.b, context));
  pose.H.noalias() = frame_of(joint.a, context).R * joint.rotation_axes;
  if (joint.holds_positions()) pose.position = joint.position.derivatives(context.time);
  if (joint.holds_rotations()) {
    (joint.follows_rotations() ? pose.rotation : pose.turned) = joint.rotation.derivatives(context.time);
    pose.psi = so3::log(Mat3(pose.H.transpose() * pose.F * so3::exp_matrix(pose.turned.value).transpose()));
    if (joint.follows_rotations())
      pose.psi = unwrap_rotation_vector(pose.psi, near_rotation(joint, pose.rotation.value, previous));
    pose.inverse = so3::inverse_tangent(pose.psi);
  }
  return pose;
}

PairRates make_total_rates(const TotalJoint& joint, const TotalPose& pose, const Context& context) {
  return make_rates(pose, frame_of(joint.a, context), frame_of(joint.b, context));
}

Vec6 held_values(const TotalPose& pose) {
  Vec6 values;
  values << pose.E.transpose() * pose.d - pose.position.value, pose.psi - pose.rotation.value;
  return values;
}

// psi' = T^-T w with w = H^T (omega_b - omega_a) - exp(psi) omega_0                                     (5)
Vec6 held_rates(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates) {
  Vec6 values = Vec6::Zero();
  values.head<3>() = pose.E.transpose() * seen_velocity(pose, rates) - pose.position.rate;
  if (!joint.holds_rotations()) return values;
  const Vec3 w = pose.H.transpose() * (rates.omega_b - rates.omega_a) -
                 so3::exp_matrix(pose.psi) * spin_of(pose.turned).omega;
  values.tail<3>() = pose.inverse.transpose() * w - pose.rotation.rate;
  return values;
}

//                                                                                                       (6)
Vec6 held_gamma(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates) {
  Vec6 values = Vec6::Zero();
  values.head<3>() = pose.position.acceleration - bias_along(pose, rates);
  if (!joint.holds_rotations()) return values;
  const Spin spin = spin_of(pose.turned);
  const Mat3 off = so3::exp_matrix(pose.psi);
  const Vec3 rate = held_rates(joint, pose, rates).tail<3>() + pose.rotation.rate;
  const Vec3 w = so3::tangent(pose.psi).transpose() * rate;
  values.tail<3>() =
      pose.rotation.acceleration +
      pose.inverse.transpose() * (w.cross(off * spin.omega) + off * spin.alpha - bias_about(pose, rates) +
                                  so3::tangent_derivative_along(pose.psi, rate).transpose() * rate);
  return values;
}

Vec6 rated_values(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates,
                  const Context& context) {
  Vec6 values;
  values << pose.E.transpose() * seen_velocity(pose, rates) - joint.velocity.value(context),
      pose.H.transpose() * (rates.omega_b - rates.omega_a) - joint.angular_velocity.value(context);
  return values;
}

Vec6 rated_gamma(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates, double time) {
  Vec6 values;
  values << joint.velocity.derivatives(time).rate - bias_along(pose, rates),
      joint.angular_velocity.derivatives(time).rate - bias_about(pose, rates);
  return values;
}

}  // namespace pintle
