// The analysis card of type "equilibrium".
#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/equilibrium.h"
#include "pintle/system/registry.h"

namespace pintle {

CardSchema& with_equilibrium_fields(CardSchema& schema) {
  return schema.real("start_time", "time at which loads and drives are taken")
      .unit("s")
      .optional(0.0)
      .real("tolerance", "what may be out of balance, relative to the largest force or moment")
      .positive()
      .optional(1e-10)
      .integer("max_iterations", "that the search for the equilibrium may take")
      .at_least(1)
      .optional(200);
}

EquilibriumSettings read_equilibrium(const CheckedCard& card) {
  EquilibriumSettings settings;
  settings.time = card.real("start_time");
  settings.tolerance = card.real("tolerance");
  settings.max_iterations = card.integer("max_iterations");
  settings.assembly = read_assembly(card);
  settings.is_at_rest = card.type() == "linear" && card.boolean("at_rest");
  return settings;
}

void register_equilibrium_analysis(Registry& registry) {
  CardSchema schema("analysis", "equilibrium");
  schema.summary("Where the model comes to rest: loads and reactions in balance, joints met.");
  registry.add(std::move(with_assembly_fields(with_equilibrium_fields(schema))));
}

}  // namespace pintle
