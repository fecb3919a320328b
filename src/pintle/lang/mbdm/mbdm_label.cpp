#include "pintle/lang/mbdm/mbdm_label.h"

#include <cctype>
#include <optional>

namespace pintle {

namespace {

std::string without_brackets(std::string_view text) {
  std::string result;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (depth == 0) result += c;
    if ((c == ')' || c == ']') && depth > 0) --depth;
    if (depth == 0 && (c == ')' || c == ']')) result += ' ';
  }
  return result;
}

// "i(2,1-3)" -> "i2": of all labels only the rows of the inertia have their meaning in brackets.
std::optional<std::string> inertia_row(std::string_view label) {
  std::string letters;
  for (const char c : label)
    if (c != ' ' && c != '\t') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (letters.size() < 4 || letters[0] != 'i' || letters[1] != '(') return std::nullopt;
  if (letters[2] < '1' || letters[2] > '3') return std::nullopt;
  return std::string("i") + letters[2];
}

}  // namespace

std::string plain_label(std::string_view label) {
  if (const auto row = inertia_row(label)) return *row;
  std::string result;
  for (const char c : without_brackets(label)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_part = byte >= 0x80u || std::isalnum(byte);
    if (is_part)
      result += static_cast<char>(std::tolower(byte));
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace pintle
