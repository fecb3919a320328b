#include "pintle/joints/held_rotation.h"

#include <cmath>

#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

// sin x / x and its derivatives by cos x.
struct HalfAngleRatio {
  double value, slope, curvature;
};
HalfAngleRatio half_angle_ratio(double x) {
  constexpr double kSmall = 0.25;  // the first terms left out are 2e-6 x^10
  if (x < kSmall) {
    const double y = x * x;
    const double value = 1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0)));
    return {value, 1.0 / 3.0 + y * (1.0 / 45.0 + y * (2.0 / 945.0 + y * (1.0 / 4725.0 + y * 2.0 / 93555.0))),
            -(2.0 / 45.0 + y * (8.0 / 945.0 + y * (2.0 / 1575.0 + y * 16.0 / 93555.0))) / value};
  }
  const double s = std::sin(x), cot = std::cos(x) / s;
  return {s / x, (1.0 / x - cot) / x, (2.0 / (x * x) - 1.0 / (s * s) - cot / x) / (x * s)};
}

Vec3 axis_of(const Vec3& psi) { return psi.isZero(0.0) ? Vec3(Vec3::Zero()) : psi.normalized(); }

// Of the quaternions of both vectors.
double dot_of_quaternions(const Vec3& psi, const Vec3& other) {
  const double x = 0.5 * psi.norm(), y = 0.5 * other.norm();
  return std::cos(x) * std::cos(y) + std::sin(x) * std::sin(y) * axis_of(psi).dot(axis_of(other));
}

}  // namespace

RotationBranch next_branch(const Vec3& log_of_now, const RotationBranch& last) {
  RotationBranch next{unwrap_rotation_vector(log_of_now, last.vector), last.sign};
  if (dot_of_quaternions(next.vector, last.vector) < 0.0) next.sign = -next.sign;
  return next;
}

HeldRotation HeldRotation::as_a_whole(const Mat3& P) {
  HeldRotation held;
  held.psi_ = held.value_ = so3::log(P);
  held.J_ = so3::inverse_tangent(held.psi_).transpose();
  return held;
}

// Quaternions of P turn as c' = -e.w / 2 and e' = B w / 2 with B = c - e~.
HeldRotation HeldRotation::in_part(const Mat3& P, const DrivenVectorValue& theta,
                                   const RotationBranch& last) {
  HeldRotation held;
  held.is_in_part_ = true;
  const RotationBranch branch = next_branch(so3::log(P), last);
  const double x = 0.5 * branch.vector.norm();
  held.psi_ = branch.vector;
  held.theta_ = theta;
  held.c_ = branch.sign * std::cos(x);
  held.e_ = branch.sign * std::sin(x) * axis_of(branch.vector);
  held.value_ = 2.0 * held.e_;
  held.J_ = held.c_ * Mat3::Identity() - skew(held.e_);
  if (theta.value.isZero(0.0) && theta.rate.isZero(0.0) && theta.acceleration.isZero(0.0)) return held;

  const HalfAngleRatio ratio = half_angle_ratio(x);
  held.sigma_ = branch.sign * ratio.value;
  held.kappa_ = ratio.slope;
  held.kappa_slope_ = branch.sign * ratio.curvature;
  held.value_ -= held.sigma_ * theta.value;
  held.J_ += 0.5 * held.kappa_ * theta.value * held.e_.transpose();
  return held;
}

Vec3 HeldRotation::bias(const Vec3& w) const {
  if (!is_in_part_) {
    const Vec3 rate = J_ * w;
    return -J_ * so3::tangent_derivative_along(psi_, rate).transpose() * rate;
  }
  const double ew = e_.dot(w), ww = w.squaredNorm();
  return -0.5 * ww * e_ + 0.25 * (kappa_ * c_ * ww - kappa_slope_ * ew * ew) * theta_.value +
         kappa_ * ew * theta_.rate - sigma_ * theta_.acceleration;
}

Mat3 HeldRotation::moment_tangent(const Vec3& lambda) const {
  if (!is_in_part_) {
    const Vec3 z = J_.transpose() * lambda;
    return -J_.transpose() * so3::tangent_product_derivative(psi_, z) * J_;
  }
  const Mat3 B = c_ * Mat3::Identity() - skew(e_);
  const double along = theta_.value.dot(lambda);
  return -0.5 * (lambda * e_.transpose() + skew(lambda) * B) +
         0.25 * along * (kappa_ * B - kappa_slope_ * e_ * e_.transpose());
}

}  // namespace pintle
