#include "pintle/joints/in_line.h"

#include <fmt/format.h>

#include "pintle/joints/hinge_friction.h"

namespace pintle {

namespace {

void build_in_line(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<InLineJoint>(card, sides, builder);
  if (!card.has("friction")) return;
  if (FrictionContact contact = friction_contact(card, builder, false); contact.model)
    builder.set<LineFrictionSet>().add(label_of(card), sides, std::move(contact),
                                       builder.set<PairJointSet<InLineJoint>>());
}

}  // namespace

void register_in_line(Registry& registry) {
  CardSchema schema =
      pair_joint_schema("in_line",
                        "The second point stays on the line through the first along axis 3 of the first "
                        "side: one translation and three rotations are left.")
          .synonyms({"point_on_line", "inline_joint"})
          .mbdyn({"in line", "inline"}, fmt::format("<a:line>, <b:point>, [{}]", kLineFrictionSyntax));
  registry.add(std::move(add_friction_fields(schema, true, false)), build_in_line);
}

}  // namespace pintle
