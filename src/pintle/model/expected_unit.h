// The unit a schema asks for, and whether a given unit may stand there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/units.h"

namespace pintle {

// "N, N m" -> "N", "N m". Always at least one part.
std::vector<std::string> unit_parts(std::string_view unit);

// True if `given` can stand for one of the alternatives in `expected`. "any" in it is replaced by `driven`;
// when that is "any" as well, every unit is accepted.
bool is_unit_accepted(const Unit& given, std::string_view expected, std::string_view driven);

// The unit as messages show it, with "any" replaced: "N/m or N m/rad", "a pure number", "any unit".
std::string shown_unit(std::string_view expected, std::string_view driven = "any");

// Throws std::logic_error when a schema asks for a unit that is none.
void require_valid_unit(std::string_view unit);

}  // namespace pintle
