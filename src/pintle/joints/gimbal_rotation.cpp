#include "pintle/joints/gimbal_rotation.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/joints/pair_joint_card.h"
#include "pintle/math/so3.h"

namespace pintle {

void GimbalRotation::evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
  Vec3::Map(out) = so3::log(Mat3(pose.E.transpose() * pose.F));
  Vec3::Map(out + 3) = pose.E.transpose() * (rates.omega_b - rates.omega_a);
}

std::string GimbalRotation::describe_trouble(const PairPose& pose) {
  const double degrees = so3::log(Mat3(pose.E.transpose() * pose.F)).norm() * 180.0 / std::numbers::pi;
  if (degrees < 150.0) return {};
  return fmt::format("The sides are turned against each other by {:.0f} degrees; the gimbal fails at 180.",
                     degrees);
}

namespace {

Vec3 local_moment(const JointReport& joint) {
  return joint.pose.E.transpose() * joint.on(Reported::second_or_pin).moment;
}

}  // namespace

// E^T F = R_y(theta) R_x(phi) R_y(theta). So it is with (theta + pi, -phi), and with whole turns more of
// either.
void GimbalRotation::follow(const PairPose& pose, double* angles) {
  constexpr double kHalfTurn = std::numbers::pi;
  const Mat3 r = pose.E.transpose() * pose.F;
  const double theta = 0.5 * std::atan2(r(0, 2) - r(2, 0), r(0, 0) + r(2, 2));
  const double phi = std::atan2(r(2, 1) * std::cos(theta) + r(0, 1) * std::sin(theta), r(1, 1));
  const double half_turns = std::round((angles[0] - theta) / kHalfTurn);
  const bool is_odd = std::fmod(half_turns, 2.0) != 0.0;
  angles[0] = theta + half_turns * kHalfTurn;
  angles[1] = nearest_turn(is_odd ? -phi : phi, angles[1]);
}

// As MBDyn: moment and orientation without the axes of the sides.                 (output/mbdyn.md, Joints)
void GimbalRotation::report(const JointReport& joint, ReportSink& sink) {
  const Vec3 moment = local_moment(joint);
  sink.reaction(Vec3::Zero(), moment, Vec3::Zero(), joint.first_node() * moment);
  sink.number("Theta", "rad", joint.followed[0]);
  sink.number("Phi", "rad", joint.followed[1]);
  sink.orientation(joint.relative_of_nodes());
}

void GimbalRotation::private_data(const JointReport& joint, PrivateDataSink& sink) {
  sink.numbered("lambda", local_moment(joint));
  sink.number("theta", joint.followed[0]);
  sink.number("phi", joint.followed[1]);
}

void register_gimbal_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("gimbal_rotation",
                        "The second side may be inclined against axis 3 of the first, but not twisted: "
                        "turning about axis 3 is passed on at constant velocity.")
          .synonyms({"constant_velocity_joint", "homokinetic"})
          .mbdyn({"gimbal rotation"}, "<a:axes>, <b:axes>"),
      build_pair_joint<GimbalRotation>);
}

}  // namespace pintle
