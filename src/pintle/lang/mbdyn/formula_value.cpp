// Formulas: tree -> value.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <random>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/formula_functions.h"
#include "pintle/lang/mbdyn/model_functions.h"
#include "pintle/lang/mbdyn/scalar_arithmetic.h"

namespace pintle::mbdyn {

namespace {

class Evaluator {
 public:
  explicit Evaluator(SymbolTable& symbols) : symbols_(symbols) {}

  Scalar value(const Formula& formula) {
    switch (formula.kind) {
      case Formula::Kind::constant:
        return formula.value;
      case Formula::Kind::variable:
        return variable(formula);
      case Formula::Kind::unary:
        return unary(formula);
      case Formula::Kind::binary:
        return binary(formula);
      case Formula::Kind::call:
        return call(formula);
      case Formula::Kind::assignment:
        return assign(formula);
      case Formula::Kind::declaration:
        return declare(formula);
      case Formula::Kind::bound:
        return bind(formula);
      case Formula::Kind::sequence: {
        Scalar last = 0.0;
        for (const Formula& part : formula.parts) last = value(part);
        return last;
      }
    }
    return 0.0;
  }

 private:
  Symbol& find(const Formula& formula) {
    if (Symbol* symbol = symbols_.find(formula.name)) return *symbol;
    auto names = symbols_.names();
    for (const char* type : {"real", "integer", "bool", "string"}) names.emplace_back(type);
    CardError error(formula.place, fmt::format("there is no variable '{}'", formula.name),
                    did_you_mean(formula.name, names));
    error.is_consequence = symbols_.has_gaps() && error.advice.empty();
    throw error;
  }

  Scalar variable(const Formula& formula) {
    const Symbol& symbol = find(formula);
    if (symbol.is_bound)
      throw CardError(formula.place,
                      fmt::format("the value of '{}' is known only while the model runs", formula.name),
                      "use it in the formula of a 'string' drive");
    return symbol.value;
  }

  double number(const Formula& formula) { return to_real(number_of(formula)); }

  Scalar number_of(const Formula& formula) {
    Scalar result = value(formula);
    if (!is_number(result))
      throw CardError(formula.place, fmt::format("a number is needed, not the text {}", to_text(result)));
    if (const bool* truth = std::get_if<bool>(&result)) return std::int64_t{*truth ? 1 : 0};
    return result;
  }

  std::int64_t integer(const Formula& formula) {
    const Scalar result = number_of(formula);
    if (const auto* whole = std::get_if<std::int64_t>(&result)) return *whole;
    throw CardError(formula.place, fmt::format("an integer is needed, not {}", to_text(result)));
  }

  Scalar unary(const Formula& formula) {
    const Scalar operand = number_of(formula.parts[0]);
    if (formula.name == "!") return to_real(operand) == 0.0;
    return formula.name == "+" ? operand : negated(operand, formula.place);
  }

  // a + b + c + ... is as deep as it is long: it is followed to its first operand and back, without
  // recursion.
  Scalar binary(const Formula& formula) {
    std::vector<const Formula*> chain{&formula};
    while (chain.back()->parts[0].kind == Formula::Kind::binary) chain.push_back(&chain.back()->parts[0]);
    Scalar result = value(chain.back()->parts[0]);
    for (; !chain.empty(); chain.pop_back()) {
      const Formula& next = *chain.back();
      result = operated(next.name, result, value(next.parts[1]), next.place);
    }
    return result;
  }

  Scalar call(const Formula& formula) {
    if (formula.name == "rand") return static_cast<std::int64_t>(symbols_.random()() >> 1U);
    if (formula.name == "random") return std::uniform_real_distribution<double>(-1.0, 1.0)(symbols_.random());
    if (formula.name == "seed") {
      check_count(formula, 1);
      symbols_.random().seed(static_cast<std::uint32_t>(integer(formula.parts[0])));
      return std::int64_t{0};
    }
    if (formula.name.starts_with("model::")) return of_model(formula);
    if (const auto result = of_type_or_text(formula)) return *result;
    const FormulaFunction* function = find_formula_function(formula.name);
    if (!function) {
      const auto names = formula_function_names();
      throw CardError(formula.place, fmt::format("there is no function '{}'", formula.name),
                      did_you_mean(formula.name, names));
    }
    check_count(formula, function->arguments);
    std::array<double, 3> arguments{};
    for (std::size_t i = 0; i < formula.parts.size(); ++i) arguments[i] = number(formula.parts[i]);
    const double result = function->evaluate(arguments.data());
    if (!std::isfinite(result))
      throw CardError(formula.place,
                      fmt::format("{} of {} is not a finite number", formula.name, arguments[0]));
    if (formula.name == "print" && symbols_.tell) symbols_.tell(formula.place, fmt::format("{}", result));
    if (function->type == ScalarType::integer) return static_cast<std::int64_t>(result);
    return result;
  }

  // integer(2.7), sprintf("%04d", 9), stop(condition, status)
  std::optional<Scalar> of_type_or_text(const Formula& formula) {
    if (const auto type = type_called(formula.name)) {
      check_count(formula, 1);
      return converted(value(formula.parts[0]), *type, formula.name, formula.place);
    }
    if (formula.name == "sprintf") {
      check_count(formula, 2);
      const Scalar format = value(formula.parts[0]);
      if (is_number(format)) throw CardError(formula.parts[0].place, "the format is a text");
      return formatted(std::get<std::string>(format), value(formula.parts[1]), formula.place);
    }
    if (formula.name != "stop") return std::nullopt;
    check_count(formula, 2);
    if (number(formula.parts[0]) == 0.0) return std::int64_t{0};
    throw CardError(formula.place,
                    fmt::format("'stop' ends the reading, with the status {}", integer(formula.parts[1])));
  }

