// A scalar expression: compiled once from text, evaluated without allocation, with exact derivatives.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "pintle/math/expression_parser.h"
#include "pintle/math/expression_program.h"

namespace pintle {

//   const auto slot = [](std::string_view name) { return name == "t" ? std::optional(0) : std::nullopt; };
//   const Expression f = std::get<Expression>(Expression::compile("2*sin(3*t)", slot));
//   f.value(std::array{0.5});
// `inputs` is indexed by slot and must reach the largest slot used. Where the function is singular the result
// is infinite or not a number. Cheap to copy.
class Expression {
 public:
  static std::variant<Expression, ExpressionError> compile(std::string_view text,
                                                           const ExpressionResolver& resolver,
                                                           std::span<const std::string> known_names = {});

  // A program that another front end has built; the text is for messages only.
  Expression(ExpressionProgram program, std::string text)
      : content_(std::make_shared<const Content>(Content{std::move(program), std::move(text)})) {}

  double value(std::span<const double> inputs) const noexcept { return content_->program.value(inputs); }

  // gradient[k] is the derivative with respect to inputs_used()[k]; it may be longer than that.
  double value_and_gradient(std::span<const double> inputs, std::span<double> gradient) const noexcept {
    return content_->program.value_and_gradient(inputs, gradient);
  }

  // Value, first and second derivative with respect to one input, the others held fixed.
  ExpressionDerivatives derivatives(std::span<const double> inputs, int slot) const noexcept {
    return content_->program.derivatives(inputs, slot);
  }

  // The same when every input moves along with a parameter; its derivatives by that parameter are given.
  ExpressionDerivatives along(std::span<const ExpressionDerivatives> inputs) const noexcept {
    return content_->program.along(inputs);
  }

  // Which of its pieces a formula with comparisons, min, max, abs, ... is in.
  std::uint64_t piece(std::span<const double> inputs) const noexcept {
    return content_->program.piece(inputs);
  }
  bool has_pieces() const noexcept { return content_->program.has_pieces(); }

  // Slots that the value depends on, ascending.
  std::span<const int> inputs_used() const noexcept { return content_->program.inputs_used(); }
  const std::string& text() const noexcept { return content_->text; }
  const ExpressionProgram& program() const noexcept { return content_->program; }

 private:
  struct Content {
    ExpressionProgram program;
    std::string text;
  };
  std::shared_ptr<const Content> content_;
};

}  // namespace pintle
