// Values and derivatives of the operations of the expression byte code. At a corner (abs, ramp, sramp, par,
// min, max) the derivative is the one to the right of the argument, or that of the first operand in a tie.
#pragma once

#include <cmath>
#include <numbers>

#include "pintle/math/expression_program.h"

namespace pintle::expression_operations {

struct UnarySlopes {
  double d1, d2;
};

// Partial derivatives of f(a, b).
struct BinarySlopes {
  double da = 0.0, db = 0.0, daa = 0.0, dab = 0.0, dbb = 0.0;
};

// x^n by repeated squaring; x^0 = 1 for every x.
inline double integer_power(double x, int n) noexcept {
  double result = 1.0;
  double square = x;
  for (unsigned k = static_cast<unsigned>(n < 0 ? -n : n); k != 0; k >>= 1) {
    if (k & 1u) result *= square;
    square *= square;
  }
  return n < 0 ? 1.0 / result : result;
}

inline double unary_value(const Instruction& instruction, double x) noexcept {
  switch (instruction.op) {
    case Opcode::negate:
      return -x;
    case Opcode::logical_not:
      return x == 0.0 ? 1.0 : 0.0;
    case Opcode::power_integer:
      return integer_power(x, instruction.index);
    case Opcode::power_constant:
      return std::pow(x, instruction.constant);
    case Opcode::sine:
      return std::sin(x);
    case Opcode::cosine:
      return std::cos(x);
    case Opcode::tangent:
      return std::tan(x);
    case Opcode::cotangent:
      return 1.0 / std::tan(x);
    case Opcode::arcsine:
      return std::asin(x);
    case Opcode::arccosine:
      return std::acos(x);
    case Opcode::arctangent:
      return std::atan(x);
    case Opcode::arccotangent:
      return std::atan2(1.0, x);
    case Opcode::sinh:
      return std::sinh(x);
    case Opcode::cosh:
      return std::cosh(x);
    case Opcode::tanh:
      return std::tanh(x);
    case Opcode::coth:
      return 1.0 / std::tanh(x);
    case Opcode::asinh:
      return std::asinh(x);
    case Opcode::acosh:
      return std::acosh(x);
    case Opcode::atanh:
      return std::atanh(x);
    case Opcode::acoth:
      return std::atanh(1.0 / x);
    case Opcode::exponential:
      return std::exp(x);
    case Opcode::logarithm:
      return std::log(x);
    case Opcode::logarithm10:
      return std::log10(x);
    case Opcode::square_root:
      return std::sqrt(x);
    case Opcode::absolute:
      return std::fabs(x);
    case Opcode::sign:
      return std::isnan(x) ? x : static_cast<double>((x > 0.0) - (x < 0.0));
    case Opcode::floor:
      return std::floor(x);
    case Opcode::ceiling:
      return std::ceil(x);
    case Opcode::round:
      return std::round(x);
    case Opcode::round_even:
      return std::nearbyint(x);
    case Opcode::truncate:
      return std::trunc(x);
    case Opcode::step:
      return std::isnan(x) ? x : x > 0.0 ? 1.0 : x < 0.0 ? 0.0 : 0.5;
    case Opcode::ramp:
      return x < 0.0 ? 0.0 : x;
    case Opcode::parabola:
      return x < 0.0 ? 0.0 : x * x;
    default:
      return std::nan("");
  }
}

// f', f'' at x, given f = f(x).
inline UnarySlopes unary_slopes(const Instruction& instruction, double x, double f) noexcept {
  switch (instruction.op) {
    case Opcode::negate:
      return {-1.0, 0.0};
    case Opcode::power_integer: {
      const int n = instruction.index;
      if (n == 0 || n == 1) return {static_cast<double>(n), 0.0};
      return {n * integer_power(x, n - 1), n * (n - 1.0) * integer_power(x, n - 2)};
    }
    case Opcode::power_constant: {
      const double c = instruction.constant;
      return {c * std::pow(x, c - 1.0), c * (c - 1.0) * std::pow(x, c - 2.0)};
    }
    case Opcode::sine:
      return {std::cos(x), -f};
    case Opcode::cosine:
      return {-std::sin(x), -f};
    case Opcode::tangent:
      return {1.0 + f * f, 2.0 * f * (1.0 + f * f)};
    case Opcode::cotangent:
      return {-(1.0 + f * f), 2.0 * f * (1.0 + f * f)};
    case Opcode::arcsine: {
      const double d = 1.0 / std::sqrt((1.0 - x) * (1.0 + x));
      return {d, x * d * d * d};
    }
    case Opcode::arccosine: {
      const double d = -1.0 / std::sqrt((1.0 - x) * (1.0 + x));
      return {d, x * d * d * d};
    }
    case Opcode::arctangent: {
      const double d = 1.0 / (1.0 + x * x);
      return {d, -2.0 * x * d * d};
    }
    case Opcode::arccotangent: {
      const double d = -1.0 / (1.0 + x * x);
      return {d, 2.0 * x * d * d};
    }
    case Opcode::sinh:
      return {std::cosh(x), f};
    case Opcode::cosh:
      return {std::sinh(x), f};
    case Opcode::tanh:
    case Opcode::coth:
      return {(1.0 - f) * (1.0 + f), -2.0 * f * (1.0 - f) * (1.0 + f)};
    case Opcode::asinh: {
      const double d = 1.0 / std::sqrt(x * x + 1.0);
      return {d, -x * d * d * d};
    }
    case Opcode::acosh: {
      const double d = 1.0 / std::sqrt((x - 1.0) * (x + 1.0));
      return {d, -x * d * d * d};
    }
    case Opcode::atanh:
    case Opcode::acoth: {
      const double d = 1.0 / ((1.0 - x) * (1.0 + x));
      return {d, 2.0 * x * d * d};
    }
    case Opcode::exponential:
      return {f, f};
    case Opcode::logarithm:
      return {1.0 / x, -1.0 / (x * x)};
    case Opcode::logarithm10:
      return {std::numbers::log10e / x, -std::numbers::log10e / (x * x)};
    case Opcode::square_root:
      return {0.5 / f, -0.25 / (f * x)};
    case Opcode::absolute:
      return {x < 0.0 ? -1.0 : 1.0, 0.0};
    case Opcode::ramp:
      return {x < 0.0 ? 0.0 : 1.0, 0.0};
    case Opcode::parabola:
      return {x < 0.0 ? 0.0 : 2.0 * x, x < 0.0 ? 0.0 : 2.0};
    default:
      return {0.0, 0.0};  // piecewise constant
  }
}

inline double binary_value(Opcode op, double a, double b) noexcept {
  switch (op) {
    case Opcode::add:
      return a + b;
    case Opcode::subtract:
      return a - b;
    case Opcode::multiply:
      return a * b;
    case Opcode::divide:
      return a / b;
    case Opcode::remainder:
      return std::fmod(a, b);
    case Opcode::modulo:
      return a - b * std::floor(a / b);
    case Opcode::power:
      return std::pow(a, b);
    case Opcode::arctangent2:
      return std::atan2(a, b);
    case Opcode::arccotangent2:
      return std::atan2(b, a);
    case Opcode::saturated_ramp:
      return a < 0.0 ? 0.0 : a > b ? b : a;
    case Opcode::minimum:
      return b < a || std::isnan(b) ? b : a;
    case Opcode::maximum:
      return b > a || std::isnan(b) ? b : a;
    case Opcode::copy_sign:
      return std::copysign(a, b);
    case Opcode::less:
      return a < b;
    case Opcode::less_equal:
      return a <= b;
    case Opcode::greater:
      return a > b;
    case Opcode::greater_equal:
      return a >= b;
    case Opcode::equal:
      return a == b;
    case Opcode::not_equal:
      return a != b;
    case Opcode::logical_and:
      return a != 0.0 && b != 0.0;
    case Opcode::logical_or:
      return a != 0.0 || b != 0.0;
    case Opcode::logical_xor:
      return (a != 0.0) != (b != 0.0);
    default:
      return std::nan("");
  }
}

// Partial derivatives of f = a^b. At a = 0 with b > 0 the limit in b is zero; below zero only constant b is
// smooth.
inline BinarySlopes power_slopes(double a, double b, double f) noexcept {
  BinarySlopes s;
  s.da = b == 0.0 ? 0.0 : b * std::pow(a, b - 1.0);
  s.daa = b == 0.0 || b == 1.0 ? 0.0 : b * (b - 1.0) * std::pow(a, b - 2.0);
  if (a == 0.0 && b > 1.0) return s;
  const double log_a = std::log(a);
  s.db = a == 0.0 && b > 0.0 ? 0.0 : f * log_a;
  s.dbb = a == 0.0 && b > 0.0 ? 0.0 : f * log_a * log_a;
  s.dab = std::pow(a, b - 1.0) * (1.0 + b * log_a);
  return s;
}

inline BinarySlopes binary_slopes(Opcode op, double a, double b, double f) noexcept {
  switch (op) {
    case Opcode::add:
      return {.da = 1.0, .db = 1.0};
    case Opcode::subtract:
      return {.da = 1.0, .db = -1.0};
    case Opcode::multiply:
      return {.da = b, .db = a, .dab = 1.0};
    case Opcode::divide: {
      const double r = 1.0 / b;
      return {.da = r, .db = -f * r, .dab = -r * r, .dbb = 2.0 * f * r * r};
    }
    case Opcode::remainder:
      return {.da = 1.0, .db = -std::trunc(a / b)};
    case Opcode::modulo:
      return {.da = 1.0, .db = -std::floor(a / b)};
    case Opcode::power:
      return power_slopes(a, b, f);
    case Opcode::arctangent2: {
      const double r = 1.0 / (a * a + b * b);
      return {.da = b * r,
              .db = -a * r,
              .daa = -2.0 * a * b * r * r,
              .dab = (a - b) * (a + b) * r * r,
              .dbb = 2.0 * a * b * r * r};
    }
    case Opcode::arccotangent2: {
      const double r = 1.0 / (a * a + b * b);
      return {.da = -b * r,
              .db = a * r,
              .daa = 2.0 * a * b * r * r,
              .dab = (b - a) * (b + a) * r * r,
              .dbb = -2.0 * a * b * r * r};
    }
    case Opcode::saturated_ramp:
      if (a < 0.0) return {};
      return a < b ? BinarySlopes{.da = 1.0} : BinarySlopes{.db = 1.0};
    case Opcode::minimum:
      return b < a ? BinarySlopes{.db = 1.0} : BinarySlopes{.da = 1.0};
    case Opcode::maximum:
      return b > a ? BinarySlopes{.db = 1.0} : BinarySlopes{.da = 1.0};
    case Opcode::copy_sign:
      return {.da = std::signbit(a) == std::signbit(b) ? 1.0 : -1.0};
    default:
      return {};  // piecewise constant
  }
}

inline double in_range_value(double low, double x, double high) noexcept { return low <= x && x <= high; }

}  // namespace pintle::expression_operations
