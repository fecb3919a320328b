#include "pintle/model/field_text.h"

#include <vector>

#include "pintle/base/number_text.h"
#include "pintle/base/suggest.h"
#include "pintle/model/expected_unit.h"

namespace pintle {
namespace {

std::string in_unit(const FieldSchema& field) {
  const std::string unit = shown_unit(field.unit);
  return unit == "a pure number" || unit == "any unit" ? "" : " in " + unit;
}

std::string columns_text(const FieldSchema& field) {
  std::string text;
  for (const ColumnSchema& column : field.columns) {
    if (!text.empty()) text += ", ";
    text += column.name + (column.unit.empty() ? "" : " in " + column.unit);
  }
  return text;
}

// A number within the limits: 1 if allowed, or else something near a limit.
double example_number(const FieldSchema& field) {
  const auto allows = [&](double number) {
    const auto& low = field.minimum;
    const auto& high = field.maximum;
    const bool is_above = !low || number > low->value || (!low->is_exclusive && number == low->value);
    const bool is_below = !high || number < high->value || (!high->is_exclusive && number == high->value);
    return is_above && is_below;
  };
  if (allows(1.0)) return 1.0;
  if (field.minimum && field.maximum) return 0.5 * (field.minimum->value + field.maximum->value);
  return field.minimum ? field.minimum->value + 1.0 : field.maximum->value - 1.0;
}

Value repeated(const Value& value, std::size_t count) { return ValueList(count, value); }

Value example_table(const FieldSchema& field) {
  return Value::list({repeated(0.0, field.columns.size()), repeated(1.0, field.columns.size())});
}

Value made_up_value(const FieldSchema& field) {
  const double number = example_number(field);
  switch (field.type) {
    case FieldType::real:
    case FieldType::square:
    case FieldType::drive:
      return number;
    case FieldType::integer:
      return static_cast<std::int64_t>(number);
    case FieldType::boolean:
      return true;
    case FieldType::text:
      return "some text";
    case FieldType::vector2:
      return repeated(number, 2);
    case FieldType::vector3:
    case FieldType::drive3:
    case FieldType::matrix3:
    case FieldType::inertia:
      return repeated(number, 3);
    case FieldType::vector6:
    case FieldType::matrix6:
      return repeated(number, 6);
    case FieldType::reals:
    case FieldType::drives:
      return repeated(number, 1);
    case FieldType::orientation:
      return Value::map({{"euler123", Value::list({0.0, 0.0, "90 deg"})}});
    case FieldType::attachment:
      return Value::map({{"node", "some node"}, {"offset", Value::list({0.0, 0.0, 0.0})}});
    case FieldType::node:
      return "some node";
    case FieldType::item:
    case FieldType::named_card:
      return "some " + field.kind;
    case FieldType::choice:
      return field.choices.front();
    case FieldType::table:
      return example_table(field);
    case FieldType::card:
    case FieldType::map:
      return ValueMap();
    case FieldType::cards:
      return ValueList();
    case FieldType::named_cards:
      return repeated("some " + field.kind, 1);
  }
  return {};
}

}  // namespace

std::string wanted_text(const FieldSchema& field) {
  switch (field.type) {
    case FieldType::real:
      return "a number" + in_unit(field);
    case FieldType::integer:
      return "a whole number";
    case FieldType::boolean:
      return "true or false";
    case FieldType::text:
      return "a text";
    case FieldType::vector2:
      return "a list of 2 numbers" + in_unit(field);
    case FieldType::vector3:
      return "a list of 3 numbers" + in_unit(field);
    case FieldType::vector6:
      return "a list of 6 numbers" + in_unit(field);
    case FieldType::matrix3:
      return "3 rows of 3 numbers" + in_unit(field);
    case FieldType::matrix6:
      return "6 rows of 6 numbers" + in_unit(field);
    case FieldType::square:
      return "a number, a diagonal, or the rows of a square matrix" + in_unit(field);
    case FieldType::orientation:
      return "3 rows, or an object with euler123, euler313, euler321, rotation_vector, quaternion, or one or "
             "two of "
             "the axes x, y and z";
    case FieldType::inertia:
      return "3 moments or a matrix of inertia" + in_unit(field);
    case FieldType::attachment:
      return "a node with offset and orientation, or \"ground\"";
    case FieldType::node:
      return "the name of a node";
    case FieldType::item:
      return "the name of a card among the kind " + field.kind;
    case FieldType::drive:
      return "a drive" + in_unit(field);
    case FieldType::drive3:
      return "3 drives" + in_unit(field) + ", or an object with \"direction\" and \"drive\"";
    case FieldType::drives:
      return "a drive per component" + in_unit(field) + ", or objects with \"vector\" and \"drive\"";
    case FieldType::choice:
      return quoted_list(field.choices, "or");
    case FieldType::reals:
      return "a list of numbers" + in_unit(field);
    case FieldType::table:
      return "a list of rows [" + columns_text(field) + "]";
    case FieldType::card:
      return "an object that describes a " + field.kind;
    case FieldType::cards:
      return "a list of objects that describe a " + field.kind + " each";
    case FieldType::named_card:
      return "the name of a " + field.kind + ", or an object that describes one";
    case FieldType::named_cards:
      return "a list of names or descriptions of the kind " + field.kind;
    case FieldType::map:
      return "an object";
  }
  return "";
}

std::string limits_text(const FieldSchema& field) {
  std::string text;
  if (field.minimum) {
    text =
        (field.minimum->is_exclusive ? "greater than " : "at least ") + shortest_text(field.minimum->value);
  }
  if (field.maximum) {
    if (!text.empty()) text += ", ";
    text += (field.maximum->is_exclusive ? "less than " : "at most ") + shortest_text(field.maximum->value);
  }
  return text;
}

Value example_value(const FieldSchema& field) {
  if (field.example) return *field.example;
  if (field.default_value) return *field.default_value;
  return made_up_value(field);
}

}  // namespace pintle
