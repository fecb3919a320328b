// Static node: position and orientation without inertia; see static.md.
#include "pintle/nodes/node_card.h"

namespace pintle {

void register_static(Registry& registry) {
  registry.add(
      structural_node_schema(
          "static", "Position and orientation without inertia: what acts on it balances at every instant.")
          .synonyms({"massless"}),
      [](const CheckedCard& card, SystemBuilder& builder) {
        constexpr bool kHasInertia = false;
        builder.add_structural_node({card.name(), card.place()}, start_from(card, builder.diagnostics()),
                                    kHasInertia);
        hold(builder.last_structural(), card);
      });
}

}  // namespace pintle
