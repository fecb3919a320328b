// A Value as JSON text.
#pragma once

#include <string>

#include "pintle/model/value.h"

namespace pintle {

// Numbers are the shortest that read back to the same bits; a real always shows a point or an exponent.
// Lists and maps that fit within `width` columns stay on one line. Throws std::invalid_argument for a number
// that is not finite: JSON has no word for it.
std::string to_json(const Value& value, int indent = 0, int width = 100);

}  // namespace pintle
