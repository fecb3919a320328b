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

// E^T F = R_y(theta) R_x(phi) R_y(theta)
void GimbalRotation::report(const JointReport& joint, ReportSink& sink) {
  const Mat3 r = joint.relative();
  const double theta = 0.5 * std::atan2(r(0, 2) - r(2, 0), r(0, 0) + r(2, 2));
  joint.reaction(Reported::second_or_pin, sink);
  sink.number("Theta", "rad", theta);
  sink.number("Phi", "rad", std::atan2(r(2, 1) * std::cos(theta) + r(0, 1) * std::sin(theta), r(1, 1)));
  sink.orientation(r);
}

void register_gimbal_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("gimbal_rotation",
                        "The second side may be inclined against axis 3 of the first, but not twisted: "
                        "turning about axis 3 is passed on at constant velocity.")
          .mbdyn({"gimbal rotation"}, "<a:axes>, <b:axes>"),
      build_pair_joint<GimbalRotation>);
}

}  // namespace pintle
