// Formulas: tree -> text of an expression drive.
#include <fmt/format.h>

#include <algorithm>

#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/formula_functions.h"

namespace pintle::mbdyn {

namespace {

class Writer {
 public:
  explicit Writer(SymbolTable& symbols) : symbols_(symbols) {}

  std::string text(const Formula& formula) {
    if (!changes(formula)) return number(formula);
    switch (formula.kind) {
      case Formula::Kind::variable:
        return symbols_.find(formula.name)->quantity;
      case Formula::Kind::unary:
        return fmt::format("({}{})", formula.name, text(formula.parts[0]));
      case Formula::Kind::binary:
        return fmt::format("({} {} {})", text(formula.parts[0]), formula.name, text(formula.parts[1]));
      case Formula::Kind::call:
        return call(formula);
      case Formula::Kind::sequence:
        // What comes before the last is done once: variables have no life while the model runs.
        for (std::size_t i = 0; i + 1 < formula.parts.size(); ++i) once(formula.parts[i]);
        return text(formula.parts.back());
      default:
        throw CardError(formula.place, "variables cannot change while the model runs",
                        "write the formula where the variable is used");
    }
  }

 private:
  // Whether the value depends on time or on the motion.
  bool changes(const Formula& formula) const {
    if (formula.kind == Formula::Kind::variable) {
      const Symbol* symbol = symbols_.find(formula.name);
      return symbol && !symbol->quantity.empty();
    }
    if (formula.kind == Formula::Kind::call && formula.name.starts_with("model::")) return true;
    return std::any_of(formula.parts.begin(), formula.parts.end(),
                       [this](const Formula& part) { return changes(part); });
  }

  void once(const Formula& formula) {
    if (changes(formula)) text(formula);  // says why not
    evaluate(formula, symbols_);
  }

  std::string number(const Formula& formula) {
    const Scalar value = evaluate(formula, symbols_);
    if (!is_number(value))
      throw CardError(formula.place, fmt::format("a number is needed, not the text {}", to_text(value)));
    const double number = to_real(value);
    return number < 0.0 ? fmt::format("({})", number) : fmt::format("{}", number);
  }

  std::string call(const Formula& formula) {
    if (formula.name.starts_with("model::")) return of_model(formula);
    const FormulaFunction* function = find_formula_function(formula.name);
    if (!function || formula.parts.size() != static_cast<std::size_t>(function->arguments)) {
      evaluate(formula, symbols_);  // says what is wrong
      throw CardError(formula.place, fmt::format("'{}' cannot be used while the model runs", formula.name));
    }
    std::string result;
    for (std::size_t i = 0; i < function->expression.size(); ++i) {
      if (function->expression[i] == '$')
        result += text(formula.parts[static_cast<std::size_t>(function->expression[++i] - '1')]);
      else
        result += function->expression[i];
    }
    return result;
  }

  std::string of_model(const Formula& formula) {
    evaluate(formula, symbols_);  // checks name, arguments and nodes
    const std::string_view name = std::string_view(formula.name).substr(7);
    const auto coordinate = [&](std::size_t argument, char axis) {
      return fmt::format("node.{}.position.{}",
                         std::get<std::int64_t>(evaluate(formula.parts[argument], symbols_)), axis);
    };
    const auto difference = [&](char axis) {
      return fmt::format("({} - {})", coordinate(1, axis), coordinate(0, axis));
    };
    if (name.ends_with("position")) return coordinate(0, name[0]);
    if (name != "distance") return difference(name[0]);
    return fmt::format("sqrt({}^2 + {}^2 + {}^2)", difference('x'), difference('y'), difference('z'));
  }

  SymbolTable& symbols_;
};

}  // namespace

std::string to_expression(const Formula& formula, SymbolTable& symbols) {
  return Writer(symbols).text(formula);
}

}  // namespace pintle::mbdyn
