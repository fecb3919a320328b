// Two attachments seen together: A on frame a, B on frame b. What joint equations between them are written
// in.
#pragma once

#include <cmath>
#include <numbers>

#include "pintle/system/attachment.h"

namespace pintle {

// Ground components. Templated on the scalar so that equations can be differentiated by dual numbers.
template <class S>
struct PairPoseT {
  Vector3T<S> r_a, r_b;  // arms from the origins of the frames to the points A and B
  Vector3T<S> d;         // from A to B
  Matrix3T<S> E, F;      // axes of A and of B, as columns
};
using PairPose = PairPoseT<double>;

// First derivatives, and second derivatives with all accelerations set to zero.
struct PairRates {
  Vec3 omega_a, omega_b;
  Vec3 d_dot;
  Vec3 d_bias;

  // Derivatives of a vector fixed in a frame that turns with omega.
  static Vec3 rate(const Vec3& omega, const Vec3& e) { return omega.cross(e); }
  static Vec3 bias(const Vec3& omega, const Vec3& e) { return omega.cross(omega.cross(e)); }
};

inline PairPose make_pose(const Attachment& a, const Attachment& b, const Frame& frame_a,
                          const Frame& frame_b) {
  PairPose pose;
  pose.r_a.noalias() = frame_a.R * a.offset;
  pose.r_b.noalias() = frame_b.R * b.offset;
  pose.d = frame_b.x + pose.r_b - frame_a.x - pose.r_a;
  pose.E.noalias() = frame_a.R * a.axes;
  pose.F.noalias() = frame_b.R * b.axes;
  return pose;
}

inline PairRates make_rates(const PairPose& pose, const Frame& frame_a, const Frame& frame_b) {
  PairRates rates;
  rates.omega_a = frame_a.omega;
  rates.omega_b = frame_b.omega;
  rates.d_dot = point_velocity(frame_b, pose.r_b) - point_velocity(frame_a, pose.r_a);
  rates.d_bias = PairRates::bias(rates.omega_b, pose.r_b) - PairRates::bias(rates.omega_a, pose.r_a);
  return rates;
}

// Of B about the third axis of A, in (-pi, pi].
inline double angle_about_third(const Mat3& E, const Mat3& F) {
  return std::atan2(E.col(1).dot(F.col(0)), E.col(0).dot(F.col(0)));
}
inline double angle_about_third(const PairPose& pose) { return angle_about_third(pose.E, pose.F); }

// The same angle with as many turns as the last one.
inline double nearest_turn(double angle, double last) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle + kTurn * std::round((last - angle) / kTurn);
}

// Derivatives of the generalised forces on a and b with respect to the increments of a and b.
struct PairStiffness {
  Mat6 aa = Mat6::Zero(), ab = Mat6::Zero(), ba = Mat6::Zero(), bb = Mat6::Zero();
};

}  // namespace pintle
