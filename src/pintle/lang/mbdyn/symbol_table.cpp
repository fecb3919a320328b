#include "pintle/lang/mbdyn/symbol_table.h"

#include <limits>
#include <numbers>
#include <utility>

namespace pintle::mbdyn {

SymbolTable::SymbolTable() {
  constexpr double kInch = 0.0254, kFoot = 0.3048, kPound = 0.45359237;
  constexpr double kDegree = std::numbers::pi / 180.0;
  const std::pair<const char*, double> constants[] = {
      {"pi", std::numbers::pi}, {"e", std::numbers::e},      {"in2m", kInch},      {"m2in", 1.0 / kInch},
      {"in2mm", 1e3 * kInch},   {"mm2in", 1e-3 / kInch},     {"ft2m", kFoot},      {"m2ft", 1.0 / kFoot},
      {"lb2kg", kPound},        {"kg2lb", 1.0 / kPound},     {"deg2rad", kDegree}, {"rad2deg", 1.0 / kDegree},
      {"slug2kg", 14.593903},   {"kg2slug", 1.0 / 14.593903}};
  for (const auto& [name, value] : constants) declare(name, {ScalarType::real, value, true, {}});
  declare("RAND_MAX", {ScalarType::integer, std::int64_t{2147483647}, true, {}});
  declare("INT_MAX", {ScalarType::integer, std::int64_t{2147483647}, true, {}});
  declare("INT_MIN", {ScalarType::integer, std::int64_t{-2147483648}, true, {}});
  declare("REAL_MAX", {ScalarType::real, std::numeric_limits<double>::max(), true, {}});
  declare("REAL_MIN", {ScalarType::real, std::numeric_limits<double>::min(), true, {}});
  declare("TRUE", {ScalarType::boolean, true, true, {}});
  declare("FALSE", {ScalarType::boolean, false, true, {}});
  const std::pair<const char*, const char*> running[] = {
      {"Time", "t"}, {"Var", "Var"}, {"Val", "Var"}, {"TimeStep", "TimeStep"}};
  for (const auto& [name, quantity] : running) declare(name, {ScalarType::real, 0.0, false, quantity});
  declare("Step", {ScalarType::integer, std::int64_t{0}, false, "Step"});
}

Symbol* SymbolTable::find(std::string_view name) {
  const auto at = symbols_.find(name);
  return at == symbols_.end() ? nullptr : &at->second;
}

const Symbol* SymbolTable::find(std::string_view name) const {
  const auto at = symbols_.find(name);
  return at == symbols_.end() ? nullptr : &at->second;
}

std::vector<std::string> SymbolTable::names() const {
  std::vector<std::string> list;
  for (const auto& [name, symbol] : symbols_) list.push_back(name);
  return list;
}

}  // namespace pintle::mbdyn
