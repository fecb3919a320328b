// Scalar node: one number with its rate; see scalar.md.
#include "pintle/system/registry.h"

namespace pintle {

void register_scalar(Registry& registry) {
  registry.add(CardSchema("node", "scalar")
                   .synonyms({"abstract", "modal_amplitude"})
                   .summary("One number with a second-order equation, such as a modal amplitude.")
                   .real("value", "at the start")
                   .unit("any")
                   .optional(0)
                   .real("rate", "at the start")
                   .unit("any/s")
                   .optional(0),
               [](const CheckedCard& card, SystemBuilder& builder) {
                 builder.add_scalar_node({card.name(), card.place()}, card.real("value"), card.real("rate"));
               });
}

}  // namespace pintle
