// What a field wants, in words and by example.
#pragma once

#include <string>

#include "pintle/model/schema.h"
#include "pintle/model/value.h"

namespace pintle {

// "a number in kg", "a list of 3 numbers in m", "'left' or 'right'"
std::string wanted_text(const FieldSchema& field);

// "greater than 0, at most 1"; "" without limits.
std::string limits_text(const FieldSchema& field);

// A value that a person could write: the field's example, its default, or one made up from its type.
Value example_value(const FieldSchema& field);

}  // namespace pintle
