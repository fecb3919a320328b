#include "pintle/base/units.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "pintle/base/unit_names.h"

namespace pintle {
namespace {

constexpr std::size_t kMaxUnitLength = 100;
constexpr int kMaxExponent = 20;

bool is_within_bounds(const Unit& unit) {
  for (int exponent : {unit.m, unit.kg, unit.s, unit.rad, unit.A, unit.K}) {
    if (std::abs(exponent) > kMaxExponent) return false;
  }
  return std::isfinite(unit.factor) && unit.factor > 0.0;
}

// product = factor { (' ' | '*' | '·' | '/') factor };  factor = ( name | '1' | '(' product ')' ) [ '^'
// integer ]
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Result<Unit> parse() {
    skip_spaces();
    if (rest_.empty()) return Unit{};
    const Result<Unit> unit = parse_product();
    if (unit && !rest_.empty()) return failure("unexpected '" + std::string(rest_) + "'");
    return unit;
  }

 private:
  Result<Unit> parse_product() {
    Result<Unit> product = parse_factor();
    bool is_after_slash = false;
    while (product && !is_at_end_of_product()) {
      const bool is_division = accept("/");
      if (!is_division && is_after_slash) return failure("a product after '/' needs brackets");
      if (!is_division) accept("*") || accept("\u00b7") || accept("\u22c5");
      is_after_slash = is_division;
      const Result<Unit> factor = parse_factor();
      if (!factor) return factor;
      product = is_division ? *product / *factor : *product * *factor;
      if (!is_within_bounds(*product)) return failure("the exponents are too large");
    }
    return product;
  }

  Result<Unit> parse_factor() {
    skip_spaces();
    if (!accept("(")) return raised(parse_name());
    const Result<Unit> inner = parse_product();
    if (!inner) return inner;
    if (!accept(")")) return failure("missing ')'");
    return raised(inner);
  }

  Result<Unit> parse_name() {
    if (rest_.starts_with('1') && !(rest_.size() > 1 && is_digit(rest_[1]))) {
      rest_.remove_prefix(1);
      return Unit{};
    }
    std::size_t length = 0;
    while (length < rest_.size() && is_part_of_name(rest_.substr(length))) ++length;
    if (length == 0)
      return failure(rest_.empty() ? "it ends too early" : "unexpected '" + std::string(rest_) + "'");
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (const auto unit = find_unit(name)) return *unit;
    return Failure{unknown_unit_message(name)};
  }

  Result<Unit> raised(const Result<Unit>& base) {
    if (!base) return base;
    int exponent = 1;
    if (accept("\u00b2")) {
      exponent = 2;
    } else if (accept("\u00b3")) {
      exponent = 3;
    } else if (accept("^")) {
      skip_spaces();
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), exponent);
      if (error != std::errc{}) return failure("'^' needs a whole number");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    }
    if (std::abs(exponent) > kMaxExponent) return failure("the exponents are too large");
    const Unit unit = power(*base, exponent);
    if (!is_within_bounds(unit)) return failure("the exponents are too large");
    return unit;
  }

  bool is_at_end_of_product() {
    skip_spaces();
    return rest_.empty() || rest_.starts_with(')');
  }

  void skip_spaces() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  bool accept(std::string_view token) {
    skip_spaces();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  static bool is_part_of_name(std::string_view rest) {
    for (std::string_view sign : {"\u00b7", "\u22c5", "\u00b2", "\u00b3"}) {
      if (rest.starts_with(sign)) return false;
    }
    const char c = rest.front();
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || (c & 0x80) != 0;
  }

  Failure failure(const std::string& reason) const {
    return {"cannot read the unit '" + std::string(text_) + "': " + reason};
  }

  std::string_view text_;
  std::string_view rest_ = text_;
};

std::string powers_text(std::initializer_list<std::pair<std::string_view, int>> powers, int sign,
                        int& count) {
  std::string text;
  for (const auto& [name, exponent] : powers) {
    if (exponent * sign <= 0) continue;
    if (++count > 1) text += " ";
    text += name;
    if (exponent * sign > 1) text += "^" + std::to_string(exponent * sign);
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

bool Unit::has_same_dimension(const Unit& other) const {
  return m == other.m && kg == other.kg && s == other.s && rad == other.rad && A == other.A && K == other.K;
}

bool Unit::is_dimensionless() const { return has_same_dimension(Unit{}); }

bool Unit::can_stand_for(const Unit& expected) const {
  Unit completed = *this;
  if (rad == 0 && kg != 0) completed.rad = expected.rad;
  return completed.has_same_dimension(expected);
}

Unit operator*(const Unit& a, const Unit& b) {
  return {a.m + b.m, a.kg + b.kg, a.s + b.s, a.rad + b.rad, a.A + b.A, a.K + b.K, a.factor * b.factor};
}

Unit operator/(const Unit& a, const Unit& b) {
  return {a.m - b.m, a.kg - b.kg, a.s - b.s, a.rad - b.rad, a.A - b.A, a.K - b.K, a.factor / b.factor};
}

Unit power(const Unit& unit, int exponent) {
  Unit result;
  for (int i = 0; i < std::abs(exponent); ++i) result = exponent > 0 ? result * unit : result / unit;
  return result;
}

Result<Unit> parse_unit(std::string_view text) {
  if (text.size() > kMaxUnitLength) return Failure{"the text of a unit is too long"};
  return UnitParser(text).parse();
}

std::string to_string(const Unit& unit) {
  const auto powers = {std::pair<std::string_view, int>{"kg", unit.kg},
                       {"m", unit.m},
                       {"s", unit.s},
                       {"rad", unit.rad},
                       {"A", unit.A},
                       {"K", unit.K}};
  int above = 0, below = 0;
  std::string text = powers_text(powers, 1, above);
  const std::string denominator = powers_text(powers, -1, below);
  if (above == 0) text = "1";
  if (below == 1) text += "/" + denominator;
  if (below > 1) text += "/(" + denominator + ")";
  return text;
}

Result<Quantity> parse_quantity(std::string_view text) {
  std::string_view rest = trimmed(text);
  const std::size_t first = rest.starts_with('-') || rest.starts_with('+') ? 1 : 0;
  const bool starts_as_number =
      rest.size() > first && ((rest[first] >= '0' && rest[first] <= '9') || rest[first] == '.');
  if (rest.starts_with('+')) rest.remove_prefix(1);  // std::from_chars knows no plus sign
  Quantity quantity;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), quantity.number);
  if (!starts_as_number || error == std::errc::invalid_argument) {
    return Failure{"'" + std::string(text) + "' does not start with a number"};
  }
  if (error == std::errc::result_out_of_range) {
    return Failure{"the number in '" + std::string(text) + "' is out of range"};
  }
  rest = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
  if (rest == "1") return Failure{"'" + std::string(text) + "' is more than one number"};
  const Result<Unit> unit = parse_unit(rest);
  if (!unit) return Failure{unit.message()};
  quantity.unit = *unit;
  quantity.unit_text = rest;
  if (!std::isfinite(quantity.si())) return Failure{"'" + std::string(text) + "' is out of range in SI"};
  return quantity;
}

}  // namespace pintle
