#include "pintle/laws/bistop_law.h"

namespace pintle {

namespace {

template <int N>
LawPointer<N> build_linear_elastic_bistop(const CheckedCard& card, LawBuildContext& context) {
  constexpr bool kIsGeneric = true;
  return make_bistop<N>(card, context, build_elastic<N, kIsGeneric>(card, context));
}

}  // namespace

CardSchema with_conditions(CardSchema schema) {
  return schema
      .choice("initial_state", {"inactive", "active"}, "at the start; the conditions are asked then, too")
      .optional("inactive")
      .drive("activating_condition", "not zero: switches the law on")
      .unit("any")
      .example("t > 1")
      .drive("deactivating_condition", "not zero: switches it off")
      .unit("any")
      .example("t > 2");
}

void register_linear_elastic_bistop_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(with_conditions(
          CardSchema("law", "linear_elastic_bistop")
              .mbdyn({"linear elastic bistop"},
                     "<stiffness:either>, [{initial state | initial status}, <initial_state>], "
                     "<activating_condition>, <deactivating_condition>")
              .mbdyn(
                  {"linear elastic generic bistop"},
                  "<stiffness>, [{initial state | initial status}, <initial_state>], <activating_condition>, "
                  "<deactivating_condition>")
              .summary("f = K strain while it is switched on.")
              .alias("linear_elastic_generic_bistop")
              .square("stiffness", "the matrix K")
              .law_unit({.force = 1, .strain = -1})
              .unit("any")
              .example(1000))),
      {build_linear_elastic_bistop<1>, build_linear_elastic_bistop<3>, build_linear_elastic_bistop<6>});
}

}  // namespace pintle
