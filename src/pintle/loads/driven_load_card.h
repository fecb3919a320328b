// What the cards of forces and couples have in common.
#pragma once

#include <fmt/format.h>

#include "pintle/loads/driven_load_set.h"
#include "pintle/system/registry.h"

namespace pintle {

inline CardSchema driven_load_schema(std::string type, std::string summary, std::string unit) {
  return CardSchema("load", std::move(type))
      .summary(std::move(summary))
      .attachment("at", "where it acts: a node with offset and axes")
      .field_synonyms({"node", "body", "marker", "frame", "on"})
      .drive3("value", "components, in the axes that 'follower' says")
      .geometry(Geometry::vector, "follower")
      .unit(std::move(unit))
      .field_synonyms(
          {"force", "torque", "moment", "couple", "vector", "load_vector", "components", "magnitude"})
      .boolean("follower",
               "true: components in the axes of 'at', turning with them; false: in those of the ground")
      .optional(false)
      .field_synonyms({"local", "body_fixed", "is_local", "relative"})
      .attachment("reaction_on", "where the equal and opposite load acts, for an internal load")
      .optional()
      .field_synonyms({"reaction", "action_reaction", "other"})
      .hint({"position", "point", "location", "offset", "application_point"},
            "the point is that of 'at': give it an 'offset'");
}

template <class Kind>
void build_driven_load(const CheckedCard& card, SystemBuilder& builder, std::string_view unit) {
  const auto refuse = [&](std::string_view field, const std::string& message, std::string advice) {
    builder.diagnostics().error(card.place_of(field), describe(card.card()) + ": " + message,
                                std::move(advice));
  };
  const AttachmentDesc at = card.attachment("at"), reaction_on = card.attachment("reaction_on");
  DrivenLoad load;
  load.has_reaction = card.has("reaction_on");
  if (!card.has_errors() && load.has_reaction && at.node == reaction_on.node)
    refuse("reaction_on", "acts and reacts on the same node",
           "give two different nodes, or leave out 'reaction_on'");
  if (!card.has_errors() && !load.has_reaction && at.is_ground())
    refuse("at", "a load on the ground moves nothing", "give a node");

  load.at = builder.attach(at);
  if (load.has_reaction) load.reaction_on = builder.attach(reaction_on);
  load.value = builder.driven_vector(card, "value", unit);
  load.is_follower = card.boolean("follower");
  for (const auto& [field, frame] :
       {std::pair("at", load.at.frame), std::pair("reaction_on", load.reaction_on.frame)})
    if (!Kind::kHasForce && frame != kGroundFrame && builder.node(frame).type == "displacement")
      refuse(field,
             fmt::format("node '{}' has no orientation, so no couple can act on it",
                         builder.node(frame).label.name),
             "use a dynamic or static node");
  builder.set<DrivenLoadSet<Kind>>().add({card.name(), card.place()}, std::move(load));
}

}  // namespace pintle
