#include "pintle/model/field_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/base/number_text.h"
#include "pintle/base/suggest.h"
#include "pintle/base/units.h"
#include "pintle/model/expected_unit.h"
#include "pintle/model/field_text.h"
#include "pintle/model/frame_reader.h"

namespace pintle {
namespace {

class FieldReader {
 public:
  FieldReader(const FieldSchema& schema, const Value& value, const NumberReader& numbers)
      : schema_(schema), value_(value), numbers_(numbers) {}

  bool read(CheckedField& result) const;

 private:
  CheckedData read_data() const;
  CheckedData read_integer() const;
  CheckedData read_text() const;
  CheckedData read_choice() const;
  CheckedData read_table() const;
  std::optional<Value> read_by_value() const;
  std::optional<Value> read_drive(const Value& value, const std::string& what) const;
  std::optional<Value> read_drive3() const;
  std::optional<Value> read_directed() const;
  std::optional<Value> read_drives() const;
  std::optional<Value> read_drive_term(const Value& value, const std::string& what) const;
  std::optional<Value> read_nested_cards() const;
  std::optional<Value> read_named_card(const Value& value, const std::string& what) const;
  std::optional<Value> read_named_cards() const;

  bool check_limits(const CheckedData& data) const;
  bool check_limits(double number, const std::string& what) const;

  CheckedData refused(const std::string& wanted) const {
    numbers_.expected(value_, schema_.name, wanted);
    return {};
  }

  template <class T>
  static CheckedData data_of(std::optional<T> read) {
    return read ? CheckedData(std::move(*read)) : CheckedData();
  }

  static CheckedData rows_of(const std::optional<Mat3>& matrix) {
    if (!matrix) return {};
    const Mat3 transposed = matrix->transpose();
    return Numbers(transposed.data(), transposed.data() + transposed.size());
  }

