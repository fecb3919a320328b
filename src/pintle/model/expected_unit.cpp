#include "pintle/model/expected_unit.h"

#include <stdexcept>

namespace pintle {
namespace {

constexpr std::string_view kAny = "any";

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t end; (end = text.find(separator)) != std::string_view::npos;) {
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

// "any/s" with "any" replaced by "m" -> "m/s", by "N m" -> "(N m)/s".
std::string replaced(const std::string& unit, const std::string& replacement) {
  const std::string rest = unit.substr(kAny.size());
  if (rest.empty()) return replacement;
  const bool is_compound = replacement.find_first_of(" */^") != std::string::npos;
  const std::string factor = replacement.empty() ? "1" : replacement;
  return (is_compound ? "(" + factor + ")" : factor) + rest;
}

std::vector<std::string> alternatives(std::string_view expected, std::string_view driven) {
  std::vector<std::string> units;
  for (const std::string& unit : split(expected, " or ")) {
    if (!unit.starts_with(kAny) || driven == kAny) {
      units.push_back(unit);
      continue;
    }
    for (const std::string& replacement : split(driven, " or ")) units.push_back(replaced(unit, replacement));
  }
  return units;
}

}  // namespace

std::vector<std::string> unit_parts(std::string_view unit) { return split(unit, ", "); }

bool is_unit_accepted(const Unit& given, std::string_view expected, std::string_view driven) {
  for (const std::string& unit : alternatives(expected, driven)) {
    if (unit.starts_with(kAny)) return true;
    const Result<Unit> wanted = parse_unit(unit);
    if (wanted && given.can_stand_for(*wanted)) return true;
  }
  return false;
}

std::string shown_unit(std::string_view expected, std::string_view driven) {
  std::string text;
  for (const std::string& unit : alternatives(expected, driven)) {
    if (!text.empty()) text += " or ";
    text += unit.empty() || unit == "1" ? "a pure number" : unit.starts_with(kAny) ? "any unit" : unit;
  }
  return text;
}

void require_valid_unit(std::string_view unit) {
  for (const std::string& part : unit_parts(unit)) {
    for (const std::string& alternative : alternatives(part, "1")) {
      const Result<Unit> parsed = parse_unit(alternative);
      if (!parsed) throw std::logic_error("schema: " + parsed.message());
      if (parsed->factor != 1.0) throw std::logic_error("schema: the unit '" + alternative + "' is not SI");
    }
  }
}

}  // namespace pintle
