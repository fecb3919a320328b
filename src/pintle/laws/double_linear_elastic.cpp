#include "pintle/laws/double_linear_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_double_linear_elastic(const CheckedCard& card, LawBuildContext& context) {
  return make_law<N>(card, context, DoubleLinearLaw<N>(read_double_linear<N>(card, context)));
}

}  // namespace

CardSchema double_linear_schema(const char* type, const char* summary) {
  return CardSchema("law", type)
      .summary(summary)
      .real("stiffness", "within the bounds")
      .law_unit({.force = 1, .strain = -1})
      .unit("any")
      .example(1000)
      .real("upper_strain", "upper bound")
      .law_unit({.strain = 1})
      .unit("any")
      .example(0.1)
      .real("lower_strain", "lower bound")
      .law_unit({.strain = 1})
      .unit("any")
      .example(-0.1)
      .real("second_stiffness", "beyond the bounds")
      .law_unit({.force = 1, .strain = -1})
      .unit("any")
      .example(10000);
}

void register_double_linear_elastic_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(double_linear_schema("double_linear_elastic",
                                              "One stiffness within bounds of the strain, another beyond.")
                             .mbdyn({"double linear elastic"}, kDoubleLinearInMbdyn)),
      {build_double_linear_elastic<1>, build_double_linear_elastic<3>, nullptr});
}

}  // namespace pintle
