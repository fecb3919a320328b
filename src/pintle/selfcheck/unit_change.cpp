#include "pintle/selfcheck/unit_change.h"

#include <fmt/format.h>

#include <cmath>

#include "pintle/model/expected_unit.h"
#include "pintle/selfcheck/measured_quantity.h"

namespace pintle {

namespace {

std::string part_of(const std::string& units, std::size_t position, std::size_t count) {
  const std::vector<std::string> parts = unit_parts(units);
  return parts[position * parts.size() / count];
}

// "m or rad": the factor if all agree in it.
std::optional<double> agreed(const UnitScale& scale, const std::string& units) {
  std::optional<double> found;
  std::string rest = units;
  for (;;) {
    const std::size_t end = rest.find(" or ");
    std::string unit = rest.substr(0, end);
    if (unit.starts_with("any")) unit.replace(0, 3, "1");  // of a scalar node: its own unit
    const double factor = scale.of(unit);
    if (found && *found != factor) return std::nullopt;
    found = factor;
    if (end == std::string::npos) return found;
    rest = rest.substr(end + 4);
  }
}

std::size_t rows_in(const CheckedField& field, std::size_t count) {
  if (field.columns > 0) return count / static_cast<std::size_t>(field.columns);
  switch (field.type) {
    case FieldType::matrix3:
    case FieldType::matrix6:
    case FieldType::square:
    case FieldType::inertia:
      return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count))));
    default:
      return 0;  // a list
  }
}

}  // namespace

double UnitScale::of(const Unit& unit) const {
  return std::pow(metre, unit.m) * std::pow(kilogram, unit.kg) * std::pow(second, unit.s);
}

double UnitScale::of(const std::string& unit) const {
  const Result<Unit> parsed = parse_unit(unit);
  return parsed ? of(*parsed) : 1.0;
}

UnitChange::Factor UnitChange::factor_of(const FieldSite& site, std::size_t rows) const {
  const FieldSchema& field = site.field;
  const std::size_t count = std::max<std::size_t>(rows, 1);
  if (field.law_unit) {
    const auto power = [this, count](const std::string& units, std::size_t at, int exponent) {
      return units.empty() ? 1.0 : std::pow(scale_.of(part_of(units, at, count)), exponent);
    };
    // One number for force and moment alike has no unit of its own.
    const bool is_mixed = count == 1 && unit_parts(site.law_force).size() > 1;
    return [=, this, unit = *field.law_unit](std::size_t row, std::size_t column) -> std::optional<double> {
      if (is_mixed || (site.law_force.empty() && unit.force != 0)) return std::nullopt;
      return power(site.law_force, row, unit.force) * power(site.law_strain, column, unit.strain) *
             std::pow(scale_.second, unit.seconds);
    };
  }
  const bool is_of_law = site.card.kind() == "law";
  return [=, this, units = field.unit, type = field.type](std::size_t row,
                                                          std::size_t column) -> std::optional<double> {
    if (is_of_law && units.starts_with("any")) return std::nullopt;
    const bool is_matrix = type == FieldType::matrix6;
    const std::size_t place = is_matrix ? 2 * row / count + 2 * column / count : row;
    return agreed(scale_, part_of(units, place, is_matrix ? 3 : count));
  };
}

double UnitChange::factor(const FieldSite& site, const Factor& factor, std::size_t row, std::size_t column) {
  const std::optional<double> found = factor(row, column);
  if (!found) refuse(site, "is a number whose unit is not known");
  return found.value_or(1.0);
}

Value UnitChange::numbers(const FieldSite& site, const CheckedField& field) {
  const std::string& kind = site.card.kind();
  if (!field.is_given) return {};
  if (kind == "drive" || kind == "function" || field.type == FieldType::orientation) return field.value;
  if (const auto* number = std::get_if<double>(&field.data))
    return *number * factor(site, factor_of(site, 1), 0, 0);
  const auto& numbers = std::get<std::vector<double>>(field.data);
  const std::size_t rows = rows_in(field, numbers.size());
  const Factor of = factor_of(site, rows ? rows : numbers.size());
  ValueList list;
  if (rows == 0) {
    for (std::size_t i = 0; i < numbers.size(); ++i) list.push_back(numbers[i] * factor(site, of, i, i));
    return list;
  }
  const std::size_t columns = numbers.size() / rows;
  for (std::size_t i = 0; i < rows; ++i) {
    ValueList row;
    for (std::size_t j = 0; j < columns; ++j)
      row.push_back(numbers[i * columns + j] * factor(site, of, i, j));
    list.emplace_back(std::move(row));
  }
  return list;
}

