#include "pintle/laws/law_registry.h"

#include <fmt/format.h>

namespace pintle {

bool LawRegistry::is_dimension_good(const CheckedCard& card, int wanted, bool is_known,
                                    Diagnostics& diagnostics) {
  const auto needed = [&] { return fmt::format("the element needs a law of dimension {}", wanted); };
  if (!is_known) {
    diagnostics.error(card.place(),
                      fmt::format("{}: {}, which this law does not have", describe(card.card()), needed()),
                      "choose another law");
    return false;
  }
  if (card.has("dim") && card.integer("dim") != wanted) {
    diagnostics.error(
        card.place_of("dim"),
        fmt::format("{}: {}, but it says {}", describe(card.card()), needed(), card.integer("dim")),
        "leave out 'dim', or use another law");
    return false;
  }
  return true;
}

FrictionPointer LawRegistry::build_friction(const CheckedCard& card, LawBuildContext& context) const {
  const FrictionBuild chosen = build_of(card).friction;
  if (chosen) return chosen(card, context);
  context.diagnostics.error(card.place(), describe(card.card()) + ": this is no model of friction",
                            "choose modlugre or discrete_coulomb");
  return nullptr;
}

CardSchema with_common_fields(CardSchema schema) {
  return schema.integer("dim", "1, 3 or 6; left out: as the element needs it")
      .at_least(1)
      .at_most(6)
      .optional()
      .drives("prestress", "force without strain, added to what the law says")
      .law_unit({.force = 1})
      .unit("any")
      .optional()
      .drives("prestrain", "subtracted from the strain before the law sees it")
      .law_unit({.strain = 1})
      .unit("any")
      .optional();
}

}  // namespace pintle
