#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_viscoelastic_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = false;
  registry.add(
      with_common_fields(CardSchema("law", "linear_viscoelastic")
                             .synonyms({"viscoelastic", "spring_damper", "kelvin_voigt"})
                             .mbdyn({"linear viscoelastic", "linear viscoelastic isotropic"},
                                    "<stiffness>, {proportional, <proportional> | <viscosity>}")
                             .summary("f = k strain + c rate, the same for every component.")
                             .alias("linear_viscoelastic_isotropic")
                             .real("stiffness", "of every component")
                             .law_unit({.force = 1, .strain = -1})
                             .field_synonyms({"k", "young_modulus", "spring_constant"})
                             .unit("any")
                             .example(1000)
                             .real("viscosity", "of every component")
                             .law_unit({.force = 1, .strain = -1, .seconds = 1})
                             .field_synonyms({"c", "d", "damping"})
                             .unit("any")
                             .example(10)
                             .optional()
                             .real("proportional", "instead of the viscosity: its ratio to the stiffness")
                             .unit("s")
                             .optional()),
      {build_viscoelastic<1, kIsGeneric>, build_viscoelastic<3, kIsGeneric>,
       build_viscoelastic<6, kIsGeneric>});
}

}  // namespace pintle
