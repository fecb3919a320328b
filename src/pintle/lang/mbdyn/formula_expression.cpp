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
  Writer(SymbolTable& symbols, const SourcePlace& place) : symbols_(symbols), place_(place) {}

  std::string text(const Formula& formula) {
    if (!changes(formula)) return number(formula);
    switch (formula.kind) {
      case Formula::Kind::variable:
        return symbols_.find(formula.name)->quantity;
      case Formula::Kind::unary:
        return fmt::format("({}{})", formula.name, text(formula.parts[0]));
      case Formula::Kind::binary:
        return binary(formula);
      case Formula::Kind::call:
        return call(formula);
      case Formula::Kind::sequence: {
        for (std::size_t i = 0; i + 1 < formula.parts.size(); ++i) {
          if (changes(formula.parts[i]))
            text(formula.parts[i]);
          else
            evaluate(formula.parts[i], symbols_);
        }
        return text(formula.parts.back());
      }
      case Formula::Kind::declaration:
      case Formula::Kind::assignment:
        return assigned(formula);
      default:
        throw CardError(formula.place, "a variable cannot be bound to something while the model runs");
    }
  }

 private:
  // Whether the value depends on time or on the motion.
  bool changes(const Formula& formula) const {
    if (formula.kind == Formula::Kind::variable) {
      const Symbol* symbol = symbols_.find(formula.name);
      return symbol && !symbol->quantity.empty();
    }
    if (formula.kind == Formula::Kind::call && formula.name.starts_with("model::"))
      return formula.name != "model::current";
    if (formula.kind == Formula::Kind::call && is_random(formula.name)) return true;
    return std::any_of(formula.parts.begin(), formula.parts.end(),
                       [this](const Formula& part) { return changes(part); });
  }
  static bool is_random(std::string_view name) { return name == "random" || name == "rand"; }

  // Integers are divided toward zero.
  std::string binary(const Formula& formula) {
    const std::string left = text(formula.parts[0]);  // first: it may give variables values
    std::string result = fmt::format("({} {} {})", left, formula.name, text(formula.parts[1]));
    return formula.name == "/" && is_integer(formula) ? as_type(ScalarType::integer, result) : result;
  }

  bool is_integer(const Formula& formula) const {
    const auto are_integers = [&] {
      return std::all_of(formula.parts.begin(), formula.parts.end(),
                         [this](const Formula& part) { return is_integer(part); });
    };
    switch (formula.kind) {
      case Formula::Kind::constant:
        return type_of(formula.value) <= ScalarType::integer;
      case Formula::Kind::variable: {
        const Symbol* symbol = symbols_.find(formula.name);
        return symbol && symbol->type <= ScalarType::integer;
      }
      case Formula::Kind::unary:
        return formula.name == "!" || are_integers();
      case Formula::Kind::binary:
        return formula.name != "^" &&
               (std::string_view("+-*/%").find(formula.name) == std::string_view::npos || are_integers());
      case Formula::Kind::call:
        return formula.name == "integer" || formula.name == "sign" || formula.name == "rand";
      default:
        return false;
    }
  }

  // From here on the variable stands for the formula.
  std::string assigned(const Formula& formula) {
    constexpr std::size_t kLongest = 20'000;
    std::string result = text(formula.parts[0]);
    if (result.size() > kLongest) throw CardError(formula.place, "the formula is too long");
    Formula with_zero = formula;
    with_zero.parts.assign(1, Formula());
    evaluate(with_zero, symbols_);  // declares or checks the variable
    Symbol& symbol = *symbols_.find(formula.name);
    symbol.quantity = result;
    symbol.is_bound = true;
    return result;
  }

  void mark_used(const Formula& formula) {
    if (formula.kind == Formula::Kind::variable)
      if (Symbol* symbol = symbols_.find(formula.name)) symbol->used_at = place_;
    for (const Formula& part : formula.parts) mark_used(part);
  }

  std::string number(const Formula& formula) {
    mark_used(formula);
    const Scalar value = evaluate(formula, symbols_);
    if (!is_number(value))
      throw CardError(formula.place, fmt::format("a number is needed, not the text {}", to_text(value)));
    const double number = to_real(value);
    return number < 0.0 ? fmt::format("({})", number) : fmt::format("{}", number);
  }

  std::string call(const Formula& formula) {
    if (formula.name.starts_with("model::")) return of_model(formula);
    if (is_random(formula.name)) return random(formula);
    if (formula.name == "print" && symbols_.tell)
      symbols_.tell(formula.place, "'print' tells nothing while the model runs");
    if (const auto type = type_called(formula.name); type && formula.parts.size() == 1)
      return as_type(*type, text(formula.parts[0]));
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

  // A new number at every step, between -1 and 1, or an integer up to RAND_MAX.
  std::string random(const Formula& formula) {
    if (!formula.parts.empty())
      throw CardError(formula.place, fmt::format("'{}' takes no arguments", formula.name));
    const auto seed = static_cast<std::int64_t>(symbols_.random()() % 1'000'000'000U);
    const std::string drive = symbols_.define_drive(
        Value::map({{"type", "random"}, {"amplitude", 1.0}, {"mean", 0.0}, {"seed", seed}}));
    return formula.name == "random" ? drive : fmt::format("trunc((1 + {}) * {})", drive, 0.5 * 2147483647.0);
  }

  static std::string as_type(ScalarType type, const std::string& x) {
    if (type == ScalarType::integer) return fmt::format("trunc({})", x);
    return type == ScalarType::boolean ? fmt::format("({} != 0)", x) : x;
  }

  // model::drive(7, Time), model::sf::table(2.*Time): a drive or function of some argument, which becomes a
  // drive of its own.
  std::optional<std::string> drive_or_function(const Formula& formula, std::string_view name) {
    Value outer;
    if (name == "drive" && formula.parts.size() == 2)
      outer = symbols_.drive_called(label(formula.parts[0]), formula.parts[0].place);
    else if (name.starts_with("sf::") && formula.parts.size() == 1)
      outer =
          Value::map({{"type", "scalar_function"},
                      {"function", symbols_.function_called(std::string(name.substr(4)), formula.place)}});
    else
      return std::nullopt;
    const Formula& argument = formula.parts.back();
    if (outer.is_text() && argument.kind == Formula::Kind::variable && argument.name == "Time")
      return outer.as_text();
    return symbols_.define_drive(
        Value::map({{"type", "composition"}, {"outer", outer}, {"inner", text(argument)}}));
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
    if (auto drive = drive_or_function(formula, name)) return *drive;
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
  const SourcePlace& place_;
};

}  // namespace

std::string expression_of_text(std::string_view text, const SourcePlace& place, SymbolTable& symbols,
                               Diagnostics& diagnostics) {
  const Formula formula = parse_formula_text(text, place, diagnostics);
  return within_text(text, place, [&] { return Writer(symbols, place).text(formula); });
}

}  // namespace pintle::mbdyn
