#include "pintle/functions/points_of_function.h"

namespace pintle {

namespace {

// Third derivative of the cubic through the points first .. first + 3; of the parabola through three: zero.
double third_derivative(const FunctionPoints& p, std::size_t first) {
  if (p.x.size() < 4) return 0.0;
  double difference[4] = {p.y[first], p.y[first + 1], p.y[first + 2], p.y[first + 3]};
  for (std::size_t order = 1; order < 4; ++order)
    for (std::size_t i = 0; i + order < 4; ++i)
      difference[i] = (difference[i + 1] - difference[i]) / (p.x[first + i + order] - p.x[first + i]);
  return 6.0 * difference[0];
}

class CubicSpline {
 public:
  CubicSpline(FunctionPoints points, bool extrapolates)
      : points_(std::move(points)), extrapolates_(extrapolates), curvature_(points_.x.size()) {
    solve_curvatures();
    first_slope_ = inside(0, points_.x.front()).first;
    last_slope_ = inside(points_.x.size() - 2, points_.x.back()).first;
  }

  FunctionValue derivatives(double x) const noexcept {
    if (!points_.is_outside(x)) return inside(points_.segment(x), x);
    if (!extrapolates_) return points_.held(x);
    const bool is_left = x < points_.x.front();
    const double slope = is_left ? first_slope_ : last_slope_;
    const double from = is_left ? points_.x.front() : points_.x.back();
    return {points_.held(x).value + slope * (x - from), slope, 0.0};
  }

 private:
  // y = a + s (b + s (c + s d)), s = x - x_i                                            (cubic_spline.md 2)
  FunctionValue inside(std::size_t i, double x) const noexcept {
    const double h = points_.x[i + 1] - points_.x[i], s = x - points_.x[i];
    const double d = (curvature_[i + 1] - curvature_[i]) / (6.0 * h), c = 0.5 * curvature_[i];
    const double b = (points_.y[i + 1] - points_.y[i]) / h - h * (c + h * d);
    return {points_.y[i] + s * (b + s * (c + s * d)), b + s * (2.0 * c + s * 3.0 * d), 2.0 * c + 6.0 * d * s};
  }

  // The slopes of neighbours agree; the ends have the given third derivatives             (cubic_spline.md 1)
  void solve_curvatures() {
    const std::vector<double>&x = points_.x, &y = points_.y;
    const std::size_t n = x.size(), last = n - 1;
    const auto h = [&](std::size_t i) { return x[i + 1] - x[i]; };
    const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / h(i); };
    const double first_jump = h(0) * third_derivative(points_, 0);
    const double last_jump = h(last - 1) * third_derivative(points_, n < 4 ? 0 : n - 4);
    // Elimination downwards, with M_0 = M_1 - first_jump put into the first row.
    std::vector<double> diagonal(n), right(n);
    for (std::size_t i = 1; i < last; ++i) {
      diagonal[i] = 2.0 * (h(i - 1) + h(i));
      right[i] = 6.0 * (slope(i) - slope(i - 1));
      if (i == 1) {
        diagonal[i] += h(0);
        right[i] += h(0) * first_jump;
      } else {
        const double factor = h(i - 1) / diagonal[i - 1];
        diagonal[i] -= factor * h(i - 1);
        right[i] -= factor * right[i - 1];
      }
    }
    // The last row, with M_n = M_n-1 + last_jump; then upwards.
    curvature_[last - 1] = (right[last - 1] - h(last - 1) * last_jump) / (diagonal[last - 1] + h(last - 1));
    curvature_[last] = curvature_[last - 1] + last_jump;
    for (std::size_t i = last - 1; i-- > 1;)
      curvature_[i] = (right[i] - h(i) * curvature_[i + 1]) / diagonal[i];
    curvature_[0] = curvature_[1] - first_jump;
  }

  FunctionPoints points_;
  bool extrapolates_;
  std::vector<double> curvature_;  // second derivative at the points
  double first_slope_ = 0.0, last_slope_ = 0.0;
};

ScalarFunction build_cubic_spline(const CheckedCard& card, FunctionBuildContext& context) {
  FunctionPoints points = read_points(card, 3, context);
  if (points.x.empty()) return {};
  return function_of(CubicSpline(std::move(points), card.boolean("extrapolate")));
}

}  // namespace

void register_cubic_spline_function(FunctionRegistry& registry) {
  registry.add(points_schema("cubic_spline", "A smooth curve of cubics through points.")
                   .synonyms({"spline", "akima"})
                   .mbdyn({"cubic spline"}, kPointsInMbdyn)
                   .alias("cubicspline"),
               build_cubic_spline);
}

}  // namespace pintle
