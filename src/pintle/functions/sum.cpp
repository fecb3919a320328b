#include "pintle/functions/pair_of_functions.h"

namespace pintle {

namespace {

struct Sum {
  FunctionValue operator()(const FunctionValue& a, const FunctionValue& b) const noexcept {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
  }
};

}  // namespace

void register_sum_function(FunctionRegistry& registry) {
  register_pair<Sum>(registry, "sum", "sum", "a(x) + b(x).");
}

}  // namespace pintle
