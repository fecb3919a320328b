#include "pintle/joints/brake.h"

#include <fmt/format.h>

#include "pintle/joints/friction_card.h"
#include "pintle/joints/pair_joint_card.h"

namespace pintle {

namespace {

void build_brake(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  require_axes(card, sides, builder);
  FrictionContact contact = friction_contact(card, builder);
  Drive normal = builder.drive(card.drive_card("normal_force"), "N");
  if (contact.model)
    builder.set<BrakeSet>().add(label_of(card), sides.a, sides.b, std::move(contact), std::move(normal));
}

}  // namespace

void register_brake(Registry& registry) {
  CardSchema schema =
      pair_joint_schema("brake",
                        "A moment of friction about axis 3 of the first side, against the "
                        "relative rotation, under a given normal force.")
          .mbdyn({"brake"}, fmt::format("<a>, <b>, {}, <normal_force>", kBrakeFrictionSyntax));
  add_friction_fields(schema, false)
      .drive("normal_force", "that presses the surfaces together")
      .unit("N")
      .example(100);
  registry.add(std::move(schema), build_brake);
}

}  // namespace pintle
