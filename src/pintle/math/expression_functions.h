// Names that every expression knows: functions and constants.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/math/expression_program.h"

namespace pintle {

// sin, atan2, ...; the number of arguments is operand_count(opcode).
//   step(x)            0 below zero, 1/2 at zero, 1 above
//   ramp(x), par(x)    x and x^2 above zero, 0 below
//   sramp(x, u)        ramp that stops rising at u
//   actan2(a, b)       atan2(b, a): the angle whose cotangent is a/b; actan(x) lies between 0 and pi
//   rint(x)            nearest integer, halves to the even one (round: away from zero)
//   trunc(x)           nearest integer toward zero
//   in_range(a, x, b)  1 if a <= x <= b, else 0
//   mod(a, b)          a - b floor(a/b), of the sign of b (while a % b has the sign of a)
//   sign(x)            -1, 0 or 1
std::optional<Opcode> find_expression_function(std::string_view name);
std::span<const std::string> expression_function_names();

// pi and e. They take precedence over a variable of that name.
std::optional<double> find_expression_constant(std::string_view name);

}  // namespace pintle
