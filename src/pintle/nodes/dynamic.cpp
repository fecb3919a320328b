// Dynamic node: position and orientation with inertia; see dynamic.md.
#include "pintle/nodes/node_card.h"

namespace pintle {

void register_dynamic(Registry& registry) {
  registry.add(
      structural_node_schema(
          "dynamic",
          "Position and orientation, with the inertia that bodies give it: six equations of motion.")
          .synonyms({"structural", "frame", "rigid", "rigid_body"})
          .alias("modal"),
      [](const CheckedCard& card, SystemBuilder& builder) {
        builder.add_structural_node({card.name(), card.place()}, start_from(card, builder.diagnostics()));
        hold(builder.last_structural(), card);
      });
  registry.schemas().set_default_type("node", "dynamic");
}

}  // namespace pintle
