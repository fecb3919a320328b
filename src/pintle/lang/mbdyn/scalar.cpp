#include "pintle/lang/mbdyn/scalar.h"

#include <fmt/format.h>

namespace pintle::mbdyn {

std::string_view name_of(ScalarType type) {
  switch (type) {
    case ScalarType::boolean:
      return "bool";
    case ScalarType::integer:
      return "integer";
    case ScalarType::real:
      return "real";
    case ScalarType::text:
      return "string";
  }
  return "";
}

std::optional<ScalarType> type_called(std::string_view name) {
  for (const ScalarType type : {ScalarType::boolean, ScalarType::integer, ScalarType::real, ScalarType::text})
    if (name == name_of(type)) return type;
  return std::nullopt;
}

bool is_number(const Scalar& value) { return type_of(value) != ScalarType::text; }

double to_real(const Scalar& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1.0 : 0.0;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return std::get<double>(value);
}

std::string to_text(const Scalar& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return "\"" + *text + "\"";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "TRUE" : "FALSE";
  std::string text = fmt::format("{}", std::get<double>(value));
  if (text.find_first_of(".en") == std::string::npos) text += '.';
  return text;
}

}  // namespace pintle::mbdyn
