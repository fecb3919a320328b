#include "pintle/python/python_values.h"

#include <fmt/format.h>

#include <cmath>

#include "pintle/base/shown_text.h"

namespace pintle {

py::object to_python(const Value& value) {
  switch (value.kind()) {
    case ValueKind::null:
      return py::none();
    case ValueKind::boolean:
      return py::bool_(value.as_boolean());
    case ValueKind::integer:
      return py::int_(value.as_integer());
    case ValueKind::real:
      return py::float_(value.as_number());
    case ValueKind::text:
      return py::str(value.as_text());
    case ValueKind::list: {
      py::list list;
      for (const Value& item : value.as_list()) list.append(to_python(item));
      return list;
    }
    case ValueKind::map: {
      py::dict map;
      for (const ValueEntry& entry : value.as_map()) map[py::str(entry.key)] = to_python(entry.value);
      return map;
    }
  }
  return py::none();
}

namespace {

Value list_from(const py::handle& items, const SourcePlace& place) {
  ValueList list;
  for (const py::handle item : items) list.push_back(from_python(item, place));
  return Value(std::move(list));
}

Value map_from(const py::dict& items, const SourcePlace& place) {
  ValueMap map;
  for (const auto& [key, item] : items)
    map.push_back({py::cast<std::string>(py::str(key)), place, from_python(item, place)});
  return Value(std::move(map));
}

// Numbers of numpy are neither int nor float of Python; those that are whole have __index__.
Value number_from(const py::handle& object) {
  if (py::hasattr(object, "__index__"))
    return Value(py::cast<std::int64_t>(py::int_(py::reinterpret_borrow<py::object>(object))));
  return Value(py::cast<double>(py::float_(py::reinterpret_borrow<py::object>(object))));
}

Value content_from(const py::handle& object, const SourcePlace& place) {
  if (object.is_none()) return {};
  if (py::isinstance<py::bool_>(object)) return Value(py::cast<bool>(object));
  if (py::isinstance<py::str>(object)) return Value(py::cast<std::string>(object));
  if (py::isinstance<py::dict>(object)) return map_from(py::reinterpret_borrow<py::dict>(object), place);
  if (py::hasattr(object, "tolist")) return from_python(object.attr("tolist")(), place);  // of numpy
  if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) return list_from(object, place);
  if (py::hasattr(object, "__index__") || py::hasattr(object, "__float__")) return number_from(object);
  throw py::type_error(fmt::format("a model cannot hold an object of type {}",
                                   py::cast<std::string>(py::str(py::type::of(object).attr("__name__")))));
}

}  // namespace

Value from_python(const py::handle& object, const SourcePlace& place) {
  Value value = content_from(object, place);
  if (value.is_real() && !std::isfinite(value.as_number()))
    throw py::value_error("a model cannot hold a number that is not finite");
  value.set_place(place);
  return value;
}

SourcePlace place_of(const std::string& file, int line) {
  if (file.empty()) return {};
  return {std::make_shared<const std::string>(file), line, 0};
}

py::list to_python(const Diagnostics& diagnostics) {
  py::list list;
  for (const Diagnostic& item : diagnostics.items())
    list.append(py::make_tuple(to_string(item.severity), item.place.file ? *item.place.file : "",
                               item.place.line, item.place.column, printable_lines(item.message),
                               printable_lines(item.advice), item.to_text()));
  return list;
}

}  // namespace pintle
