#include <cmath>

#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

struct Exponential {
  double m, rate;  // b^(c x) = e^(rate x)
  FunctionValue derivatives(double x) const noexcept {
    const double value = m * std::exp(rate * x);
    return {value, rate * value, rate * rate * value};
  }
};

ScalarFunction build_exponential(const CheckedCard& card, FunctionBuildContext&) {
  const double base = card.has("base") ? std::log(card.real("base")) : 1.0;
  return function_of(Exponential{card.real("multiplier"), base * card.real("coefficient")});
}

}  // namespace

void register_exponential_function(FunctionRegistry& registry) {
  registry.add(CardSchema("function", "exponential")
                   .summary("m b^(c x), with b = e unless a base is given.")
                   .mbdyn({"exp"}, "[base, <base>], [coefficient, <coefficient>], <multiplier>")
                   .alias("exp")
                   .real("multiplier", "m")
                   .unit("any")
                   .optional(1.0)
                   .real("base", "b; left out: e")
                   .positive()
                   .optional()
                   .real("coefficient", "c")
                   .optional(1.0),
               build_exponential);
}

}  // namespace pintle
