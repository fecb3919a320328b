#include "pintle/joints/total_joint_kinematics.h"

#include "pintle/math/so3.h"

namespace pintle {

namespace {

const Frame& frame_of(const Attachment& side, const Context& context) {
  return context.frames[static_cast<std::size_t>(side.frame)];
}

// Second derivatives of E^T d and of the integral of H^T (omega_b - omega_a), at zero accelerations.
Vec3 bias_along(const PairPose& pose, const PairRates& rates) {
  return pose.E.transpose() *
         (PairRates::bias(rates.omega_a, pose.d) - 2.0 * rates.omega_a.cross(rates.d_dot) + rates.d_bias);
}
Vec3 bias_about(const TotalPose& pose, const PairRates& rates) {
  return pose.H.transpose() * rates.omega_b.cross(rates.omega_a);
}

// The rate of P.
Vec3 turn_of(const TotalPose& pose, const PairRates& rates) {
  return pose.H.transpose() * (rates.omega_b - rates.omega_a) - pose.P * spin_of(pose.turned).omega;
}

// Of the rotations that are held; what else the drives say does not count.
DrivenVectorValue held_part(const TotalJoint& joint, DrivenVectorValue driven) {
  for (int i = 0; i < 3; ++i)
    if (joint.about[static_cast<std::size_t>(i)] != Hold::position)
      driven.value[i] = driven.rate[i] = driven.acceleration[i] = 0.0;
  return driven;
}

}  // namespace

Spin spin_of(const DrivenVectorValue& turned) {
  const Mat3 tangent = so3::tangent(turned.value);
  return {tangent.transpose() * turned.rate,
          tangent.transpose() * turned.acceleration +
              so3::tangent_derivative_along(turned.value, turned.rate).transpose() * turned.rate};
}

TotalPose make_total_pose(const TotalJoint& joint, const Context& context, const RotationBranch& last) {
  TotalPose pose;
  static_cast<PairPose&>(pose) =
      make_pose(joint.a, joint.b, frame_of(joint.a, context), frame_of(joint.b, context));
  pose.H.noalias() = frame_of(joint.a, context).R * joint.rotation_axes;
  if (joint.holds_positions()) pose.position = joint.position.derivatives(context.time);
  if (!joint.holds_rotations()) return pose;
  const DrivenVectorValue driven = joint.rotation.derivatives(context.time);
  pose.P.noalias() = pose.H.transpose() * pose.F;
  if (joint.follows_rotations()) {
    pose.rotation = HeldRotation::in_part(pose.P, held_part(joint, driven), last);
  } else {
    pose.turned = driven;
    pose.P = pose.P * so3::exp_matrix(driven.value).transpose();
    pose.rotation = HeldRotation::as_a_whole(pose.P);
  }
  return pose;
}

PairRates make_total_rates(const TotalJoint& joint, const TotalPose& pose, const Context& context) {
  return make_rates(pose, frame_of(joint.a, context), frame_of(joint.b, context));
}

Vec6 held_values(const TotalPose& pose) {
  Vec6 values;
  values << pose.E.transpose() * pose.d - pose.position.value, pose.rotation.value();
  return values;
}

// w = H^T (omega_b - omega_a) - P omega_0                                                               (5)
Vec6 held_rates(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates) {
  Vec6 values = Vec6::Zero();
  values.head<3>() = pose.E.transpose() * seen_velocity(pose, rates) - pose.position.rate;
  if (joint.holds_rotations()) values.tail<3>() = pose.rotation.rate(turn_of(pose, rates));
  return values;
}

//                                                                                                       (6)
Vec6 held_gamma(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates) {
  Vec6 values = Vec6::Zero();
  values.head<3>() = pose.position.acceleration - bias_along(pose, rates);
  if (!joint.holds_rotations()) return values;
  const Spin spin = spin_of(pose.turned);
  const Vec3 w = turn_of(pose, rates);
  values.tail<3>() = pose.rotation.by_turn() *
                         (w.cross(pose.P * spin.omega) + pose.P * spin.alpha - bias_about(pose, rates)) -
                     pose.rotation.bias(w);
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