  static void check_count(const Formula& formula, int count) {
    if (formula.parts.size() != static_cast<std::size_t>(count))
      throw CardError(formula.place, fmt::format("'{}' takes {} argument{}, not {}", formula.name, count,
                                                 count == 1 ? "" : "s", formula.parts.size()));
  }

  // Positions and distances of structural nodes, as they are at the start.
  Scalar of_model(const Formula& formula) {
    const std::string_view name = std::string_view(formula.name).substr(7);
    if (name.starts_with("node::") || name.starts_with("element::"))
      throw CardError(formula.place, fmt::format("'{}' is known only while the model runs", formula.name),
                      "use it in the formula of a 'string' drive");
    if (name == "current") return of_current_element(formula);
    const auto function = find_model_function(name);
    if (!function)
      throw CardError(formula.place, fmt::format("the namespace 'model' has no function '{}'", name),
                      "there are " + model_function_names());
    check_count(formula, static_cast<std::size_t>(function->nodes));
    const auto node = [&](std::size_t argument) -> const ReferenceFrame* {
      const std::int64_t label = integer(formula.parts[argument]);
      const ReferenceFrame* frame = symbols_.node ? symbols_.node(label) : nullptr;
      if (!frame)
        throw CardError(formula.parts[argument].place,
                        fmt::format("there is no structural node {} yet", label));
      return frame;
    };
    return value_at_start(*function, *node(0), function->nodes == 2 ? node(1) : nullptr);
  }

  // model::current("L0"): of the element that the formula belongs to.
  Scalar of_current_element(const Formula& formula) {
    check_count(formula, 1);
    const Scalar name = value(formula.parts[0]);
    if (is_number(name)) throw CardError(formula.parts[0].place, "the name of a quantity is a text");
    const auto& text = std::get<std::string>(name);
    if (const auto known = symbols_.of_current_element ? symbols_.of_current_element(text) : std::nullopt)
      return *known;
    throw CardError(formula.place, fmt::format("there is no quantity \"{}\" of an element here", text),
                    "in the law of a rod, \"L0\" is its length");
  }

  Scalar assign(const Formula& formula) {
    Scalar result = value(formula.parts[0]);
    Symbol& symbol = find(formula);
    if (symbol.is_constant)
      throw CardError(formula.place,
                      fmt::format("'{}' is constant and cannot be given another value", formula.name));
    result = converted(std::move(result), symbol.type, fmt::format("'{}'", formula.name), formula.place);
    if (symbol.used_at.is_known() && result != symbol.value)
      throw CardError(
          formula.place,
          fmt::format("'{}' is given another value after the formula of a drive has used it, at {}",
                      formula.name, symbol.used_at.to_string()),
          "drives take the value that a variable has at their place; use a variable of another name");
    symbol.value = std::move(result);
    symbol.quantity.clear();
    symbol.is_bound = false;
    return symbol.value;
  }

  Scalar declare(const Formula& formula) {
    if (Symbol* symbol = symbols_.find(formula.name)) {
      if (formula.is_if_not_defined) return symbol->value;
      throw CardError(
          formula.place, fmt::format("the variable '{}' is there already", formula.name),
          symbol->is_constant
              ? "it is constant; choose another name"
              : fmt::format("to give it another value, write {} = ... without a type", formula.name));
    }
    if (type_called(formula.name) || find_formula_function(formula.name))
      throw CardError(formula.place, fmt::format("'{}' is a word of the language", formula.name),
                      "choose another name for the variable");
    if (formula.is_constant && formula.parts.empty())
      throw CardError(formula.place, fmt::format("the constant '{}' needs a value", formula.name));
    Symbol symbol;
    symbol.type = formula.declared_type;
    symbol.is_constant = formula.is_constant;
    Scalar initial = symbol.type == ScalarType::text ? Scalar(std::string()) : Scalar(std::int64_t{0});
    if (!formula.parts.empty()) initial = value(formula.parts[0]);
    symbol.value =
        converted(std::move(initial), symbol.type, fmt::format("'{}'", formula.name), formula.place);
    Scalar result = symbol.value;
    symbols_.declare(formula.name, std::move(symbol));
    return result;
  }

  Scalar bind(const Formula& formula) {
    const auto& parts = formula.parts;
    const auto is_name = [&](std::size_t i) {
      return i < parts.size() && parts[i].kind == Formula::Kind::variable;
    };
    if (parts.size() < 4 || !is_name(0) || !is_name(1) || !is_name(3) || !symbols_.bind)
      throw CardError(formula.place, "a bound variable is not understood",
                      R"(write [elem, variable, label, joint, string="rz"], or node or dof instead of elem)");
    Binding binding{parts[0].name, integer(parts[2]), parts[3].name, {}, 0, {}, formula.place};
    for (std::size_t i = 4; i < parts.size(); ++i) {
      if (is_name(i))
        binding.order = parts[i].name;
      else if (parts[i].kind == Formula::Kind::assignment && parts[i].name == "index")
        binding.index = integer(parts[i].parts[0]);
      else if (parts[i].kind == Formula::Kind::assignment)
        binding.name = std::get<std::string>(parts[i].value);
      else
        binding.index = integer(parts[i]);
    }
    Symbol symbol;
    symbol.quantity = symbols_.bind(binding);
    const auto start = symbols_.value_at_start ? symbols_.value_at_start(binding) : std::nullopt;
    symbol.value = start.value_or(0.0);
    symbol.is_bound = !start;
    symbols_.declare(parts[1].name, std::move(symbol));
    return 0.0;
  }

  SymbolTable& symbols_;
};

}  // namespace

Scalar evaluate(const Formula& formula, SymbolTable& symbols) { return Evaluator(symbols).value(formula); }

}  // namespace pintle::mbdyn