  const FieldSchema& schema_;
  const Value& value_;
  const NumberReader& numbers_;
};

bool is_kept_as_value(FieldType type) {
  switch (type) {
    case FieldType::drive:
    case FieldType::drive3:
    case FieldType::drives:
    case FieldType::card:
    case FieldType::cards:
    case FieldType::named_card:
    case FieldType::named_cards:
    case FieldType::map:
      return true;
    default:
      return false;
  }
}

// Among the texts that drive something, a number with a unit is a quantity; others are expressions or names.
bool is_quantity(const Value& value) {
  if (!value.is_text()) return false;
  const Result<Quantity> quantity = parse_quantity(value.as_text());
  return quantity && !quantity->unit_text.empty();
}

bool is_expression_or_name(const Value& value) {
  return value.is_text() && !value.as_text().empty() && !is_quantity(value);
}

bool FieldReader::read(CheckedField& result) const {
  if (is_kept_as_value(schema_.type)) {
    const auto value = read_by_value();
    result.value = value.value_or(Value());
    return value.has_value();
  }
  result.columns = static_cast<int>(schema_.columns.size());
  result.data = read_data();
  const bool is_good = result.data.index() != 0 && check_limits(result.data);
  result.value = is_good ? value_ : Value();
  if (is_good) return true;
  result.data = schema_.type == FieldType::choice ? CheckedData(schema_.choices.front()) : CheckedData();
  return false;
}

CheckedData FieldReader::read_data() const {
  const std::string& name = schema_.name;
  const std::string& unit = schema_.unit;
  switch (schema_.type) {
    case FieldType::real:
      return data_of(numbers_.real(value_, name, unit));
    case FieldType::integer:
      return read_integer();
    case FieldType::boolean:
      return value_.is_boolean() ? value_.as_boolean() : refused("true or false");
    case FieldType::vector2:
      return data_of(numbers_.vector(value_, name, 2, unit));
    case FieldType::vector3:
      return data_of(numbers_.vector(value_, name, 3, unit));
    case FieldType::vector6:
      return data_of(numbers_.vector(value_, name, 6, unit));
    case FieldType::matrix3:
      return data_of(numbers_.matrix(value_, name, 3, unit));
    case FieldType::matrix6:
      return data_of(numbers_.matrix(value_, name, 6, unit));
    case FieldType::square:
      return data_of(numbers_.square(value_, name, unit));
    case FieldType::reals:
      return data_of(numbers_.reals(value_, name, unit));
    case FieldType::orientation:
      return rows_of(read_orientation(numbers_, value_, name));
    case FieldType::inertia:
      return rows_of(read_inertia(numbers_, value_, name, unit));
    case FieldType::attachment:
      return data_of(read_attachment(numbers_, value_, name));
    case FieldType::table:
      return read_table();
    case FieldType::choice:
      return read_choice();
    case FieldType::text:
    case FieldType::node:
    case FieldType::item:
      return read_text();
    default:
      return {};
  }
}

CheckedData FieldReader::read_integer() const {
  // A real without a fraction, such as 1e4, will do.
  constexpr double kLargest = std::numeric_limits<int>::max();
  if (!value_.is_number()) return refused("a whole number");
  const double number = value_.as_number();
  if (number != std::floor(number)) return refused("a whole number");
  if (std::abs(number) > kLargest) return refused("a whole number of at most nine digits");
  return static_cast<std::int64_t>(number);
}

CheckedData FieldReader::read_text() const {
  const bool is_name = schema_.type != FieldType::text;
  if (value_.is_text() && !(is_name && value_.as_text().empty())) return value_.as_text();
  return refused(wanted_text(schema_));
}

CheckedData FieldReader::read_choice() const {
  if (!value_.is_text()) return refused(wanted_text(schema_));
  const auto is_meant = [&](const std::string& choice) {
    return snake_cased(choice) == snake_cased(value_.as_text());
  };
  const auto found = std::find_if(schema_.choices.begin(), schema_.choices.end(), is_meant);
  if (found != schema_.choices.end()) return *found;
  std::string advice = did_you_mean(value_.as_text(), schema_.choices);
  if (advice.empty()) advice = "use " + quoted_list(schema_.choices, "or");
  numbers_.error(value_.place(), schema_.name, "unknown choice '" + value_.as_text() + "'", advice);
  return {};
}

CheckedData FieldReader::read_table() const {
  std::vector<std::string> units;
  for (const ColumnSchema& column : schema_.columns) units.push_back(column.unit);
  return data_of(numbers_.table(value_, schema_.name, units));
}

std::optional<Value> FieldReader::read_by_value() const {
  switch (schema_.type) {
    case FieldType::drive:
      return read_drive(value_, schema_.name);
    case FieldType::drive3:
      return read_drive3();
    case FieldType::drives:
      return read_drives();
    case FieldType::cards:
      return read_nested_cards();
    case FieldType::named_card:
      return read_named_card(value_, schema_.name);
    case FieldType::named_cards:
      return read_named_cards();
    default:
      if (value_.is_map()) return value_;
      refused(wanted_text(schema_));
      return std::nullopt;
  }
}

std::optional<Value> FieldReader::read_drive(const Value& value, const std::string& what) const {
  if (value.is_map() || is_expression_or_name(value)) return value;
  if (!value.is_number() && !is_quantity(value)) {
    numbers_.expected(value, what,
                      "a number, an expression, the name of a drive, or an object with its \"type\"");
    return std::nullopt;
  }
  const auto number = numbers_.real(value, what, schema_.unit);
  if (!number) return std::nullopt;
  return Value(*number).set_place(value.place());
}

// {"direction": [...], "drive": ...}, as a term with a unit vector.
std::optional<Value> FieldReader::read_directed() const {
  const std::string what = schema_.name + ".direction";
  const auto direction = numbers_.vector(*value_.find("direction"), what, 3, "");
  const bool is_zero = direction && *direction == Numbers(3, 0.0);
  if (is_zero) numbers_.error(value_.find("direction")->place(), what, "the direction has no length");
  const auto drive = read_drive(*value_.find("drive"), schema_.name + ".drive");
  if (!direction || is_zero || !drive) return std::nullopt;
  const Vec3 unit = Vec3((*direction)[0], (*direction)[1], (*direction)[2]).stableNormalized();
  return Value::map({{"vector", Value::list({unit[0], unit[1], unit[2]})}, {"drive", *drive}})
      .set_place(value_.place());
}

// A list in all cases: of three drives, or of terms.
std::optional<Value> FieldReader::read_drive3() const {
  if (value_.find("direction") && value_.find("drive") && value_.as_map().size() == 2) {
    const auto term = read_directed();
    return term ? std::optional(Value(ValueList{*term}).set_place(value_.place())) : std::nullopt;
  }
  const auto is_term = [](const Value& item) { return item.find("vector") != nullptr; };
  const bool has_terms =
      value_.is_list() ? !value_.as_list().empty() && is_term(value_.as_list().front()) : is_term(value_);
  const bool is_list_of_3 = value_.is_list() && value_.as_list().size() == 3;
  if (has_terms || is_list_of_3) return read_drives();
  refused(wanted_text(schema_));
  return std::nullopt;
}

// {"vector": [...], "drive": ...}
std::optional<Value> FieldReader::read_drive_term(const Value& value, const std::string& what) const {
  const Value* vector = value.find("vector");
  const Value* drive = value.find("drive");
  if (!drive || value.as_map().size() != 2) {
    numbers_.expected(value, what, "an object with \"vector\" and \"drive\"");
    return std::nullopt;
  }
  const auto components = schema_.type == FieldType::drive3
                              ? numbers_.vector(*vector, what + ".vector", 3, "")
                              : numbers_.reals(*vector, what + ".vector", "");
  const auto read = read_drive(*drive, what + ".drive");
  if (!components || !read) return std::nullopt;
  return Value::map({{"vector", ValueList(components->begin(), components->end())}, {"drive", *read}})
      .set_place(value.place());
}

// A list in all cases: of drives, or of terms.
std::optional<Value> FieldReader::read_drives() const {
  Value result = value_.is_list() ? value_ : Value(ValueList{value_}).set_place(value_.place());
  bool is_good = !result.as_list().empty();
  if (!is_good) refused(wanted_text(schema_));
  for (std::size_t i = 0; i < result.as_list().size(); ++i) {
    Value& item = result.as_list()[i];
    const std::string what = value_.is_list() ? indexed(schema_.name, i) : schema_.name;
    const auto read = item.find("vector") ? read_drive_term(item, what) : read_drive(item, what);
    is_good = is_good && read;
    if (read) item = *read;
  }
  return is_good ? std::optional(result) : std::nullopt;
}

std::optional<Value> FieldReader::read_named_card(const Value& value, const std::string& what) const {
  if (value.is_map() || value.is_number() || (value.is_text() && !value.as_text().empty())) return value;
  numbers_.expected(value, what, "the name of a " + schema_.kind + ", or an object that describes one");
  return std::nullopt;
}

std::optional<Value> FieldReader::read_named_cards() const {
  if (!value_.is_list() || value_.as_list().empty()) {
    refused(wanted_text(schema_));
    return std::nullopt;
  }
  bool is_good = true;
  for (std::size_t i = 0; i < value_.as_list().size(); ++i)
    is_good = read_named_card(value_.as_list()[i], indexed(schema_.name, i)) && is_good;
  return is_good ? std::optional(value_) : std::nullopt;
}

std::optional<Value> FieldReader::read_nested_cards() const {
  if (!value_.is_list()) {
    refused(wanted_text(schema_));
    return std::nullopt;
  }
  bool is_good = true;
  for (std::size_t i = 0; i < value_.as_list().size(); ++i) {
    const Value& item = value_.as_list()[i];
    if (item.is_map()) continue;
    numbers_.expected(item, indexed(schema_.name, i), "an object that describes a " + schema_.kind);
    is_good = false;
  }
  return is_good ? std::optional(value_) : std::nullopt;
}

bool FieldReader::check_limits(const CheckedData& data) const {
  if (const auto* number = std::get_if<double>(&data)) return check_limits(*number, schema_.name);
  if (const auto* number = std::get_if<std::int64_t>(&data)) {
    return check_limits(static_cast<double>(*number), schema_.name);
  }
  const auto* numbers = std::get_if<Numbers>(&data);
  bool is_good = true;
  for (std::size_t i = 0; numbers && i < numbers->size(); ++i) {
    is_good = check_limits((*numbers)[i], indexed(schema_.name, i)) && is_good;
  }
  return is_good;
}

bool FieldReader::check_limits(double number, const std::string& what) const {
  const auto refuse = [&](const char* relation, double limit) {
    const bool has_plain_unit = !schema_.unit.empty() && schema_.unit.find_first_of(",") == std::string::npos;
    const std::string unit = has_plain_unit ? " " + shown_unit(schema_.unit, numbers_.driven_unit()) : "";
    numbers_.error(value_.place(), what,
                   std::string("must be ") + relation + " " + shortest_text(limit) + unit + ", got " +
                       shortest_text(number));
    return false;
  };
  const auto& minimum = schema_.minimum;
  const auto& maximum = schema_.maximum;
  if (minimum && minimum->is_exclusive && number <= minimum->value)
    return refuse("greater than", minimum->value);
  if (minimum && number < minimum->value) return refuse("at least", minimum->value);
  if (maximum && maximum->is_exclusive && number >= maximum->value)
    return refuse("less than", maximum->value);
  if (maximum && number > maximum->value) return refuse("at most", maximum->value);
  return true;
}

}  // namespace

bool read_field(const FieldSchema& schema, const Value& value, const NumberReader& reader,
                CheckedField& result) {
  return FieldReader(schema, value, reader).read(result);
}

}  // namespace pintle
