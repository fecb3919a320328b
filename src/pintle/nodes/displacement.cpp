// Displacement node: a point without axes; see displacement.md.
#include "pintle/system/registry.h"

namespace pintle {

void register_displacement(Registry& registry) {
  const Value zero = Value::list({0, 0, 0});
  registry.add(CardSchema("node", "displacement")
                   .synonyms({"point", "particle", "point_mass"})
                   .summary("A point: position without orientation, three equations of motion.")
                   .vector3("position", "where it starts, ground components")
                   .geometry(Geometry::position)
                   .unit("m")
                   .optional(zero)
                   .vector3("velocity", "at the start, ground components")
                   .geometry(Geometry::vector)
                   .unit("m/s")
                   .optional(zero)
                   .boolean("static", "without inertia: what acts on it balances at every instant")
                   .optional(false),
               [](const CheckedCard& card, SystemBuilder& builder) {
                 builder.add_displacement_node({card.name(), card.place()}, card.vector3("position"),
                                               card.vector3("velocity"));
                 builder.last_displacement().has_inertia = !card.boolean("static");
               });
}

}  // namespace pintle
