#include "pintle/joints/revolute_driver.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

std::string RevoluteDriver::describe_trouble(const PairPose& pose) {
  const double cosine = std::clamp(std::abs(pose.E.col(2).dot(pose.F.col(0))), 0.0, 1.0);
  const double degrees = std::acos(cosine) * 180.0 / std::numbers::pi;
  if (degrees > 30.0) return {};
  return fmt::format(
      "Axis 1 of the second side is {:.0f} degrees from axis 3 of the first, about which its angle is taken: "
      "where they are parallel there is no angle.",
      degrees);
}

namespace {

void build_revolute_driver(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<RevoluteDriver>(card, sides, builder, {prescribed_drive(card, "angle", "rad", builder)});
}

}  // namespace

void register_revolute_driver(Registry& registry) {
  registry.add(
      pair_joint_schema("revolute_driver",
                        "The angle of the second side about axis 3 of the first is given; points "
                        "and axes are free otherwise: one equation.")
          .synonyms({"motor", "rotational_motor", "rotation_motor", "motor_rotation_angle", "angle_motor"})
          .drive("angle", "from axis 1 of 'a' to axis 1 of 'b'; a drive of time")
          .unit("rad"),
      build_revolute_driver);
}

}  // namespace pintle
