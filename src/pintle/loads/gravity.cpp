// Gravity: one acceleration for all masses; see gravity.md.
#include "pintle/system/registry.h"

namespace pintle {

void register_gravity(Registry& registry) {
  registry.add(CardSchema("gravity", "gravity")
                   .synonyms({"uniform_gravity", "weight"})
                   .summary("The acceleration of gravity, the same everywhere; all masses have weight in it.")
                   .alias("uniform")
                   .drive3("acceleration", "ground components")
                   .geometry(Geometry::vector)
                   .unit("m/s^2")
                   .example(Value::list({0, 0, -9.81})),
               [](const CheckedCard& card, SystemBuilder& builder) {
                 builder.set_gravity(builder.driven_vector(card, "acceleration", "m/s^2"));
               });
}

}  // namespace pintle
