#include <fmt/format.h>

#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

struct Line {
  double x, y, slope;
  FunctionValue derivatives(double at) const noexcept { return {y + slope * (at - x), slope, 0.0}; }
};

ScalarFunction build_linear(const CheckedCard& card, FunctionBuildContext& context) {
  const MatX points = card.table("points");
  if (points.rows() != 2 || points(0, 0) == points(1, 0)) {
    context.diagnostics.error(card.place_of("points"),
                              fmt::format("{}: a line needs two points apart in x, got {} point(s)",
                                          describe(card.card()), points.rows()));
    return {};
  }
  return function_of(
      Line{points(0, 0), points(0, 1), (points(1, 1) - points(0, 1)) / (points(1, 0) - points(0, 0))});
}

}  // namespace

void register_linear_function(FunctionRegistry& registry) {
  registry.add(CardSchema("function", "linear")
                   .mbdyn({"linear"}, "<points:2>")
                   .summary("The straight line through two points.")
                   .table("points", {{"x", "any"}, {"y", "any"}}, "two points")
                   .example(Value::list({Value::list({0, 1}), Value::list({2, 5})})),
               build_linear);
}

}  // namespace pintle
