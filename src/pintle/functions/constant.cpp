#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

struct Constant {
  double c;
  FunctionValue derivatives(double) const noexcept { return {c, 0.0, 0.0}; }
};

ScalarFunction build_constant(const CheckedCard& card, FunctionBuildContext&) {
  return function_of(Constant{card.real("value")});
}

}  // namespace

void register_constant_function(FunctionRegistry& registry) {
  registry.add(CardSchema("function", "constant")
                   .summary("The same value everywhere.")
                   .mbdyn({"const"}, "<value>")
                   .alias("const")
                   .real("value", "the value")
                   .unit("any"),
               build_constant);
}

}  // namespace pintle
