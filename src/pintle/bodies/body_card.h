// What the cards of all bodies have in common: the node that carries them and the rule of one body per node.
#pragma once

#include <fmt/format.h>

#include "pintle/system/registry.h"

namespace pintle {

inline CardSchema body_schema(std::string type, std::string summary) {
  return CardSchema("body", std::move(type))
      .summary(std::move(summary))
      .node("node", "the node that carries it")
      .field_synonyms({"at", "frame", "marker", "parent"})
      .real("mass", "mass")
      .unit("kg")
      .positive()
      .field_synonyms({"m", "physics_mass"})
      .hint({"position", "pos", "velocity", "angular_velocity", "initial_position", "initial_velocity"},
            "a body moves with its node: give the node this")
      .hint({"density", "volume", "shape"}, "give 'mass' and 'inertia'");
}

inline CardSchema& with_shares_node(CardSchema& schema) {
  return schema.boolean("shares_node", "true says that another body sits on the same node on purpose")
      .optional(false);
}

// A second body on a node says that it is meant.
inline void require_leave(const CheckedCard& card, const std::optional<std::string>& other,
                          Diagnostics& diagnostics) {
  if (!other || card.boolean("shares_node")) return;
  diagnostics.error(
      card.place_of("node"),
      fmt::format("{}: node '{}' already carries {}", describe(card.card()), card.text("node"), *other),
      "if both are meant, say \"shares_node\": true in this one");
}

// The node of a body, claimed by it; the ground when there is no such node (reported).
inline FrameIndex claim_node(const CheckedCard& card, SystemBuilder& builder) {
  if (card.node("node").empty()) return kGroundFrame;
  const FrameIndex frame = builder.frame_of(card.node("node"), card.place_of("node"));
  require_leave(card, builder.claim_inertia(frame, describe(card.card())), builder.diagnostics());
  return frame;
}

}  // namespace pintle
