// Values of models as objects of Python, and back.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "pintle/base/diagnostics.h"
#include "pintle/model/value.h"

namespace pintle {

namespace py = pybind11;

py::object to_python(const Value& value);

// None, booleans, numbers, texts, lists (also tuples and arrays) and dictionaries; others raise TypeError.
Value from_python(const py::handle& object, const SourcePlace& place);

SourcePlace place_of(const std::string& file, int line);

// (severity, file, line, column, message, advice, text) of each.
py::list to_python(const Diagnostics& diagnostics);

}  // namespace pintle
