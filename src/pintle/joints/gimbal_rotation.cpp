#include "pintle/joints/gimbal_rotation.h"

#include <fmt/format.h>

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

void register_gimbal_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("gimbal_rotation",
                        "The second side may be inclined against axis 3 of the first, but not twisted: "
                        "turning about axis 3 is passed on at constant velocity.")
          .mbdyn({"gimbal rotation"}, "<a:axes>, <b:axes>"),
      build_pair_joint<GimbalRotation>);
}

}  // namespace pintle
