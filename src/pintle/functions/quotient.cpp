#include "pintle/functions/pair_of_functions.h"

namespace pintle {

namespace {

struct Quotient {
  FunctionValue operator()(const FunctionValue& a, const FunctionValue& b) const noexcept {
    // a = q b, differentiated twice and solved for q, q', q''
    const double q = a.value / b.value;
    const double first = (a.first - q * b.first) / b.value;
    return {q, first, (a.second - 2.0 * first * b.first - q * b.second) / b.value};
  }
};

}  // namespace

void register_quotient_function(FunctionRegistry& registry) {
  register_pair<Quotient>(registry, "quotient", "div", "a(x) / b(x).");
}

}  // namespace pintle
