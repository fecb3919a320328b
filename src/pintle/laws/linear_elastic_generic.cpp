#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_elastic_generic_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = true;
  registry.add(with_common_fields(CardSchema("law", "linear_elastic_generic")
                                      .mbdyn({"linear elastic generic"}, "<stiffness>")
                                      .summary("f = K strain with a matrix K.")
                                      .square("stiffness", "the matrix K")
                                      .law_unit({.force = 1, .strain = -1})
                                      .unit("any")
                                      .example(1000)),
               {build_elastic<1, kIsGeneric>, build_elastic<3, kIsGeneric>, build_elastic<6, kIsGeneric>});
}

}  // namespace pintle
