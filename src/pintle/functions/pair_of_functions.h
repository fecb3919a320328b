// A function made of two others by an operation: sum, difference, product, quotient.
#pragma once

#include <string>
#include <utility>

#include "pintle/functions/function_registry.h"

namespace pintle {

// Operation: a stateless callable FunctionValue(FunctionValue, FunctionValue).
template <class Operation>
struct PairOfFunctions {
  ScalarFunction a, b;
  FunctionValue derivatives(double x) const noexcept {
    return Operation{}(a.derivatives(x), b.derivatives(x));
  }
};

template <class Operation>
ScalarFunction build_pair(const CheckedCard& card, FunctionBuildContext& context) {
  return function_of(
      PairOfFunctions<Operation>{context.nested(card.named_card("a")), context.nested(card.named_card("b"))});
}

template <class Operation>
void register_pair(FunctionRegistry& registry, const std::string& type, const std::string& mbdyn,
                   std::string summary) {
  CardSchema schema("function", type);
  if (mbdyn != type) schema.alias(mbdyn);
  registry.add(schema.mbdyn({mbdyn}, "<a>, <b>")
                   .summary(std::move(summary))
                   .named_card("a", "function", "first function: a name, a number, or an object")
                   .named_card("b", "function", "second function"),
               build_pair<Operation>);
}

}  // namespace pintle
