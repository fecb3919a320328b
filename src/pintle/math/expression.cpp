// Compilation of an Expression from text.
#include "pintle/math/expression.h"

namespace pintle {

std::variant<Expression, ExpressionError> Expression::compile(std::string_view text,
                                                              const ExpressionResolver& resolver,
                                                              std::span<const std::string> known_names) {
  auto parsed = parse_expression(text, resolver, known_names);
  if (auto* error = std::get_if<ExpressionError>(&parsed)) return std::move(*error);
  return Expression(std::get<ExpressionProgram>(std::move(parsed)), std::string(text));
}

}  // namespace pintle
