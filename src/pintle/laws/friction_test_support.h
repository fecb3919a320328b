// For the tests of friction: building a model from a card, and its derivatives against differences.
#pragma once

#include <string>

#include "pintle/laws/law_test_support.h"

namespace pintle::law_test {

// f_s = static friction: a constant, or m e^(c v).
inline Value constant_friction(double value) { return Value::map({{"type", "constant"}, {"value", value}}); }
inline Value falling_friction(double m, double c) {
  return Value::map({{"type", "exponential"}, {"multiplier", m}, {"coefficient", c}});
}

inline FrictionPointer build_friction(const std::string& type, Fields fields) {
  FunctionRegistry functions;
  LawRegistry laws;
  register_all_functions(functions);
  register_all_laws(laws);
  Diagnostics diagnostics;
  FunctionBuildContext function_context{diagnostics, {}};
  LawBuildContext context{diagnostics,
                          laws,
                          {},
                          [&](const Card& card) {
                            return functions.build(check_card(card, *functions.find(card.type), diagnostics),
                                                   function_context);
                          },
                          {}};
  const Card card = law_card(type, fields);
  const CheckedCard checked = check_card(card, *laws.find(card.type), diagnostics);
  FrictionPointer model = laws.build_friction(checked, context);
  EXPECT_EQ(diagnostics.to_text(), "");
  return model;
}

// Both terms against central differences; h = 1e-6 leaves 1e-9 of the size of the third derivatives (1e3
// here).
inline void expect_derivatives_match(const FrictionModel& model, const FrictionInputs& in) {
  constexpr double kStep = 1e-6;
  const FrictionResponse r = model.respond(in);
  const auto compare = [&](double FrictionInputs::*what, double by_coefficient, double by_bristles) {
    FrictionInputs above = in, below = in;
    above.*what += kStep;
    below.*what -= kStep;
    const FrictionResponse a = model.respond(above), b = model.respond(below);
    EXPECT_NEAR((a.coefficient.value - b.coefficient.value) / (2 * kStep), by_coefficient, 1e-6);
    EXPECT_NEAR((a.bristles.value - b.bristles.value) / (2 * kStep), by_bristles, 1e-5);
  };
  compare(&FrictionInputs::velocity, r.coefficient.by_velocity, r.bristles.by_velocity);
  compare(&FrictionInputs::deflection, r.coefficient.by_deflection, r.bristles.by_deflection);
  compare(&FrictionInputs::deflection_rate, r.coefficient.by_rate, r.bristles.by_rate);
}

}  // namespace pintle::law_test
