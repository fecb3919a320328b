#include "pintle/functions/points_of_function.h"

namespace pintle {

namespace {

class Multilinear {
 public:
  Multilinear(FunctionPoints points, bool extrapolates)
      : points_(std::move(points)), extrapolates_(extrapolates) {
    for (std::size_t i = 0; i + 1 < points_.x.size(); ++i)
      slopes_.push_back((points_.y[i + 1] - points_.y[i]) / (points_.x[i + 1] - points_.x[i]));
  }

  FunctionValue derivatives(double x) const noexcept {
    if (!extrapolates_ && points_.is_outside(x)) return points_.held(x);
    const std::size_t i = points_.segment(x);
    return {points_.y[i] + slopes_[i] * (x - points_.x[i]), slopes_[i], 0.0};
  }

 private:
  FunctionPoints points_;
  std::vector<double> slopes_;
  bool extrapolates_;
};

ScalarFunction build_multilinear(const CheckedCard& card, FunctionBuildContext& context) {
  FunctionPoints points = read_points(card, 2, context);
  if (points.x.empty()) return {};
  return function_of(Multilinear(std::move(points), card.boolean("extrapolate")));
}

}  // namespace

void register_multilinear_function(FunctionRegistry& registry) {
  registry.add(points_schema("multilinear", "Straight lines between points.")
                   .synonyms({"table", "piecewise_linear", "lookup", "lookup_table"})
                   .mbdyn({"multilinear"}, kPointsInMbdyn),
               build_multilinear);
}

}  // namespace pintle
