// What the cards of joints on the velocity or the acceleration of one attachment have in common.
#pragma once

#include "pintle/joints/node_motion_set.h"
#include "pintle/joints/pair_joint_card.h"

namespace pintle {

template <class Joint>
CardSchema node_motion_schema(std::string type, std::string summary) {
  CardSchema schema("joint", std::move(type));
  schema.summary(std::move(summary))
      .attachment("at", "whose motion: a node with offset and axes")
      .vector3("direction", "in the axes of 'at', with which it turns; its length does not matter");
  if constexpr (!Joint::kNeedsAxes) schema.geometry(Geometry::vector, "not fixed");
  schema.drive("value", "of the component along the direction; a drive of time")
      .unit(std::string(Joint::kUnit))
      .optional(0);
  if constexpr (!Joint::kNeedsAxes)
    schema.boolean("fixed", "true: the direction is in ground components and does not turn").optional(false);
  return schema;
}

template <class Joint>
void build_node_motion(const CheckedCard& card, SystemBuilder& builder) {
  const Attachment at = builder.attach(card.attachment("at"));
  const Vec3 direction = card.vector3("direction");
  if (!card.has_errors()) {
    const auto refuse = [&](std::string_view field, const std::string& message, std::string advice) {
      builder.diagnostics().error(card.place_of(field), describe(card.card()) + ": " + message,
                                  std::move(advice));
    };
    if (card.attachment("at").is_ground()) refuse("at", "the ground does not move", "give a node");
    if (direction.isZero(0.0))
      refuse("direction", "the direction has no length", "give an axis, as in [0, 1, 0]");
    if constexpr (Joint::kNeedsAxes) require_axes(card, {Attachment{}, at}, builder);
  }
  bool is_fixed = false;
  if constexpr (!Joint::kNeedsAxes) is_fixed = card.boolean("fixed");
  builder.set<NodeMotionSet<Joint>>().add(label_of(card), at, direction,
                                          prescribed_drive(card, "value", Joint::kUnit, builder), is_fixed);
}

}  // namespace pintle
