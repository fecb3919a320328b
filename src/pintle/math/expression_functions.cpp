// The table of functions and constants.
#include "pintle/math/expression_functions.h"

#include <array>
#include <numbers>
#include <vector>

namespace pintle {

namespace {

struct Function {
  std::string_view name;
  Opcode op;
};

constexpr std::array kFunctions{
    Function{"sin", Opcode::sine},           Function{"cos", Opcode::cosine},
    Function{"tan", Opcode::tangent},        Function{"asin", Opcode::arcsine},
    Function{"acos", Opcode::arccosine},     Function{"atan", Opcode::arctangent},
    Function{"atan2", Opcode::arctangent2},  Function{"sinh", Opcode::sinh},
    Function{"cosh", Opcode::cosh},          Function{"tanh", Opcode::tanh},
    Function{"asinh", Opcode::asinh},        Function{"acosh", Opcode::acosh},
    Function{"atanh", Opcode::atanh},        Function{"exp", Opcode::exponential},
    Function{"log", Opcode::logarithm},      Function{"log10", Opcode::logarithm10},
    Function{"sqrt", Opcode::square_root},   Function{"abs", Opcode::absolute},
    Function{"sign", Opcode::sign},          Function{"copysign", Opcode::copy_sign},
    Function{"floor", Opcode::floor},        Function{"ceil", Opcode::ceiling},
    Function{"round", Opcode::round},        Function{"min", Opcode::minimum},
    Function{"max", Opcode::maximum},        Function{"pow", Opcode::power},
    Function{"step", Opcode::step},          Function{"ramp", Opcode::ramp},
    Function{"par", Opcode::parabola},       Function{"in_range", Opcode::in_range},
    Function{"mod", Opcode::modulo},         Function{"ctan", Opcode::cotangent},
    Function{"actan", Opcode::arccotangent}, Function{"actan2", Opcode::arccotangent2},
    Function{"ctanh", Opcode::coth},         Function{"actanh", Opcode::acoth},
    Function{"rint", Opcode::round_even},    Function{"sramp", Opcode::saturated_ramp},
    Function{"trunc", Opcode::truncate},
};

}  // namespace

std::optional<Opcode> find_expression_function(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (function.name == name) return function.op;
  }
  return std::nullopt;
}

std::span<const std::string> expression_function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Function& function : kFunctions) result.emplace_back(function.name);
    return result;
  }();
  return names;
}

std::optional<double> find_expression_constant(std::string_view name) {
  if (name == "pi") return std::numbers::pi;
  if (name == "e") return std::numbers::e;
  return std::nullopt;
}

}  // namespace pintle
