#include "pintle/lang/mbdyn/scalar_arithmetic.h"

#include <fmt/format.h>
#include <fmt/printf.h>

#include <cmath>
#include <limits>

namespace pintle::mbdyn {

namespace {

bool is_integer_of_c(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

std::int64_t whole(const Scalar& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
  return std::get<std::int64_t>(value);
}

// 64 bits hold whatever two integers of 32 give.
Scalar of_integers(std::string_view op, std::int64_t a, std::int64_t b, const SourcePlace& place) {
  const std::int64_t result = op == "+"   ? a + b
                              : op == "-" ? a - b
                              : op == "*" ? a * b
                              : op == "/" ? a / b
                                          : a % b;
  if (!is_integer_of_c(result))
    throw CardError(place, fmt::format("the integer result of {} {} {} is too large", a, op, b),
                    "use real numbers, with a point");
  return result;
}

Scalar power(double base, double exponent, bool are_integers, const SourcePlace& place) {
  if (are_integers && exponent < 0.0)
    throw CardError(place, "an integer cannot be raised to a negative integer",
                    "write the base with a point");
  if (base == 0.0 && exponent < 0.0) throw CardError(place, "zero cannot be raised to a negative power");
  if (base < 0.0 && exponent != std::floor(exponent))
    throw CardError(place, "a negative number cannot be raised to a power that is no integer");
  return std::pow(base, exponent);
}

Scalar of_texts(std::string_view op, const Scalar& a, const Scalar& b, const SourcePlace& place) {
  if (op == "+") {
    constexpr std::size_t kLongest = 10'000;
    std::string both = std::get<std::string>(a) +
                       std::get<std::string>(converted(b, ScalarType::text, "the right side", place));
    if (both.size() > kLongest)
      throw CardError(place, fmt::format("the text would have more than {} characters", kLongest));
    return both;
  }
  if (!is_number(b) && op == "==") return a == b;
  if (!is_number(b) && op == "!=") return a != b;
  throw CardError(place, fmt::format("'{}' does not go with texts", op));
}

double of_reals(std::string_view op, double x, double y) {
  if (op == "+") return x + y;
  if (op == "-") return x - y;
  if (op == "*") return x * y;
  if (op == "/") return x / y;
  return std::fmod(x, y);
}

}  // namespace

Scalar operated(std::string_view op, const Scalar& a, const Scalar& b, const SourcePlace& place) {
  if (!is_number(a)) return of_texts(op, a, b, place);
  if (!is_number(b)) throw CardError(place, fmt::format("a number is needed, not the text {}", to_text(b)));
  const double x = to_real(a), y = to_real(b);
  if (op == "&&") return x != 0.0 && y != 0.0;
  if (op == "||") return x != 0.0 || y != 0.0;
  if (op == "~|") return (x != 0.0) != (y != 0.0);
  if (op == "==") return x == y;
  if (op == "!=") return x != y;
  if (op == "<") return x < y;
  if (op == "<=") return x <= y;
  if (op == ">") return x > y;
  if (op == ">=") return x >= y;
  const bool are_integers = type_of(a) != ScalarType::real && type_of(b) != ScalarType::real;
  if ((op == "/" || op == "%") && y == 0.0) throw CardError(place, "division by zero");
  if (are_integers && op != "^") return of_integers(op, whole(a), whole(b), place);
  const Scalar result = op == "^" ? power(x, y, are_integers, place) : Scalar(of_reals(op, x, y));
  if (!std::isfinite(std::get<double>(result)))
    throw CardError(place, fmt::format("{} {} {} is out of the range of numbers", x, op, y));
  return result;
}

Scalar negated(const Scalar& number, const SourcePlace& place) {
  if (const auto* real = std::get_if<double>(&number)) return -*real;
  return of_integers("-", 0, whole(number), place);
}

Scalar converted(Scalar value, ScalarType type, std::string_view owner, const SourcePlace& place) {
  if (type_of(value) == type) return value;
  if (!is_number(value))
    throw CardError(place,
                    fmt::format("{} is of type {} and cannot be {}", owner, name_of(type), to_text(value)));
  const double number = to_real(value);
  switch (type) {
    case ScalarType::text:
      return type_of(value) == ScalarType::real ? fmt::sprintf("%e", number)
                                                : fmt::format("{}", whole(value));
    case ScalarType::real:
      return number;
    case ScalarType::boolean:
      return number != 0.0;
    case ScalarType::integer:
      break;
  }
  if (!(std::abs(number) < 0x1p31))
    throw CardError(place, fmt::format("{} is too large for an integer ({})", to_text(value), owner));
  return static_cast<std::int64_t>(number);
}

std::string formatted(const std::string& format, const Scalar& value, const SourcePlace& place) {
  const std::size_t percent = format.find('%');
  const std::size_t end = percent == std::string::npos
                              ? std::string::npos
                              : format.find_first_not_of("0123456789.+- #", percent + 1);
  const char conversion = end == std::string::npos ? '\0' : format[end];
  const auto is_one_of = [conversion](std::string_view set) {
    return conversion != '\0' && set.find(conversion) != std::string_view::npos;
  };
  const bool fits = is_one_of("dixXo")    ? type_of(value) != ScalarType::text
                    : is_one_of("eEfFgG") ? type_of(value) != ScalarType::text
                    : conversion == 's'   ? type_of(value) == ScalarType::text
                                          : false;
  constexpr std::size_t kLongest = 8;  // flags, width and precision; neither of these has four digits
  const bool is_wide =
      fits && format.substr(percent, end - percent).find_first_of("0123456789") != std::string::npos &&
      end - percent > kLongest;
  if (!fits || is_wide || format.find('%', end) != std::string::npos)
    throw CardError(place, fmt::format("the format \"{}\" does not go with {}", format, to_text(value)),
                    "write one of %d, %x, %e, %f, %g or %s in it");
  if (conversion == 's') return fmt::sprintf(format, std::get<std::string>(value));
  if (is_one_of("eEfFgG")) return fmt::sprintf(format, to_real(value));
  return fmt::sprintf(format, whole(converted(value, ScalarType::integer, "the format's number", place)));
}

}  // namespace pintle::mbdyn
