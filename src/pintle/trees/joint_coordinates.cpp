#include "pintle/trees/joint_coordinates.h"

#include <cmath>
#include <numbers>

#include "pintle/math/so3.h"

namespace pintle {
namespace {

Quat quaternion_at(const double* q) { return Quat(q[0], q[1], q[2], q[3]); }
void put_quaternion(const Quat& value, double* q) {
  q[0] = value.w(), q[1] = value.x(), q[2] = value.y(), q[3] = value.z();
}

// Calls plain(coordinate, speed) for each number that is a coordinate and its speed alike, and
// quaternion(coordinate, speed) for each quaternion and its three speeds.
template <class Plain, class Quaternion>
void for_each_coordinate(const Tree& tree, Plain plain, Quaternion quaternion) {
  for (const TreeLink& link : tree.links()) {
    const JointSizes sizes = sizes_of(link.kind);
    const Index count = sizes.quaternion < 0 ? sizes.coordinates : sizes.quaternion;
    for (Index k = 0; k < count; ++k) plain(link.coordinate + k, link.speed + k);
    if (sizes.quaternion >= 0) quaternion(link.coordinate + count, link.speed + count);
  }
}

double nearest_turn(double angle, double previous) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle + kTurn * std::round((previous - angle) / kTurn);
}
// The angle whose rotation about axis 3 (2) is nearest to R.
double angle_about_axis_3(const Mat3& R) { return std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1)); }
double angle_about_axis_2(const Mat3& R) { return std::atan2(R(0, 2) - R(2, 0), R(0, 0) + R(2, 2)); }

void put_rotation(const Mat3& R, double* q) {
  Quat found = normalised(quaternion_from_matrix(R));
  if (found.dot(quaternion_at(q)) < 0.0) found.coeffs() *= -1.0;
  put_quaternion(found, q);
}

// Coordinates of the frame at d with axes R, both in E, that come nearest.
void measure_joint(JointKind kind, const Vec3& d, const Mat3& R, double* q) {
  const auto about_3 = [](const Mat3& turn, double& angle) {
    angle = nearest_turn(angle_about_axis_3(turn), angle);
  };
  switch (kind) {
    case JointKind::weld:
      break;
    case JointKind::revolute:
      about_3(R, q[0]);
      break;
    case JointKind::prismatic:
      q[0] = d[2];
      break;
    case JointKind::cylindrical:
      q[0] = d[2];
      about_3(R, q[1]);
      break;
    case JointKind::universal: {
      // Axis 2 of F is that of the cross: (-sin q0, cos q0, 0).
      q[0] = nearest_turn(std::atan2(-R(0, 1), R(1, 1)), q[0]);
      const Mat3 rest = so3::exp_matrix(Vec3(0.0, 0.0, -q[0])) * R;
      q[1] = nearest_turn(angle_about_axis_2(rest), q[1]);
      break;
    }
    case JointKind::spherical:
      put_rotation(R, q);
      break;
    case JointKind::planar:
      q[0] = d[0];
      q[1] = d[1];
      about_3(R, q[2]);
      break;
    case JointKind::free:
      q[0] = d[0];
      q[1] = d[1];
      q[2] = d[2];
      put_rotation(R, q + 3);
      break;
    case JointKind::translational:
      Eigen::Map<Vec3>{q} = d;
      break;
    case JointKind::revolute_cylindrical: {
      // Axis 3 of F is axis 1 of the slide: (cos q1, sin q1, 0).
      q[0] = d[2];
      q[1] = nearest_turn(std::atan2(R(1, 2), R(0, 2)), q[1]);
      const Mat3 slide = so3::exp_matrix(Vec3(0.0, 0.0, q[1]));
      Mat3 hinge;
      hinge << slide.col(2), -slide.col(1), slide.col(0);
      about_3(hinge.transpose() * R, q[2]);
      break;
    }
  }
}

void keep_larger(double value, Index body, double& largest, Index& whose) {
  if (value <= largest && whose >= 0) return;
  largest = value;
  whose = body;
}

}  // namespace

VecX zero_coordinates(const Tree& tree) {
  VecX q = VecX::Zero(tree.coordinates());
  for_each_coordinate(
      tree, [](Index, Index) {}, [&](Index k, Index) { q[k] = 1.0; });
  return q;
}

void advance(const Tree& tree, Vector q, const ConstVector& increment) {
  for_each_coordinate(
      tree, [&](Index k, Index j) { q[k] += increment[j]; },
      [&](Index k, Index j) {
        const Vec3 turn = increment.segment<3>(j);
        put_quaternion(normalised(so3::exp(turn) * quaternion_at(&q[k])), &q[k]);
      });
}

void difference(const Tree& tree, const ConstVector& from, const ConstVector& to, Vector increment) {
  for_each_coordinate(
      tree, [&](Index k, Index j) { increment[j] = to[k] - from[k]; },
      [&](Index k, Index j) {
        const Quat turn = quaternion_at(to.data() + k) * quaternion_at(from.data() + k).conjugate();
        increment.segment<3>(j) = so3::log(turn);
      });
}

void coordinate_rates(const Tree& tree, const ConstVector& q, const ConstVector& s, Vector qdot) {
  for_each_coordinate(
      tree, [&](Index k, Index j) { qdot[k] = s[j]; },
      [&](Index k, Index j) {
        const Quat turning = Quat(0.0, s[j], s[j + 1], s[j + 2]) * quaternion_at(q.data() + k);
        put_quaternion(Quat(0.5 * turning.coeffs()), &qdot[k]);
      });
}

TreeMisfit coordinates_of_bodies(std::span<const BodyMotion> bodies, TreeMotion& motion, Vector q, Vector s) {
  const Tree& tree = motion.tree();
  TreeMisfit misfit;
  for (Index i = 0; i < tree.size(); ++i) {
    const TreeLink& link = tree.link(i);
    const BodyMotion& body = bodies[static_cast<std::size_t>(i)];
    const LinkMotion& parent = motion.slot(link.parent);
    const Mat3 E = parent.R * link.E;
    const Mat3 F = body.R * link.body_axes.transpose();
    const Vec3 p = body.x - F * link.b;
    measure_joint(link.kind, E.transpose() * (p - parent.p - parent.R * link.d), E.transpose() * F,
                  q.data() + link.coordinate);
    motion.set_body(i, q, s);

    // The columns are orthonormal, so the nearest speeds are the components along them.
    const LinkMotion& own = motion.link(i);
    const Vec3 wanted = body.v - body.omega.cross(own.b);  // of p
    const MotionVector relative{wanted - parent.v - parent.omega.cross(own.r), body.omega - parent.omega};
    for (Index k = link.speed; k < link.speed + link.speeds; ++k)
      s[k] = relative.linear.dot(motion.column(k).linear) + relative.angular.dot(motion.column(k).angular);
    motion.set_body(i, q, s);

    keep_larger((own.p - p).norm(), i, misfit.position, misfit.position_body);
    keep_larger(so3::log(Mat3(own.R.transpose() * F)).norm(), i, misfit.angle, misfit.angle_body);
    keep_larger((own.v - wanted).norm(), i, misfit.velocity, misfit.velocity_body);
    keep_larger((own.omega - body.omega).norm(), i, misfit.angular_velocity, misfit.angular_velocity_body);
  }
  return misfit;
}

}  // namespace pintle
