#include "pintle/laws/linear_law.h"

namespace pintle {

void register_linear_elastic_law(LawRegistry& registry) {
  constexpr bool kIsGeneric = false;
  registry.add(with_common_fields(CardSchema("law", "linear_elastic")
                                      .synonyms({"elastic", "spring", "hooke"})
                                      .mbdyn({"linear elastic", "linear elastic isotropic"}, "<stiffness>")
                                      .summary("f = k strain, the same stiffness for every component.")
                                      .alias("linear_elastic_isotropic")
                                      .real("stiffness", "of every component")
                                      .law_unit({.force = 1, .strain = -1})
                                      .field_synonyms({"k", "young_modulus", "spring_constant"})
                                      .unit("any")
                                      .example(1000)),
               {build_elastic<1, kIsGeneric>, build_elastic<3, kIsGeneric>, build_elastic<6, kIsGeneric>});
}

}  // namespace pintle
