#include "pintle/laws/bistop_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_linear_viscoelastic_bistop(const CheckedCard& card, LawBuildContext& context) {
  constexpr bool kIsGeneric = true;
  return make_bistop<N>(card, context, build_viscoelastic<N, kIsGeneric>(card, context));
}

}  // namespace

void register_linear_viscoelastic_bistop_law(LawRegistry& registry) {
  registry.add(with_common_fields(with_conditions(
                   CardSchema("law", "linear_viscoelastic_bistop")
                       .mbdyn({"linear viscoelastic bistop"},
                              "<stiffness:either>, {proportional, <proportional> | "
                              "<viscosity:either>}, [{initial state | initial status}, <initial_state>], "
                              "<activating_condition>, <deactivating_condition>")
                       .mbdyn({"linear viscoelastic generic bistop"},
                              "<stiffness>, {proportional, <proportional> | <viscosity>}, [{initial state | "
                              "initial status}, "
                              "<initial_state>], <activating_condition>, <deactivating_condition>")
                       .summary("f = K strain + C rate while it is switched on.")
                       .alias("linear_viscoelastic_generic_bistop")
                       .square("stiffness", "the matrix K")
                       .law_unit({.force = 1, .strain = -1})
                       .unit("any")
                       .example(1000)
                       .square("viscosity", "the matrix C")
                       .law_unit({.force = 1, .strain = -1, .seconds = 1})
                       .unit("any")
                       .optional()
                       .real("proportional", "instead of the viscosity: its ratio to the stiffness")
                       .unit("s")
                       .optional())),
               {build_linear_viscoelastic_bistop<1>, build_linear_viscoelastic_bistop<3>,
                build_linear_viscoelastic_bistop<6>});
}

}  // namespace pintle
