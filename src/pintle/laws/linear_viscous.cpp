#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_viscous_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = false;
  registry.add(with_common_fields(CardSchema("law", "linear_viscous")
                                      .synonyms({"viscous", "damper", "dashpot"})
                                      .mbdyn({"linear viscous", "linear viscous isotropic"}, "<viscosity>")
                                      .summary("f = c rate, the same viscosity for every component.")
                                      .alias("linear_viscous_isotropic")
                                      .real("viscosity", "of every component")
                                      .law_unit({.force = 1, .strain = -1, .seconds = 1})
                                      .field_synonyms({"c", "d", "damping"})
                                      .unit("any")
                                      .example(10)),
               {build_viscous<1, kIsGeneric>, build_viscous<3, kIsGeneric>, build_viscous<6, kIsGeneric>});
}

}  // namespace pintle
