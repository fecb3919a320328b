#include "pintle/laws/function_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_scalar_function_elastic(const CheckedCard& card, LawBuildContext& context) {
  return make_law<N>(card, context, FunctionLaw<N>(read_functions<N>(card, "functions", context), {}, false));
}

}  // namespace

void register_scalar_function_elastic_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(
          CardSchema("law", "scalar_function_elastic")
              .synonyms({"nonlinear_elastic", "nonlinear_spring"})
              .mbdyn({"scalar function elastic", "scalar function elastic isotropic"}, "<functions:1>")
              .mbdyn({"scalar function elastic orthotropic"}, "<functions:dim>")
              .summary("Every component of the force is a function of that of the strain.")
              .alias("scalar_function_elastic_isotropic")
              .alias("scalar_function_elastic_orthotropic")
              .named_cards("functions", "function", "one for all components, or one for each")),
      {build_scalar_function_elastic<1>, build_scalar_function_elastic<3>, build_scalar_function_elastic<6>});
}

}  // namespace pintle
