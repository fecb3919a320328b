#include "pintle/laws/function_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_scalar_function_viscoelastic(const CheckedCard& card, LawBuildContext& context) {
  const auto read = [&](std::string_view field) {
    return card.has(field) ? read_functions<N>(card, field, context) : typename FunctionLaw<N>::Functions{};
  };
  auto of_strain = read("functions");
  return make_law<N>(card, context, FunctionLaw<N>(std::move(of_strain), read("rate_functions"), true));
}

}  // namespace

void register_scalar_function_viscoelastic_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(
          CardSchema("law", "scalar_function_viscoelastic")
              .mbdyn({"scalar function viscoelastic", "scalar function viscoelastic isotropic"},
                     "<functions:1>, <rate_functions:1>")
              .mbdyn({"scalar function viscoelastic orthotropic"}, "<functions:dim>, <rate_functions:dim>")
              .summary("Functions of the strain and of its rate, component by component.")
              .alias("scalar_function_viscoelastic_isotropic")
              .named_cards("functions", "function", "of the strain: one for all components, or one for each")
              .optional()
              .named_cards("rate_functions", "function", "of the rate")),
      {build_scalar_function_viscoelastic<1>, build_scalar_function_viscoelastic<3>,
       build_scalar_function_viscoelastic<6>});
}

}  // namespace pintle
