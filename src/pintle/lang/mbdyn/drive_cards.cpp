// Drives and file drivers whose spelling is not a plain list of fields.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/card_reader.h"
#include "pintle/lang/mbdyn/quantities.h"

namespace pintle::mbdyn {

const std::map<std::string, CardReader::DriveReader, std::less<>>& CardReader::special_drives() {
  static const std::map<std::string, DriveReader, std::less<>> kDrives{
      {"string", &CardReader::string_drive},      {"file", &CardReader::file_drive},
      {"dof", &CardReader::measured_drive},       {"node", &CardReader::measured_drive},
      {"element", &CardReader::measured_drive},   {"fourier series", &CardReader::fourier_series},
      {"postponed", &CardReader::drive_by_label}, {"reference", &CardReader::drive_by_label}};
  return kDrives;
}

// string, "formula"
Value CardReader::string_drive(const std::string& /*word*/) {
  const SourcePlace at = place();
  const std::string content = text("the formula");
  return Value(to_expression(parse_formula_text(content, at, diagnostics()), symbols())).set_place(at);
}

// reference, label; postponed, label: of a drive caller that is defined later.
Value CardReader::drive_by_label(const std::string& word) {
  if (word == "reference") return referred("drive");
  return name_of("drive", integer("the label of a drive caller"));
}

// dof, label, type, number, order, function; node|element, label, type, string, "name", function
Value CardReader::measured_drive(const std::string& word) {
  Binding binding;
  binding.plugin = word;
  binding.place = place();
  SourcePlace named = binding.place;  // where the quantity is written
  binding.label = integer("a label");
  binding.type = next_words();
  if (binding.type.empty())
    throw CardError(place(), fmt::format("the type of the {} is missing", word == "element" ? word : "node"));
  accept(binding.type);
  if (word == "dof") {
    if (binding.type == "structural") binding.index = integer("the number of the degree of freedom");
    if (const auto order = accept_any({"algebraic", "differential", "order"})) {
      binding.order = *order;
      if (binding.order == "order") binding.order = integer("the order") == 0 ? "algebraic" : "differential";
    }
  } else if (accept("string") || accept("name")) {
    named = place();
    binding.name = text("the name of the quantity");
  } else if (accept("index")) {
    named = place();
    binding.index = integer("the number of the quantity");
    if (binding.index < 1) throw CardError(named, "quantities are numbered from 1 on");
  }
  if (word != "element" && binding.type == "structural" && !nodes_.contains(binding.label))
    throw CardError(binding.place,
                    fmt::format("there is no structural node {} before this line", binding.label));
  binding.place = named;
  Value quantity(spelled_quantity_of(binding));
  ValueMap map{{"type", {}, Value("measured")}, {"quantity", named, quantity.set_place(named)}};
  // `direct` hands the quantity on.
  if (!accept("direct")) map.push_back({"function", place(), drive("the function of the quantity")});
  return map;
}

// initial time, angular velocity, n, a_0, a_1, b_1, ..., a_n, b_n, cycles, initial value
Value CardReader::fourier_series(const std::string& /*word*/) {
  ValueMap map{{"type", {}, Value("fourier_series")}};
  const auto put = [&](const char* name, Value value) { map.push_back({name, {}, std::move(value)}); };
  put("initial_time", real("the initial time"));
  put("angular_velocity", real("the angular velocity"));
  const std::size_t terms = count_of("count", "terms");
  put("constant", real("a_0"));
  put("terms", list(terms, [&] { return list(2, [&] { return Value(real("an amplitude")); }); }));
  put("cycles", accept("forever") ? std::int64_t{0}
                : accept("one")   ? std::int64_t{1}
                                  : integer("the cycles"));
  put("initial_value", real("the initial value"));
  return map;
}

// file: label, fixed step, {count | steps}, columns, [initial time,] {from file | t}, [time step,] {from file
// | h} [, interpolation, ...] [, pad zeroes, ...], "name"; variable step has neither steps nor times.
void CardReader::read_file_driver(std::int64_t label) {
  const SourcePlace place = this->place();
  const std::string type = keyword(
      "type of file driver",
      {"fixed step", "variable step", "socket", "socket stream", "stream", "rtai input", "buffer stream"});
  if (!type.ends_with("step"))
    throw CardError(place, fmt::format("file drivers of type '{}' are not supported yet", type));
  ValueMap map{{"type", {}, Value(type == "fixed step" ? "fixed_step_file" : "variable_step_file")}};
  const auto put = [&](const char* name, Value value) { map.push_back({name, {}, std::move(value)}); };
  if (type == "fixed step" && !accept("count")) put("steps", integer("the number of steps"));
  put("columns", integer("the number of columns"));
  if (type == "fixed step") {
    accept("initial time");
    if (!accept("from file")) put("initial_time", real("the initial time"));
    accept("time step");
    if (!accept("from file")) put("time_step", real("the time step"));
  }
  if (accept("interpolation"))
    put("interpolation", keyword("interpolation", {"linear", "const"}) == "const" ? "constant" : "linear");
  if (accept("pad zeroes")) {
    const char* outside = flag("pad zeroes") ? "zero" : "hold";
    put("before", outside);
    put("after", outside);
  } else if (accept("bailout")) {
    const std::string when = keyword("bailout", {"none", "upper", "lower", "any"});
    if (when == "lower" || when == "any") put("before", "stop");
    if (when == "upper" || when == "any") put("after", "stop");
  }
  put("file", file_name("the name of the file"));
  file_drivers_[label] = std::move(map);
}

// file, label [, column] [, amplitude, factor]
Value CardReader::file_drive(const std::string& /*word*/) {
  const SourcePlace at = place();
  const std::int64_t label = integer("the label of a file driver");
  const auto driver = file_drivers_.find(label);
  if (driver == file_drivers_.end())
    throw CardError(at, fmt::format("there is no file driver {}", label),
                    "file drivers are defined in the section 'drivers'");
  ValueMap map = driver->second;
  if (has_more() && next_words().empty())
    map.push_back({"column", place(), Value(integer("the number of the column"))});
  if (accept("amplitude")) map.push_back({"scale", place(), Value(real("the amplitude"))});
  return map;
}

}  // namespace pintle::mbdyn
