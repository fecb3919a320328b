// Euler angles, orientations from vectors, and unwrapping of rotation vectors.
#include "pintle/math/rotations.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "pintle/math/so3.h"

namespace pintle {
namespace {

// Below this cosine (or sine) of the middle angle the outer angles are rounding noise of the matrix entries.
constexpr double kLock = 8.0 * std::numeric_limits<double>::epsilon();

// First angle from its scaled sine and cosine, zero in gimbal lock.
double outer_angle(double scaled_sine, double scaled_cosine) {
  return std::hypot(scaled_sine, scaled_cosine) < kLock ? 0.0 : std::atan2(scaled_sine, scaled_cosine);
}

// Relative length below which a vector counts as zero, or two directions as parallel.
constexpr double kParallel = 1e-12;

bool is_axis(int axis) { return axis >= 1 && axis <= 3; }

}  // namespace

double orthogonality_error(const Mat3& m) {
  const double error = (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff();
  return m.determinant() < 0.0 ? std::max(1.0, error) : error;
}

Mat3 normalised_rotation(const Mat3& m) {
  return matrix_from_quaternion(normalised(quaternion_from_matrix(m)));
}

Mat3 matrix_from_euler123(const Vec3& angles) {
  const Vec3 c = angles.array().cos(), s = angles.array().sin();
  Mat3 r;
  r << c[1] * c[2], -c[1] * s[2], s[1],                                                  //
      c[0] * s[2] + s[0] * s[1] * c[2], c[0] * c[2] - s[0] * s[1] * s[2], -s[0] * c[1],  //
      s[0] * s[2] - c[0] * s[1] * c[2], s[0] * c[2] + c[0] * s[1] * s[2], c[0] * c[1];
  return r;
}

Mat3 matrix_from_euler313(const Vec3& angles) {
  const Vec3 c = angles.array().cos(), s = angles.array().sin();
  Mat3 r;
  r << c[0] * c[2] - s[0] * c[1] * s[2], -c[0] * s[2] - s[0] * c[1] * c[2], s[0] * s[1],  //
      s[0] * c[2] + c[0] * c[1] * s[2], -s[0] * s[2] + c[0] * c[1] * c[2], -c[0] * s[1],  //
      s[1] * s[2], s[1] * c[2], c[1];
  return r;
}

Mat3 matrix_from_euler321(const Vec3& angles) {
  // Rz(α) Ry(β) Rx(γ) is the transpose of Rx(-γ) Ry(-β) Rz(-α).
  return matrix_from_euler123(-angles.reverse()).transpose();
}

Vec3 euler123_from_matrix(const Mat3& r) {
  const double alpha = outer_angle(-r(1, 2), r(2, 2));
  const double beta = std::atan2(r(0, 2), std::hypot(r(0, 0), r(0, 1)));
  // Rx(-α) R = Ry(β) Rz(γ) has the second row (sin γ, cos γ, 0), whatever β is.
  const Eigen::RowVector3d row = std::cos(alpha) * r.row(1) + std::sin(alpha) * r.row(2);
  return {alpha, beta, std::atan2(row[0], row[1])};
}

Vec3 euler313_from_matrix(const Mat3& r) {
  const double alpha = outer_angle(r(0, 2), -r(1, 2));
  const double beta = std::atan2(std::hypot(r(0, 2), r(1, 2)), r(2, 2));
  // Rz(-α) R = Rx(β) Rz(γ) has the first row (cos γ, -sin γ, 0).
  const Eigen::RowVector3d row = std::cos(alpha) * r.row(0) + std::sin(alpha) * r.row(1);
  return {alpha, beta, std::atan2(-row[1], row[0])};
}

Vec3 euler321_from_matrix(const Mat3& r) {
  const double alpha = outer_angle(r(1, 0), r(0, 0));
  const double beta = std::atan2(-r(2, 0), std::hypot(r(2, 1), r(2, 2)));
  // Rz(-α) R = Ry(β) Rx(γ) has the second row (0, cos γ, -sin γ).
  const Eigen::RowVector3d row = std::cos(alpha) * r.row(1) - std::sin(alpha) * r.row(0);
  return {alpha, beta, std::atan2(-row[2], row[1])};
}

Mat3 matrix_from_rotation_vector(const Vec3& psi) { return so3::exp_matrix(psi); }
Vec3 rotation_vector_from_matrix(const Mat3& r) { return so3::log(r); }
Vec3 rotation_vector_from_quaternion(const Quat& q) { return so3::log(q); }
Quat quaternion_from_rotation_vector(const Vec3& psi) { return so3::exp(psi); }

std::optional<Mat3> matrix_from_two_vectors(int axis, const Vec3& along, int second_axis,
                                            const Vec3& towards) {
  if (!is_axis(axis) || !is_axis(second_axis) || axis == second_axis) return std::nullopt;
  const double length = along.stableNorm(), second_length = towards.stableNorm();
  if (!(length > 0.0) || !(second_length > 0.0)) return std::nullopt;
  const Vec3 first = along / length;
  const Vec3 direction = towards / second_length;
  Vec3 second = direction - first.dot(direction) * first;
  if (second.norm() < kParallel) return std::nullopt;
  // Once more: the first projection of a nearly parallel vector leaves a relative error of eps over its small
  // remainder.
  second.normalize();
  second = (second - first.dot(second) * first).normalized();

  const int i = axis - 1, j = second_axis - 1, k = 3 - i - j;
  const bool cyclic = j == (i + 1) % 3;
  Mat3 r;
  r.col(i) = first;
  r.col(j) = second;
  r.col(k) = cyclic ? first.cross(second) : second.cross(first);
  return r;
}

std::optional<Mat3> matrix_from_one_vector(int axis, const Vec3& along) {
  Eigen::Index smallest = 0;
  along.cwiseAbs().minCoeff(&smallest);
  return matrix_from_two_vectors(axis, along, axis % 3 + 1, Vec3::Unit(smallest));
}

Vec3 unwrap_rotation_vector(const Vec3& now, const Vec3& previous) {
  constexpr double turn = 2.0 * std::numbers::pi;
  // An angle at the rounding level of a full turn says nothing about the axis: keep the previous one.
  constexpr double kNoAxis = 1e-14;
  const double phi = now.norm();
  const Vec3& axis_source = phi > kNoAxis ? now : previous;
  const double length = axis_source.norm();
  if (length <= kNoAxis) return now;
  const Vec3 u = axis_source / length;
  const double turns = std::round(u.dot(previous - now) / turn);
  return now + turn * turns * u;
}

}  // namespace pintle
