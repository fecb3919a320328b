#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_viscous_generic_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = true;
  registry.add(with_common_fields(CardSchema("law", "linear_viscous_generic")
                                      .mbdyn({"linear viscous generic"}, "<viscosity>")
                                      .summary("f = C rate with a matrix C.")
                                      .square("viscosity", "the matrix C")
                                      .law_unit({.force = 1, .strain = -1, .seconds = 1})
                                      .unit("any")
                                      .example(10)),
               {build_viscous<1, kIsGeneric>, build_viscous<3, kIsGeneric>, build_viscous<6, kIsGeneric>});
}

}  // namespace pintle
