// What the cards of all bodies have in common: the node that carries them and the rule of one body per node.
#pragma once

#include <fmt/format.h>

#include "pintle/system/registry.h"

namespace pintle {

inline CardSchema body_schema(std::string type, std::string summary) {
  return CardSchema("body", std::move(type))
      .summary(std::move(summary))
      .node("node", "the node that carries it")
      .real("mass", "mass")
      .unit("kg")
      .positive();
}

inline CardSchema& with_shares_node(CardSchema& schema) {
  return schema.boolean("shares_node", "true says that another body sits on the same node on purpose")
      .optional(false);
}

// The node of a body, claimed by it; the ground when there is no such node (reported).
inline FrameIndex claim_node(const CheckedCard& card, SystemBuilder& builder) {
  if (card.node("node").empty()) return kGroundFrame;
  const FrameIndex frame = builder.frame_of(card.node("node"), card.place_of("node"));
  const auto other = builder.claim_inertia(frame, describe(card.card()));
  if (other && !card.boolean("shares_node"))
    builder.diagnostics().error(
        card.place_of("node"),
        fmt::format("{}: node '{}' already carries {}", describe(card.card()), card.node("node"), *other),
        "if both are meant, say \"shares_node\": true in this one");
  return frame;
}

}  // namespace pintle
