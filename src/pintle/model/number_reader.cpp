#include "pintle/model/number_reader.h"

#include <cmath>

#include "pintle/base/number_text.h"
#include "pintle/base/units.h"
#include "pintle/model/expected_unit.h"

namespace pintle {
namespace {

bool is_list_of(const Value& value, int count) {
  return value.is_list() && value.as_list().size() == static_cast<std::size_t>(count);
}

// One unit holds for all; of several, the one at `position` out of `count`.
std::string unit_at(const std::vector<std::string>& units, std::size_t position, std::size_t count) {
  return units[position * units.size() / count];
}

}  // namespace

std::string indexed(const std::string& what, std::size_t index) {
  return what + "[" + std::to_string(index) + "]";
}

void NumberReader::error(const SourcePlace& place, const std::string& what, const std::string& problem,
                         const std::string& advice) const {
  diagnostics_.error(place, subject_ + ": " + what + ": " + problem, advice);
}

void NumberReader::expected(const Value& got, const std::string& what, const std::string& wanted) const {
  error(got.place(), what, "expected " + wanted + ", got " + describe(got));
}

std::string NumberReader::wanted_numbers(int count, std::string_view unit) const {
  std::string text = count == 1 ? "a number" : std::to_string(count) + " numbers";
  const std::string shown = shown_unit(unit, driven_unit_);
  if (shown != "a pure number" && shown != "any unit") text += " in " + shown;
  return text;
}

std::optional<double> NumberReader::real(const Value& value, const std::string& what,
                                         std::string_view unit) const {
  if (value.is_text()) return quantity(value, what, unit);
  if (!value.is_number()) {
    expected(value, what, wanted_numbers(1, unit));
    return std::nullopt;
  }
  const double number = value.as_number();
  if (!std::isfinite(number)) {
    error(value.place(), what, shortest_text(number) + " is not a finite number");
    return std::nullopt;
  }
  return number;
}

std::optional<double> NumberReader::quantity(const Value& value, const std::string& what,
                                             std::string_view unit) const {
  const std::string& text = value.as_text();
  const Result<Quantity> quantity = parse_quantity(text);
  if (!quantity) {
    error(value.place(), what, "expected " + wanted_numbers(1, unit) + ": " + quantity.message());
    return std::nullopt;
  }
  if (is_unit_accepted(quantity->unit, unit, driven_unit_)) return quantity->si();

  const std::string wanted = shown_unit(unit, driven_unit_);
  if (quantity->unit_text.empty()) {
    error(value.place(), what, "expected " + wanted + ", got no unit in '" + text + "'",
          "leave out the quotes for a number in SI");
  } else {
    error(value.place(), what,
          "expected " + wanted + ", got '" + quantity->unit_text + "' in '" + text + "'");
  }
  return std::nullopt;
}

// Reads every item, so that all problems are reported.
template <class UnitOf>
std::optional<Numbers> NumberReader::each(const Value& list, const std::string& what, UnitOf unit_of) const {
  Numbers numbers;
  bool is_good = true;
  for (std::size_t i = 0; i < list.as_list().size(); ++i) {
    const auto number = real(list.as_list()[i], indexed(what, i), unit_of(i));
    is_good = is_good && number;
    numbers.push_back(number.value_or(0.0));
  }
  if (!is_good) return std::nullopt;
  return numbers;
}

std::optional<Numbers> NumberReader::vector(const Value& value, const std::string& what, int count,
                                            std::string_view unit) const {
  if (!is_list_of(value, count)) {
    expected(value, what, "a list of " + wanted_numbers(count, unit));
    return std::nullopt;
  }
  const auto units = unit_parts(unit);
  return each(value, what, [&](std::size_t i) { return unit_at(units, i, static_cast<std::size_t>(count)); });
}

std::optional<Numbers> NumberReader::reals(const Value& value, const std::string& what,
                                           std::string_view unit) const {
  if (!value.is_list()) {
    expected(value, what, "a list of numbers");
    return std::nullopt;
  }
  return each(value, what, [&](std::size_t) { return unit; });
}

std::optional<Numbers> NumberReader::matrix(const Value& value, const std::string& what, int n,
                                            std::string_view unit) const {
  const auto size = static_cast<std::size_t>(n);
  const auto units = unit_parts(unit);
  const auto unit_of = [&](std::size_t row, std::size_t column) {
    return unit_at(units, 2 * row / size + 2 * column / size, 3);
  };
  const std::string wanted = std::to_string(n) + " rows of " + wanted_numbers(n, unit);
  if (!is_list_of(value, n)) {
    expected(value, what, wanted + ", or a diagonal");
    return std::nullopt;
  }
  Numbers numbers(size * size, 0.0);

  const ValueList& rows = value.as_list();
  if (!rows.front().is_list()) {
    const auto diagonal = each(value, what, [&](std::size_t i) { return unit_of(i, i); });
    for (std::size_t i = 0; diagonal && i < size; ++i) numbers[i * size + i] = (*diagonal)[i];
    return diagonal ? std::optional(numbers) : std::nullopt;
  }

  bool is_good = true;
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_list_of(rows[i], n)) {
      expected(rows[i], indexed(what, i), "a row of " + wanted_numbers(n, unit));
      is_good = false;
      continue;
    }
    const auto row = each(rows[i], indexed(what, i), [&](std::size_t j) { return unit_of(i, j); });
    is_good = is_good && row;
    for (std::size_t j = 0; row && j < size; ++j) numbers[i * size + j] = (*row)[j];
  }
  return is_good ? std::optional(numbers) : std::nullopt;
}

std::optional<Numbers> NumberReader::square(const Value& value, const std::string& what,
                                            std::string_view unit) const {
  if (value.is_list() && !value.as_list().empty())
    return matrix(value, what, static_cast<int>(value.as_list().size()), unit);
  if (value.is_list() || value.is_map()) {
    expected(value, what, "a number, a diagonal, or the rows of a square matrix");
    return std::nullopt;
  }
  const auto number = real(value, what, unit);
  return number ? std::optional(Numbers{*number}) : std::nullopt;
}

std::optional<Numbers> NumberReader::table(const Value& value, const std::string& what,
                                           const std::vector<std::string>& column_units) const {
  const int columns = static_cast<int>(column_units.size());
  if (!value.is_list() || value.as_list().empty()) {
    expected(value, what, "a list of at least one row of " + wanted_numbers(columns, ""));
    return std::nullopt;
  }
  Numbers numbers;
  bool is_good = true;
  for (std::size_t i = 0; i < value.as_list().size(); ++i) {
    const Value& row = value.as_list()[i];
    if (!is_list_of(row, columns)) {
      expected(row, indexed(what, i), "a row of " + wanted_numbers(columns, ""));
      is_good = false;
      continue;
    }
    const auto read = each(row, indexed(what, i), [&](std::size_t j) { return column_units[j]; });
    is_good = is_good && read;
    if (read) numbers.insert(numbers.end(), read->begin(), read->end());
  }
  return is_good ? std::optional(numbers) : std::nullopt;
}

}  // namespace pintle
