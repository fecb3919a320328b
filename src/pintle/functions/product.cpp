#include "pintle/functions/pair_of_functions.h"

namespace pintle {

namespace {

struct Product {
  FunctionValue operator()(const FunctionValue& a, const FunctionValue& b) const noexcept {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2.0 * a.first * b.first + a.value * b.second};
  }
};

}  // namespace

void register_product_function(FunctionRegistry& registry) {
  register_pair<Product>(registry, "product", "mul", "a(x) b(x).");
}

}  // namespace pintle
