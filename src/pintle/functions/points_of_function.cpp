#include "pintle/functions/points_of_function.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle {

std::size_t FunctionPoints::segment(double at) const noexcept {
  const auto after = std::upper_bound(x.begin() + 1, x.end() - 1, at);
  return static_cast<std::size_t>(after - x.begin()) - 1;
}

FunctionPoints read_points(const CheckedCard& card, std::size_t fewest, FunctionBuildContext& context) {
  const MatX table = card.table("points");
  FunctionPoints points{{table.col(0).begin(), table.col(0).end()},
                        {table.col(1).begin(), table.col(1).end()}};
  const auto fail = [&](const std::string& problem) {
    context.diagnostics.error(card.place_of("points"), describe(card.card()) + ": " + problem);
    return FunctionPoints{};
  };
  if (points.x.size() < fewest)
    return fail(fmt::format("at least {} points are needed, got {}", fewest, points.x.size()));
  const auto bad =
      std::adjacent_find(points.x.begin(), points.x.end(), [](double a, double b) { return !(a < b); });
  if (bad == points.x.end()) return points;
  return fail(fmt::format("x must increase, but points[{}] at {} is followed by {}", bad - points.x.begin(),
                          *bad, *(bad + 1)));
}

CardSchema points_schema(const char* type, const char* summary) {
  return CardSchema("function", type)
      .summary(summary)
      .table("points", {{"x", "any"}, {"y", "any"}}, "what it goes through, x increasing")
      .example(
          Value::list({Value::list({0, 0}), Value::list({1, 2}), Value::list({2, 3}), Value::list({4, 3})}))
      .boolean("extrapolate", "go on beyond the ends; else the value of the nearest end holds there")
      .optional(true);
}

}  // namespace pintle
