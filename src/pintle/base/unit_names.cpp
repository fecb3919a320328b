#include "pintle/base/unit_names.h"

#include <array>
#include <numbers>
#include <vector>

#include "pintle/base/suggest.h"

namespace pintle {
namespace {

constexpr double kPi = std::numbers::pi;

struct NamedUnit {
  std::string_view name;
  Unit unit;  // m, kg, s, rad, A, K, factor
  bool has_prefixes = false;
};

// Inch, foot, pound and knot are exact by definition (international yard and pound, 1959; knot 1852 m/h).
constexpr double kPound = 0.45359237;
constexpr double kStandardGravity = 9.80665;
constexpr auto kNamedUnits = std::to_array<NamedUnit>({
    {"m", {1, 0, 0, 0, 0, 0, 1.0}, true},
    {"g", {0, 1, 0, 0, 0, 0, 1e-3}, true},
    {"kg", {0, 1, 0, 0, 0, 0, 1.0}},
    {"s", {0, 0, 1, 0, 0, 0, 1.0}, true},
    {"rad", {0, 0, 0, 1, 0, 0, 1.0}, true},
    {"A", {0, 0, 0, 0, 1, 0, 1.0}, true},
    {"K", {0, 0, 0, 0, 0, 1, 1.0}, true},
    {"N", {1, 1, -2, 0, 0, 0, 1.0}, true},
    {"Nm", {2, 1, -2, 0, 0, 0, 1.0}, true},
    {"J", {2, 1, -2, 0, 0, 0, 1.0}, true},
    {"W", {2, 1, -3, 0, 0, 0, 1.0}, true},
    {"Pa", {-1, 1, -2, 0, 0, 0, 1.0}, true},
    {"bar", {-1, 1, -2, 0, 0, 0, 1e5}, true},
    {"Hz", {0, 0, -1, 0, 0, 0, 1.0}, true},
    {"V", {2, 1, -3, 0, -1, 0, 1.0}, true},
    {"Ohm", {2, 1, -3, 0, -2, 0, 1.0}, true},
    {"H", {2, 1, -2, 0, -2, 0, 1.0}, true},
    {"t", {0, 1, 0, 0, 0, 0, 1e3}},
    {"l", {3, 0, 0, 0, 0, 0, 1e-3}, true},
    {"L", {3, 0, 0, 0, 0, 0, 1e-3}, true},
    {"min", {0, 0, 1, 0, 0, 0, 60.0}},
    {"h", {0, 0, 1, 0, 0, 0, 3600.0}},
    {"d", {0, 0, 1, 0, 0, 0, 86400.0}},
    {"deg", {0, 0, 0, 1, 0, 0, kPi / 180.0}},
    {"°", {0, 0, 0, 1, 0, 0, kPi / 180.0}},
    {"rev", {0, 0, 0, 1, 0, 0, 2.0 * kPi}},
    {"rpm", {0, 0, -1, 1, 0, 0, 2.0 * kPi / 60.0}},
    {"%", {0, 0, 0, 0, 0, 0, 1e-2}},
    {"kn", {1, 0, -1, 0, 0, 0, 1852.0 / 3600.0}},
    {"in", {1, 0, 0, 0, 0, 0, 0.0254}},
    {"ft", {1, 0, 0, 0, 0, 0, 0.3048}},
    {"lb", {0, 1, 0, 0, 0, 0, kPound}},
    {"lbf", {1, 1, -2, 0, 0, 0, kPound* kStandardGravity}},
});

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr auto kPrefixes = std::to_array<Prefix>({{"n", 1e-9},
                                                  {"u", 1e-6},
                                                  {"\u00b5", 1e-6},
                                                  {"\u03bc", 1e-6},
                                                  {"m", 1e-3},
                                                  {"c", 1e-2},
                                                  {"d", 1e-1},
                                                  {"h", 1e2},
                                                  {"k", 1e3},
                                                  {"M", 1e6},
                                                  {"G", 1e9}});

}  // namespace

std::optional<Unit> find_unit(std::string_view name) {
  for (const NamedUnit& named : kNamedUnits) {
    if (named.name == name) return named.unit;
  }
  for (const Prefix& prefix : kPrefixes) {
    if (!name.starts_with(prefix.name)) continue;
    const std::string_view stem = name.substr(prefix.name.size());
    for (const NamedUnit& named : kNamedUnits) {
      if (!named.has_prefixes || named.name != stem) continue;
      Unit unit = named.unit;
      unit.factor *= prefix.factor;
      return unit;
    }
  }
  return std::nullopt;
}

std::string unknown_unit_message(std::string_view name) {
  std::vector<std::string> candidates;
  for (const NamedUnit& named : kNamedUnits) candidates.emplace_back(named.name);
  for (const char* prefixed : {"mm", "cm", "km", "kN", "MN", "kPa", "MPa", "GPa", "kW", "ms", "mrad"}) {
    candidates.emplace_back(prefixed);
  }
  const std::string advice = did_you_mean(name, candidates);
  return "unknown unit '" + std::string(name) + "'" + (advice.empty() ? "" : "; " + advice);
}

}  // namespace pintle
