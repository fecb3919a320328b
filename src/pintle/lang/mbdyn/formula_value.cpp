// Formulas: tree -> value.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/formula_functions.h"
#include "pintle/lang/mbdyn/model_functions.h"

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
        return find(formula).value;
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
    const auto names = symbols_.names();
    throw CardError(formula.place, fmt::format("there is no variable '{}'", formula.name),
                    did_you_mean(formula.name, names));
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
    if (formula.name == "+") return operand;
    if (const auto* whole = std::get_if<std::int64_t>(&operand)) {
      std::int64_t result = 0;
      if (__builtin_sub_overflow(std::int64_t{0}, *whole, &result)) overflow(formula);
      return result;
    }
    return -std::get<double>(operand);
  }

  [[noreturn]] static void overflow(const Formula& formula) {
    throw CardError(formula.place, fmt::format("the integer result of '{}' is too large", formula.name),
                    "use real numbers, with a point");
  }

  // a + b + c + ... is as deep as it is long: it is followed to its first operand and back, without
  // recursion.
  Scalar binary(const Formula& formula) {
    std::vector<const Formula*> chain{&formula};
    while (chain.back()->parts[0].kind == Formula::Kind::binary) chain.push_back(&chain.back()->parts[0]);
    Scalar result = value(chain.back()->parts[0]);
    for (; !chain.empty(); chain.pop_back()) result = combined(*chain.back(), result);
    return result;
  }

  Scalar combined(const Formula& formula, const Scalar& a) {
    const std::string& op = formula.name;
    if (!is_number(a)) return of_texts(formula, a, value(formula.parts[1]));
    const Scalar b = number_of(formula.parts[1]);
    const double x = to_real(a), y = to_real(b);
    if (op == "&&") return x != 0.0 && y != 0.0;
    if (op == "||") return x != 0.0 || y != 0.0;
    if (op == "~|") return (x != 0.0) != (y != 0.0);
    if (op == "==") return x == y;
    if (op == "!=") return x != y;
    if (op == "<") return x < y;
    if (op == "<=") return x <= y;
    if (op == ">") return x > y;
    if (op == ">=") return x >= y;
    const bool are_integers = type_of(a) != ScalarType::real && type_of(b) != ScalarType::real;
    if (op == "^") return power(formula, x, y, are_integers);
    if ((op == "/" || op == "%") && y == 0.0) throw CardError(formula.place, "division by zero");
    if (are_integers)
      return of_integers(formula, static_cast<std::int64_t>(number_as_integer(a)), number_as_integer(b));
    if (op == "+") return x + y;
    if (op == "-") return x - y;
    if (op == "*") return x * y;
    if (op == "/") return x / y;
    return std::fmod(x, y);
  }

  static std::int64_t number_as_integer(const Scalar& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
    return std::get<std::int64_t>(value);
  }

  static Scalar of_integers(const Formula& formula, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    bool is_too_large = false;
    switch (formula.name[0]) {
      case '+':
        is_too_large = __builtin_add_overflow(a, b, &result);
        break;
      case '-':
        is_too_large = __builtin_sub_overflow(a, b, &result);
        break;
      case '*':
        is_too_large = __builtin_mul_overflow(a, b, &result);
        break;
      default:  // toward zero; the one quotient that does not fit is that by -1
        if (b == -1)
          is_too_large = formula.name == "/" && __builtin_sub_overflow(std::int64_t{0}, a, &result);
        else
          result = formula.name == "/" ? a / b : a % b;
    }
    if (is_too_large) overflow(formula);
    return result;
  }

  static Scalar power(const Formula& formula, double base, double exponent, bool are_integers) {
    if (are_integers && exponent < 0.0)
      throw CardError(formula.place, "an integer cannot be raised to a negative integer",
                      "write the base with a point");
    if (base == 0.0 && exponent < 0.0)
      throw CardError(formula.place, "zero cannot be raised to a negative power");
    if (base < 0.0 && exponent != std::floor(exponent))
      throw CardError(formula.place, "a negative number cannot be raised to a power that is no integer");
    return std::pow(base, exponent);
  }

  static Scalar of_texts(const Formula& formula, const Scalar& a, const Scalar& b) {
    if (formula.name == "+") {
      constexpr std::size_t kLongest = 10'000;
      std::string both = std::get<std::string>(a) + (is_number(b) ? to_text(b) : std::get<std::string>(b));
      if (both.size() > kLongest)
        throw CardError(formula.place, fmt::format("the text would have more than {} characters", kLongest));
      return both;
    }
    if (!is_number(b) && formula.name == "==") return a == b;
    if (!is_number(b) && formula.name == "!=") return a != b;
    throw CardError(formula.place, fmt::format("'{}' does not go with texts", formula.name));
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
    const FormulaFunction* function = find_formula_function(formula.name);
    if (!function) {
      auto names = formula_function_names();
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
    if (function->type == ScalarType::integer) return static_cast<std::int64_t>(result);
    return result;
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

  Scalar assign(const Formula& formula) {
    Scalar result = value(formula.parts[0]);
    Symbol& symbol = find(formula);
    if (symbol.is_constant)
      throw CardError(formula.place,
                      fmt::format("'{}' is constant and cannot be given another value", formula.name));
    symbol.value = converted(std::move(result), symbol.type, formula);
    symbol.quantity.clear();
    return symbol.value;
  }

  Scalar declare(const Formula& formula) {
    if (Symbol* symbol = symbols_.find(formula.name)) {
      if (formula.is_if_not_defined) return symbol->value;
      throw CardError(formula.place, fmt::format("the variable '{}' is there already", formula.name),
                      fmt::format("to give it another value, write {} = ... without a type", formula.name));
    }
    Symbol symbol;
    symbol.type = formula.declared_type;
    symbol.is_constant = formula.is_constant;
    Scalar initial = symbol.type == ScalarType::text ? Scalar(std::string()) : Scalar(std::int64_t{0});
    if (!formula.parts.empty()) initial = value(formula.parts[0]);
    symbol.value = converted(std::move(initial), symbol.type, formula);
    Scalar result = symbol.value;
    symbols_.declare(formula.name, std::move(symbol));
    return result;
  }

  static Scalar converted(Scalar value, ScalarType type, const Formula& formula) {
    if (type_of(value) == type) return value;
    if (type == ScalarType::text || !is_number(value))
      throw CardError(formula.place, fmt::format("'{}' is of type {} and cannot be {}", formula.name,
                                                 name_of(type), to_text(value)));
    const double number = to_real(value);
    if (type == ScalarType::real) return number;
    if (type == ScalarType::boolean) return number != 0.0;
    if (!(std::abs(number) < 9.2e18))
      throw CardError(formula.place,
                      fmt::format("{} is too large for the integer '{}'", to_text(value), formula.name));
    return static_cast<std::int64_t>(number);
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
        binding.index = std::atoll(std::get<std::string>(parts[i].value).c_str());
      else if (parts[i].kind == Formula::Kind::assignment)
        binding.name = std::get<std::string>(parts[i].value);
      else
        binding.index = integer(parts[i]);
    }
    Symbol symbol;
    symbol.quantity = symbols_.bind(binding);
    symbols_.declare(parts[1].name, std::move(symbol));
    return 0.0;
  }

  SymbolTable& symbols_;
};

}  // namespace

Scalar evaluate(const Formula& formula, SymbolTable& symbols) { return Evaluator(symbols).value(formula); }

}  // namespace pintle::mbdyn
