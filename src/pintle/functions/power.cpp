#include <cmath>

#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

struct Power {
  double p;
  // A factor that vanishes makes the derivative zero, also where the power has no value.
  static double term(double factor, double x, double exponent) noexcept {
    return factor == 0.0 ? 0.0 : factor * std::pow(x, exponent);
  }
  FunctionValue derivatives(double x) const noexcept {
    return {std::pow(x, p), term(p, x, p - 1.0), term(p * (p - 1.0), x, p - 2.0)};
  }
};

ScalarFunction build_power(const CheckedCard& card, FunctionBuildContext&) {
  return function_of(Power{card.real("exponent")});
}

}  // namespace

void register_power_function(FunctionRegistry& registry) {
  registry.add(CardSchema("function", "power")
                   .summary("x^p.")
                   .mbdyn({"pow"}, "<exponent>")
                   .alias("pow")
                   .real("exponent", "p")
                   .example(1.5),
               build_power);
}

}  // namespace pintle
