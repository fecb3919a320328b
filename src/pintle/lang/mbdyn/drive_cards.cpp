// Drives and file drivers whose spelling is not a plain list of fields.
#include <fmt/format.h>

#include <cctype>
#include <utility>

#include "pintle/lang/mbdyn/card_reader.h"
#include "pintle/lang/mbdyn/quantities.h"

namespace pintle::mbdyn {

namespace {

bool has_word(std::string_view text, std::string_view word) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

}  // namespace

const std::map<std::string, CardReader::DriveReader, std::less<>>& CardReader::special_drives() {
  static const std::map<std::string, DriveReader, std::less<>> kDrives{
      {"string", &CardReader::string_drive},      {"file", &CardReader::file_drive},
      {"dof", &CardReader::measured_drive},       {"node", &CardReader::measured_drive},
      {"element", &CardReader::measured_drive},   {"fourier series", &CardReader::fourier_series},
      {"postponed", &CardReader::drive_by_label}, {"reference", &CardReader::drive_by_label}};
  return kDrives;
}

// A number, or one of the words.
Value CardReader::drive(std::string_view what) {
  const std::string words = next_words();
  const bool is_number = words.empty() || (symbols().find(cursor().peek().text) != nullptr &&
                                           vocabulary_.find("drive", words) == nullptr);
  if (is_number) return real(what);
  std::vector<std::string> known = vocabulary_.words_of("drive");
  for (const auto& [word, reader] : special_drives()) known.push_back(word);
  const SourcePlace place = this->place();
  const std::string word = keyword("type of drive", known, vocabulary_.terms_of("drive"));
  if (const auto special = special_drives().find(word); special != special_drives().end())
    return (this->*special->second)(word);
  const Card card = read_by_syntax("drive", word, place);
  if (card.type == "constant") return *card.find("value");
  return value_of(card);
}

// What may be handed an argument.
Value CardReader::inner_drive(std::string_view what) {
  ++givers_;
  Value value = drive(what);
  --givers_;
  return value;
}

void CardReader::read_template_drive(std::int64_t label, std::size_t size) {
  home_ = &kGround;
  template_drives_[{label, size}] = size == 1 ? list(1, [&] { return drive("the drive"); })
                                              : vector_drive(size, "the drive", Constant::needs_drive);
}

// `reference, label` with the label of a template drive; that of a frame begins a vector, which goes on.
const Value* CardReader::template_drive_here(std::size_t size) {
  const std::optional<std::int64_t> meant = is_next("reference") ? label_ahead(2) : std::nullopt;
  if (!meant) return nullptr;
  const bool is_drive = template_drives_.contains({*meant, size}) && !frames().contains(*meant);
  if (cursor().is_symbol(",", 3) && !is_drive) return nullptr;
  accept("reference");
  const SourcePlace place = this->place();
  const std::int64_t label = integer("the label of a template drive caller");
  const auto known = template_drives_.find({label, size});
  if (known != template_drives_.end()) return &known->second;
  throw CardError(place, fmt::format("there is no template drive caller {} of {} components before this line",
                                     label, size));
}

Value CardReader::drive3_in(const ReferenceFrame& frame, std::string_view what) {
  const ReferenceFrame* outer = std::exchange(home_, &frame);
  Value value = drive3(what);
  home_ = outer;
  return value;
}

// single, vector, drive; component, a drive each; array, n, and n times vector, drive; or vector and drive
// alone. A vector without a drive is a constant.
Value CardReader::vector_drive(std::size_t size, std::string_view what, Constant rule) {
  if (accept("null") || accept("zero")) return list(size, [] { return Value(0.0); });
  if (const Value* known = template_drive_here(size)) return *known;
  if (accept("component")) return list(size, [&] { return accept("inactive") ? Value(0.0) : drive(what); });
  const bool is_array = accept("array");
  const auto one = [&]() -> Value {
    accept("single");
    std::vector<double> vector;
    if (size == 3) {
      const Vec3 direction = direction_in(home_ ? *home_ : kGround, "the direction");
      vector.assign(direction.begin(), direction.end());
    } else {
      vector = numbers(what, size);
    }
    const bool is_constant =
        rule == Constant::may_have_no_drive && (!has_more() || is_next("prestrain") || is_next("output"));
    const Value along = is_constant ? Value(1.0) : drive(what);
    if (is_array || !along.is_number())
      return Value::map({{"vector", Value(ValueList(vector.begin(), vector.end()))}, {"drive", along}});
    ValueList constant;
    for (const double component : vector) constant.emplace_back(along.as_number() * component);
    return constant;
  };
  if (!is_array) return one();
  return list(count_of("count", "vectors"), one);
}

// string, "formula"
Value CardReader::string_drive(const std::string& /*word*/) {
  const SourcePlace at = place();
  const std::string content = text("the formula");
  const std::string expression = expression_of_text(content, at, symbols(), diagnostics());
  if (givers_ == 0 && has_word(expression, "Var"))
    diagnostics().warning(at, "'Var' is 0 here, as in the program: no drive around this one hands it a value",
                          "the time is 'Time'");
  return Value(expression).set_place(at);
}

// reference, label; postponed, label: of a drive caller that is defined later.
Value CardReader::drive_by_label(const std::string& word) {
  if (word == "reference") return referred("drive");
  const SourcePlace at = place();
  const std::int64_t label = integer("the label of a drive caller");
  postponed_.emplace_back(label, at);
  return name_of("drive", label);
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
  if (!accept("direct")) map.push_back({"function", place(), inner_drive("the function of the quantity")});
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
  ValueMap map{{"type", place, Value(type == "fixed step" ? "fixed_step_file" : "variable_step_file")}};
  // Reads what comes next; the field has its place.
  const auto put = [&](const char* name, auto&& read) {
    const SourcePlace here = this->place();
    map.push_back({name, here, Value(read()).set_place(here)});
  };
  if (type == "fixed step" && !accept("count")) put("steps", [&] { return integer("the number of steps"); });
  put("columns", [&] { return integer("the number of columns"); });
  if (type == "fixed step") {
    accept("initial time");
    if (!accept("from file")) put("initial_time", [&] { return real("the initial time"); });
    accept("time step");
    if (!accept("from file")) put("time_step", [&] { return real("the time step"); });
  }
  if (accept("interpolation"))
    put("interpolation", [&] {
      return keyword("interpolation", {"linear", "const"}) == "const" ? "constant" : "linear";
    });
  if (accept("pad zeroes")) {
    const char* outside = flag("pad zeroes") ? "zero" : "hold";
    put("before", [&] { return outside; });
    put("after", [&] { return outside; });
  } else if (accept("bailout")) {
    const std::string when = keyword("bailout", {"none", "upper", "lower", "any"});
    if (when == "lower" || when == "any") put("before", [] { return "stop"; });
    if (when == "upper" || when == "any") put("after", [] { return "stop"; });
  }
  put("file", [&] { return file_name("the name of the file"); });
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
  if (has_more() && !is_next("amplitude") && is_formula_next())
    map.push_back({"column", place(), Value(integer("the number of the column"))});
  if (accept("amplitude")) map.push_back({"scale", place(), Value(real("the amplitude"))});
  return Value(std::move(map)).set_place(at);
}

}  // namespace pintle::mbdyn
