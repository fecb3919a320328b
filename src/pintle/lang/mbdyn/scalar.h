// The values of MBDyn's expressions: integer, real, bool and string, with its rules of promotion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace pintle::mbdyn {

enum class ScalarType : std::uint8_t { boolean, integer, real, text };  // as in Scalar

using Scalar = std::variant<bool, std::int64_t, double, std::string>;

inline ScalarType type_of(const Scalar& value) { return static_cast<ScalarType>(value.index()); }
std::string_view name_of(ScalarType type);  // "integer"
std::optional<ScalarType> type_called(std::string_view name);
bool is_number(const Scalar& value);       // all but a text
double to_real(const Scalar& value);       // of a number
std::string to_text(const Scalar& value);  // as it would be written

}  // namespace pintle::mbdyn
