// For the tests of functions: building one from a card, derivatives against differences.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "pintle/functions/register_all_functions.h"

namespace pintle::function_test {

struct BuiltFunction {
  ScalarFunction function;
  std::string problems;  // one diagnostic per line
};

// Checks the card against its schema and builds it, as the assembler does; all functions may be nested.
inline BuiltFunction build(Card card) {
  FunctionRegistry registry;
  register_all_functions(registry);
  BuiltFunction result;
  Diagnostics diagnostics;
  FunctionBuildContext context{diagnostics, {}};
  context.nested = [&](const Card& nested) {
    const CheckedCard checked = check_card(nested, *registry.find(nested.type), diagnostics);
    return checked.has_errors() ? ScalarFunction() : registry.build(checked, context);
  };
  card.kind = "function";
  result.function = context.nested(card);
  result.problems = diagnostics.to_text();
  return result;
}

inline ScalarFunction build(std::string type, std::initializer_list<std::pair<std::string, Value>> fields) {
  Card card;
  card.type = std::move(type);
  for (const auto& [name, value] : fields) card.set(name, value);
  const BuiltFunction built = build(card);
  EXPECT_EQ(built.problems, "");
  return built.function;
}

inline std::string problems(std::string type, std::initializer_list<std::pair<std::string, Value>> fields) {
  Card card;
  card.type = std::move(type);
  for (const auto& [name, value] : fields) card.set(name, value);
  return build(card).problems;
}

inline Value rows(std::initializer_list<std::pair<double, double>> points) {
  ValueList list;
  for (const auto& [x, y] : points) list.push_back(Value::list({x, y}));
  return list;
}

// Central differences at places inside smooth pieces. With h = 1e-4 those of a function of unit scale err by
// h^2/6 = 2e-9 (first) and 2^-53 * 4/h^2 = 5e-8 (second).
inline void expect_derivatives_match(const ScalarFunction& function, std::initializer_list<double> places,
                                     double scale = 1.0) {
  for (const double x : places) {
    const double h = 1e-4;
    const FunctionValue f = function.derivatives(x);
    EXPECT_EQ(f.value, function.value(x)) << "at " << x;
    const double above = function.value(x + h), below = function.value(x - h);
    EXPECT_NEAR(f.first, (above - below) / (2.0 * h), 1e-7 * scale) << "at " << x;
    EXPECT_NEAR(f.second, (above - 2.0 * f.value + below) / (h * h), 1e-6 * scale) << "at " << x;
  }
}

}  // namespace pintle::function_test
