// Names and a compiler for the tests of expressions.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/math/expression.h"

namespace pintle::expression_test {

inline std::optional<int> slot_of(std::string_view name) {
  if (name == "t") return 0;
  if (name == "x") return 1;
  if (name == "y") return 2;
  if (name == "node.hub.position.z") return 5;
  return std::nullopt;
}

inline const std::vector<std::string> kNames{"t", "x", "y", "node.hub.position.z"};

inline Expression compile(std::string_view text) {
  auto result = Expression::compile(text, slot_of, kNames);
  if (const auto* error = std::get_if<ExpressionError>(&result)) {
    ADD_FAILURE() << text << ": " << error->message;
    return compile("0");
  }
  return std::get<Expression>(result);
}

}  // namespace pintle::expression_test
