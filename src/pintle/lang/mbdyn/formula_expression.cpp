// Formulas: tree -> text of an expression drive.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/formula_functions.h"
#include "pintle/lang/mbdyn/model_functions.h"

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

  // model::node::structural(8, "X[3]"), model::element::joint(1, "rz")
  std::optional<std::string> quantity(const Formula& formula, std::string_view name) {
    const std::size_t colons = name.find("::");
    if (colons == std::string_view::npos) return std::nullopt;
    Binding binding;
    binding.plugin = name.substr(0, colons);
    binding.type = name.substr(colons + 2);
    binding.place = formula.place;
    if (formula.parts.size() != 2)
      throw CardError(formula.place, fmt::format("'{}' needs a label and a name", formula.name));
    const Scalar text = evaluate(formula.parts[1], symbols_);
    if (!std::holds_alternative<std::string>(text))
      throw CardError(formula.parts[1].place, "the name of a quantity is a text");
    binding.label = label(formula.parts[0]);
    binding.name = std::get<std::string>(text);
    return symbols_.bind(binding);
  }

  std::int64_t label(const Formula& formula) {
    const Scalar value = evaluate(formula, symbols_);
    if (!std::holds_alternative<std::int64_t>(value))
      throw CardError(formula.place, fmt::format("a label is an integer, not {}", to_text(value)));
    return std::get<std::int64_t>(value);
  }

  std::string of_model(const Formula& formula) {
    const std::string_view name = std::string_view(formula.name).substr(7);
    if (auto known = quantity(formula, name)) return *known;
    evaluate(formula, symbols_);  // checks name, arguments and nodes
    const auto function = find_model_function(name);
    const auto text =
        as_expression(*function, label(formula.parts[0]), function->nodes == 2 ? label(formula.parts[1]) : 0);
    if (!text)
      throw CardError(formula.place, fmt::format("'{}' in a drive is not supported yet", formula.name));
    return *text;
  }

  SymbolTable& symbols_;
};

}  // namespace

std::string to_expression(const Formula& formula, SymbolTable& symbols) {
  return Writer(symbols).text(formula);
}

}  // namespace pintle::mbdyn
