#include "pintle/joints/revolute_hinge.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "pintle/joints/hinge_friction.h"

namespace pintle {

std::string RevoluteHinge::describe_trouble(const PairPose& pose) {
  const double cosine = std::clamp(pose.E.col(2).dot(pose.F.col(2)), -1.0, 1.0);
  const double degrees = std::acos(cosine) * 180.0 / std::numbers::pi;
  if (degrees < 30.0) return {};
  return fmt::format("The hinge axes are {:.0f} degrees apart.", degrees);
}

namespace {

void build_revolute_hinge(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<RevoluteHinge>(card, sides, builder);
  add_hinge_friction<RevoluteHinge>(card, sides, builder);
}

}  // namespace

void register_revolute_hinge(Registry& registry) {
  CardSchema schema =
      pair_joint_schema("revolute_hinge",
                        "Two points coincide and the third axes of both sides stay parallel: "
                        "one rotation is left, about axis 3.")
          .synonyms({"revolute_joint", "hinge", "hinge_joint", "pin", "pin_joint", "lock_revolute",
                     "rotational_joint"})
          .mbdyn({"revolute hinge", "plane hinge"}, fmt::format("<a>, <b>, [{}]", kFrictionSyntax))
          .mbdyn({"revolute pin", "plane pin"}, "<b>, <a:pin>");
  registry.add(std::move(add_friction_fields(schema, true)), build_revolute_hinge);
}

}  // namespace pintle
