#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_viscoelastic_generic_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = true;
  registry.add(
      with_common_fields(CardSchema("law", "linear_viscoelastic_generic")
                             .mbdyn({"linear viscoelastic generic"},
                                    "<stiffness>, {proportional, <proportional> | <viscosity>}")
                             .summary("f = K strain + C rate with matrices K and C.")
                             .square("stiffness", "the matrix K")
                             .law_unit({.force = 1, .strain = -1})
                             .unit("any")
                             .example(1000)
                             .square("viscosity", "the matrix C")
                             .law_unit({.force = 1, .strain = -1, .seconds = 1})
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
