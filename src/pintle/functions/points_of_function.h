// The points that an interpolating function goes through, as its card gives them.
#pragma once

#include <vector>

#include "pintle/functions/function_registry.h"

namespace pintle {

struct FunctionPoints {
  std::vector<double> x, y;

  // Of the last point at or before `at`, the last but one at most: where the segment begins.
  std::size_t segment(double at) const noexcept;
  bool is_outside(double at) const noexcept { return at < x.front() || at > x.back(); }
  // What is said outside: the value of the nearest end.
  FunctionValue held(double at) const noexcept { return {at < x.front() ? y.front() : y.back(), 0.0, 0.0}; }
};

// Reads the table 'points'; too few of them, or x that does not increase, is reported and gives no points.
FunctionPoints read_points(const CheckedCard& card, std::size_t fewest, FunctionBuildContext& context);

// Fields 'points' and 'extrapolate'.
// The spelling of the points in MBDyn's language.
inline constexpr const char* kPointsInMbdyn =
    "[do not extrapolate, extrapolate=false, [bailout]], <points:rest>";

CardSchema points_schema(const char* type, const char* summary);

}  // namespace pintle