Value UnitChange::attachment(const FieldSite& site, const AttachmentDesc& /*attachment*/) {
  const Value& written = site.card.field(site.field.name).value;
  if (!written.is_map()) return written;
  const AttachmentDesc place = site.card.attachment(site.field.name);
  ValueMap map = written.as_map();
  for (ValueEntry& entry : map) {
    if (entry.key == "offset") entry.value = value_of(scale_.metre * place.offset);
    if (entry.key == "at") entry.value = value_of(scale_.metre * *place.global_position);
  }
  return map;
}

Value UnitChange::drive(const FieldSite& site, const Value& drive) {
  if (site.card.kind() == "drive") return nested_drive(site, drive);
  return driven(site, drive, factor(site, factor_of(site, 1), 0, 0));
}

Value UnitChange::drives(const FieldSite& site, const ValueList& drives) {
  if (site.card.kind() == "drive") return ModelRewriter::drives(site, drives);
  ValueList list;
  for (const Value& item : drives) {
    const Value* vector = item.find("vector");
    if (!vector) {
      const Factor of = factor_of(site, drives.size());
      list.push_back(driven(site, item, factor(site, of, list.size(), list.size())));
      continue;
    }
    const Factor of = factor_of(site, vector->as_list().size());
    ValueList scaled;
    for (const Value& number : vector->as_list())
      scaled.emplace_back(number.as_number() * factor(site, of, scaled.size(), scaled.size()));
    list.push_back(Value::map({{"vector", scaled}, {"drive", driven(site, *item.find("drive"), 1.0)}}));
  }
  return list;
}

// A drive says what it did, in SI, of the time in seconds: what it is a function of is changed, and its
// value.
Value UnitChange::driven(const FieldSite& site, const Value& drive, double factor) {
  if (drive.is_number()) return drive.as_number() * factor;
  Value result = nested_drive(site, drive);
  if (scale_.second != 1.0)
    result = Value::map(
        {{"type", "composition"}, {"outer", result}, {"inner", fmt::format("t/{:.17g}", scale_.second)}});
  if (factor != 1.0) result = Value::map({{"type", "product"}, {"drives", Value::list({factor, result})}});
  return result;
}

std::string UnitChange::quantity(const FieldSite& site, const std::string& name) {
  const std::optional<MeasuredQuantity> measured = find_measured_quantity(system_, name);
  if (!measured) refuse(site, fmt::format("listens to '{}', whose unit is not known", name));
  const double factor = measured ? scale_.of(measured->unit) : 1.0;
  return factor == 1.0 ? name : fmt::format("({}/{:.17g})", name, factor);
}

std::string UnitChange::word(const FieldSite& site, const std::string& word) {
  const bool is_in_seconds =
      word == "t" || word == "time" || word == "Time" || word == "step_size" || word == "TimeStep";
  return is_in_seconds ? fmt::format("({}/{:.17g})", word, scale_.second) : ModelRewriter::word(site, word);
}

// Laws are written out where they are used: what their numbers mean, the element around them says.
Value UnitChange::named_card(const FieldSite& site, const Value& card) {
  const std::string& kind = site.field.kind;
  if (site.card.kind() == "drive") return ModelRewriter::named_card(site, card);
  if (kind == "function") {
    const Card* named = card.is_text() ? model().find(kind, card.as_text()) : nullptr;
    const Value* type = card.find("type");
    const bool is_constant =
        card.is_number() || (named && named->type == "constant") || (type && *type == Value("constant"));
    if (!is_constant) refuse(site, "is a function of numbers whose units are not known");
    return card;
  }
  const FieldSite inside{site.card, site.field,
                         site.field.law_force.empty() ? site.law_force : site.field.law_force,
                         site.field.law_strain.empty() ? site.law_strain : site.field.law_strain};
  if (!card.is_text()) return ModelRewriter::named_card(inside, card);
  const Card* named = model().find(kind, card.as_text());
  return named && kind == "law" ? nested_card(inside, kind, map_of(*named)) : card;
}

}  // namespace pintle
