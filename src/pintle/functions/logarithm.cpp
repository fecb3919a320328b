#include <cmath>

#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

struct Logarithm {
  double m, c;  // m over the logarithm of the base
  FunctionValue derivatives(double x) const noexcept { return {m * std::log(c * x), m / x, -m / (x * x)}; }
};

ScalarFunction build_logarithm(const CheckedCard& card, FunctionBuildContext& context) {
  const double m = card.real("multiplier"), c = card.real("coefficient");
  if (!card.has("base")) return function_of(Logarithm{m, c});
  if (card.real("base") == 1.0) {
    context.diagnostics.error(card.place_of("base"),
                              describe(card.card()) + ": there is no logarithm to base 1");
    return {};
  }
  return function_of(Logarithm{m / std::log(card.real("base")), c});
}

}  // namespace

void register_logarithm_function(FunctionRegistry& registry) {
  registry.add(CardSchema("function", "logarithm")
                   .summary("m log(c x), natural unless a base is given.")
                   .mbdyn({"log"}, "[base, <base>], [coefficient, <coefficient>], <multiplier>")
                   .alias("log")
                   .real("multiplier", "m")
                   .unit("any")
                   .optional(1.0)
                   .real("base", "left out: e")
                   .positive()
                   .optional()
                   .real("coefficient", "c")
                   .optional(1.0),
               build_logarithm);
}

}  // namespace pintle
