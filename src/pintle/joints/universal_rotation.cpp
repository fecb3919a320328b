#include "pintle/joints/universal_rotation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

std::string UniversalRotation::describe_trouble(const PairPose& pose) {
  const double cosine = std::clamp(std::abs(pose.E.col(2).dot(pose.F.col(1))), 0.0, 1.0);
  const double degrees = std::acos(cosine) * 180.0 / std::numbers::pi;
  if (degrees > 60.0) return {};
  return fmt::format(
      "Axis 3 of the first side and axis 2 of the second are {:.0f} degrees apart; they should be at right "
      "angles.",
      degrees);
}

void register_universal_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("universal_rotation",
                        "Axis 3 of the first side stays normal to axis 2 of the second; the points are "
                        "free: one equation.")
          .mbdyn({"universal rotation", "cardano rotation"}, "<a:axes>, <b:axes>")
          .alias("cardano_rotation"),
      build_pair_joint<UniversalRotation>);
}

}  // namespace pintle
