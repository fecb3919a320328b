// FunctionRegistry: every type of scalar function with its schema and the function that builds it.
#pragma once

#include <functional>

#include "pintle/base/diagnostics.h"
#include "pintle/functions/function.h"
#include "pintle/model/type_registry.h"

namespace pintle {

// What building a function may ask of its surroundings.
struct FunctionBuildContext {
  Diagnostics& diagnostics;
  // Builds a function that another one is made of; the card may be just a name.
  std::function<ScalarFunction(const Card& card)> nested;
};

using FunctionBuild = ScalarFunction (*)(const CheckedCard&, FunctionBuildContext&);

class FunctionRegistry : public TypeRegistry<FunctionBuild> {
 public:
  FunctionRegistry() : TypeRegistry("function") {}

  ScalarFunction build(const CheckedCard& card, FunctionBuildContext& context) const {
    return build_of(card)(card, context);
  }
};

}  // namespace pintle
