// Operations of the expression byte code that are put together of pieces, and which of them is in use.
#pragma once

#include <cmath>

#include "pintle/math/expression_operations.h"

namespace pintle::expression_operations {

inline bool has_pieces(Opcode op) noexcept {
  switch (op) {
    case Opcode::absolute:
    case Opcode::sign:
    case Opcode::floor:
    case Opcode::ceiling:
    case Opcode::round:
    case Opcode::round_even:
    case Opcode::truncate:
    case Opcode::step:
    case Opcode::ramp:
    case Opcode::parabola:
    case Opcode::remainder:
    case Opcode::modulo:
    case Opcode::saturated_ramp:
    case Opcode::minimum:
    case Opcode::maximum:
    case Opcode::copy_sign:
    case Opcode::less:
    case Opcode::less_equal:
    case Opcode::greater:
    case Opcode::greater_equal:
    case Opcode::in_range:
      return true;
    default:
      return false;
  }
}

// Which piece of such an operation is in use.
inline double decision_of(Opcode op, double x) noexcept {
  switch (op) {
    case Opcode::floor:
    case Opcode::truncate:
      return std::floor(x);
    case Opcode::ceiling:
      return std::ceil(x);
    case Opcode::round:
    case Opcode::round_even:
      return std::round(x);
    default:
      return x > 0.0;
  }
}

inline double decision_of(Opcode op, double a, double b) noexcept {
  switch (op) {
    case Opcode::remainder:
    case Opcode::modulo:
      return std::floor(a / b);
    case Opcode::saturated_ramp:
      return a < 0.0 ? 0.0 : a > b ? 2.0 : 1.0;
    case Opcode::copy_sign:
      return b > 0.0;
    case Opcode::minimum:
    case Opcode::maximum:
      return b < a;
    default:
      return binary_value(op, a, b);
  }
}

}  // namespace pintle::expression_operations
