#include "pintle/laws/double_linear_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_double_linear_viscoelastic(const CheckedCard& card, LawBuildContext& context) {
  auto data = read_double_linear<N>(card, context);
  data.c1 = card.real("viscosity");
  data.c2 = card.has("second_viscosity") ? card.real("second_viscosity") : data.c1;
  return make_law<N>(card, context, DoubleLinearLaw<N>(data));
}

}  // namespace

void register_double_linear_viscoelastic_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(
          double_linear_schema("double_linear_viscoelastic",
                               "One stiffness within bounds of the strain, another beyond; with viscosity.")
              .mbdyn(
                  {"double linear viscoelastic"},
                  std::string(kDoubleLinearInMbdyn) + ", <viscosity>, [second damping, <second_viscosity>]")
              .real("viscosity", "of every component")
              .law_unit({.force = 1, .strain = -1, .seconds = 1})
              .unit("any")
              .example(10)
              .real("second_viscosity", "beyond the bounds; left out: the same")
              .law_unit({.force = 1, .strain = -1, .seconds = 1})
              .unit("any")
              .optional()),
      {build_double_linear_viscoelastic<1>, build_double_linear_viscoelastic<3>, nullptr});
}

}  // namespace pintle
