#include "pintle/model/json_text.h"

#include <cmath>
#include <stdexcept>

#include "pintle/base/number_text.h"

namespace pintle {
namespace {

constexpr int kIndentStep = 2;

std::string quoted(const std::string& text) {
  static constexpr char kHexDigits[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (code < 0x20) {
      result += "\\u00";
      result += {kHexDigits[code >> 4], kHexDigits[code & 15]};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string number_text(double number) {
  if (!std::isfinite(number)) throw std::invalid_argument("JSON cannot hold a number that is not finite");
  std::string text = shortest_text(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// Entries of a list or map: a label ("" or "\"key\": ") and a value.
template <class Visit>
void for_each_entry(const Value& value, Visit visit) {
  if (value.is_list()) {
    for (const Value& item : value.as_list()) visit(std::string(), item);
  } else {
    for (const ValueEntry& entry : value.as_map()) visit(quoted(entry.key) + ": ", entry.value);
  }
}

std::string one_line(const Value& value) {
  switch (value.kind()) {
    case ValueKind::null:
      return "null";
    case ValueKind::boolean:
      return value.as_boolean() ? "true" : "false";
    case ValueKind::integer:
      return std::to_string(value.as_integer());
    case ValueKind::real:
      return number_text(value.as_number());
    case ValueKind::text:
      return quoted(value.as_text());
    case ValueKind::list:
    case ValueKind::map:
      break;
  }
  std::string text;
  for_each_entry(value, [&](const std::string& label, const Value& item) {
    text += (text.empty() ? "" : ", ") + label + one_line(item);
  });
  return value.is_list() ? "[" + text + "]" : "{" + text + "}";
}

// `used` columns of the line are taken before the value begins.
std::string laid_out(const Value& value, int indent, int used, int width) {
  std::string line = one_line(value);
  const bool is_nested = value.is_list() || value.is_map();
  if (!is_nested || line.size() == 2 || used + static_cast<int>(line.size()) <= width) return line;

  const int inner = indent + kIndentStep;
  const std::string line_start = "\n" + std::string(static_cast<std::size_t>(inner), ' ');
  std::string text(1, line.front());
  for_each_entry(value, [&](const std::string& label, const Value& item) {
    if (text.size() > 1) text += ",";
    const int used_by_item = inner + static_cast<int>(label.size());
    text += line_start + label + laid_out(item, inner, used_by_item, width);
  });
  return text + "\n" + std::string(static_cast<std::size_t>(indent), ' ') + line.back();
}

}  // namespace

std::string to_json(const Value& value, int indent, int width) {
  return laid_out(value, indent, indent, width);
}

}  // namespace pintle
