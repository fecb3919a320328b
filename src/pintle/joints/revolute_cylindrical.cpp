#include "pintle/joints/revolute_cylindrical.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

std::string RevoluteCylindrical::describe_trouble(const PairPose& pose) {
  const double cosine = std::clamp(std::abs(pose.E.col(2).dot(pose.F.col(2))), 0.0, 1.0);
  const double degrees = std::acos(cosine) * 180.0 / std::numbers::pi;
  if (degrees > 60.0) return {};
  return fmt::format(
      "The line of the first side and the hinge axis of the second (axis 3 of each) are {:.0f} degrees "
      "apart; "
      "they should be at right angles.",
      degrees);
}

void register_revolute_cylindrical(Registry& registry) {
  registry.add(pair_joint_schema("revolute_cylindrical",
                                 "A hinge on a slide: the second point stays on the line through the first "
                                 "along axis 3 of the first side, and axis 3 of the second side, the hinge, "
                                 "stays normal to that line: three equations."),
               build_pair_joint<RevoluteCylindrical>);
}

}  // namespace pintle
