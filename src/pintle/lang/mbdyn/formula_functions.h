// The functions that formulas of MBDyn's language know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/scalar.h"

namespace pintle::mbdyn {

struct FormulaFunction {
  std::string_view name;
  int arguments = 1;
  double (*evaluate)(const double* arguments) = nullptr;
  // The same for an expression drive, with $1 and $2 for the arguments; empty: not while the model runs.
  std::string_view expression;
  ScalarType type = ScalarType::real;  // of the result
};

const FormulaFunction* find_formula_function(std::string_view name);
std::vector<std::string> formula_function_names();

}  // namespace pintle::mbdyn
