#include "pintle/functions/pair_of_functions.h"

namespace pintle {

namespace {

struct Difference {
  FunctionValue operator()(const FunctionValue& a, const FunctionValue& b) const noexcept {
    return {a.value - b.value, a.first - b.first, a.second - b.second};
  }
};

}  // namespace

void register_difference_function(FunctionRegistry& registry) {
  register_pair<Difference>(registry, "difference", "sub", "a(x) - b(x).");
}

}  // namespace pintle
