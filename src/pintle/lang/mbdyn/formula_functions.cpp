#include "pintle/lang/mbdyn/formula_functions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pintle::mbdyn {

namespace {

// rint rounds halves to even, as the program does.
constexpr std::array kFunctions{
    FormulaFunction{"asin", 1, [](const double* x) { return std::asin(x[0]); }, "asin($1)"},
    FormulaFunction{"acos", 1, [](const double* x) { return std::acos(x[0]); }, "acos($1)"},
    FormulaFunction{"atan", 1, [](const double* x) { return std::atan(x[0]); }, "atan($1)"},
    FormulaFunction{"actan", 1, [](const double* x) { return std::atan2(1.0, x[0]); }, "atan2(1, $1)"},
    FormulaFunction{"atan2", 2, [](const double* x) { return std::atan2(x[0], x[1]); }, "atan2($1, $2)"},
    FormulaFunction{"actan2", 2, [](const double* x) { return std::atan2(x[1], x[0]); }, "atan2($2, $1)"},
    FormulaFunction{"cos", 1, [](const double* x) { return std::cos(x[0]); }, "cos($1)"},
    FormulaFunction{"sin", 1, [](const double* x) { return std::sin(x[0]); }, "sin($1)"},
    FormulaFunction{"tan", 1, [](const double* x) { return std::tan(x[0]); }, "tan($1)"},
    FormulaFunction{"ctan", 1, [](const double* x) { return 1.0 / std::tan(x[0]); }, "(1/tan($1))"},
    FormulaFunction{"cosh", 1, [](const double* x) { return std::cosh(x[0]); }, "cosh($1)"},
    FormulaFunction{"sinh", 1, [](const double* x) { return std::sinh(x[0]); }, "sinh($1)"},
    FormulaFunction{"tanh", 1, [](const double* x) { return std::tanh(x[0]); }, "tanh($1)"},
    FormulaFunction{"ctanh", 1, [](const double* x) { return 1.0 / std::tanh(x[0]); }, "(1/tanh($1))"},
    FormulaFunction{"acosh", 1, [](const double* x) { return std::acosh(x[0]); }, "acosh($1)"},
    FormulaFunction{"asinh", 1, [](const double* x) { return std::asinh(x[0]); }, "asinh($1)"},
    FormulaFunction{"atanh", 1, [](const double* x) { return std::atanh(x[0]); }, "atanh($1)"},
    FormulaFunction{"actanh", 1, [](const double* x) { return std::atanh(1.0 / x[0]); }, "atanh(1/$1)"},
    FormulaFunction{"exp", 1, [](const double* x) { return std::exp(x[0]); }, "exp($1)"},
    FormulaFunction{"log", 1, [](const double* x) { return std::log(x[0]); }, "log($1)"},
    FormulaFunction{"log10", 1, [](const double* x) { return std::log10(x[0]); }, "log10($1)"},
    FormulaFunction{"sqrt", 1, [](const double* x) { return std::sqrt(x[0]); }, "sqrt($1)"},
    FormulaFunction{"abs", 1, [](const double* x) { return std::abs(x[0]); }, "abs($1)"},
    FormulaFunction{"sign", 1,
                    [](const double* x) { return static_cast<double>((x[0] > 0.0) - (x[0] < 0.0)); },
                    "sign($1)", ScalarType::integer},
    FormulaFunction{"copysign", 2, [](const double* x) { return std::copysign(x[0], x[1]); },
                    "copysign($1, $2)"},
    FormulaFunction{"floor", 1, [](const double* x) { return std::floor(x[0]); }, "floor($1)"},
    FormulaFunction{"ceil", 1, [](const double* x) { return std::ceil(x[0]); }, "ceil($1)"},
    FormulaFunction{"round", 1, [](const double* x) { return std::rint(x[0]); }, "rint($1)"},
    FormulaFunction{"min", 2, [](const double* x) { return std::min(x[0], x[1]); }, "min($1, $2)"},
    FormulaFunction{"max", 2, [](const double* x) { return std::max(x[0], x[1]); }, "max($1, $2)"},
    FormulaFunction{"step", 1, [](const double* x) { return x[0] > 0.0   ? 1.0
                                                            : x[0] < 0.0 ? 0.0
                                                                         : 0.5; },
                    "step($1)"},
    FormulaFunction{"ramp", 1, [](const double* x) { return std::max(x[0], 0.0); }, "ramp($1)"},
    FormulaFunction{"sramp", 2, [](const double* x) { return std::clamp(x[0], 0.0, std::max(0.0, x[1])); },
                    "min(ramp($1), $2)"},
    FormulaFunction{"par", 1, [](const double* x) { return x[0] > 0.0 ? x[0] * x[0] : 0.0; }, "par($1)"},
    FormulaFunction{"in_ll", 3, [](const double* x) { return x[0] < x[1] && x[1] < x[2] ? 1.0 : 0.0; },
                    "($1 < $2 && $2 < $3)"},
    FormulaFunction{"in_le", 3, [](const double* x) { return x[0] < x[1] && x[1] <= x[2] ? 1.0 : 0.0; },
                    "($1 < $2 && $2 <= $3)"},
    FormulaFunction{"in_el", 3, [](const double* x) { return x[0] <= x[1] && x[1] < x[2] ? 1.0 : 0.0; },
                    "($1 <= $2 && $2 < $3)"},
    FormulaFunction{"in_ee", 3, [](const double* x) { return x[0] <= x[1] && x[1] <= x[2] ? 1.0 : 0.0; },
                    "in_range($1, $2, $3)"},
    FormulaFunction{"print", 1, [](const double* x) { return x[0]; }, "$1"},
};

}  // namespace

const FormulaFunction* find_formula_function(std::string_view name) {
  const auto at = std::find_if(kFunctions.begin(), kFunctions.end(),
                               [name](const FormulaFunction& function) { return function.name == name; });
  return at == kFunctions.end() ? nullptr : &*at;
}

std::vector<std::string> formula_function_names() {
  std::vector<std::string> names;
  for (const FormulaFunction& function : kFunctions) names.emplace_back(function.name);
  for (const char* name : {"rand", "random", "seed", "sprintf", "stop"}) names.emplace_back(name);
  return names;
}

}  // namespace pintle::mbdyn
