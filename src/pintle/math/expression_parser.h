// Text of a scalar expression -> byte code.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/math/expression_program.h"

namespace pintle {

struct ExpressionError {
  std::size_t offset;  // byte in the text
  std::string message;
};

// The input slot of a name, or nothing if there is no such name.
using ExpressionResolver = std::function<std::optional<int>(std::string_view name)>;

// From weakest to strongest: a ? b : c;  || ~|;  &&;  == !=;  < <= > >=;  + -;  * / %;  unary - + !;  ^ (from
// the right, so that -x^2 = -(x^2) and 2^-x is fine). Truth is 1 or 0, and every number but 0 is true.
// `known_names` serves suggestions only.
std::variant<ExpressionProgram, ExpressionError> parse_expression(
    std::string_view text, const ExpressionResolver& resolver, std::span<const std::string> known_names = {});

}  // namespace pintle
