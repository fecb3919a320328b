// The names of units and their prefixes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/units.h"

namespace pintle {

// One unit, perhaps with a prefix. An exact name comes before a prefix: 'min' is a minute, 'kn' a knot.
std::optional<Unit> find_unit(std::string_view name);

// "unknown unit 'KG'; did you mean 'kg'?"
std::string unknown_unit_message(std::string_view name);

}  // namespace pintle
