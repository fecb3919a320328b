#include <fmt/format.h>

#include <vector>

#include "pintle/functions/function_registry.h"

namespace pintle {

namespace {

class Chebyshev {
 public:
  Chebyshev(double lower, double upper, std::vector<double> coefficients, bool extrapolates)
      : lower_(lower), upper_(upper), coefficients_(std::move(coefficients)), extrapolates_(extrapolates) {
    low_ = inside(lower_);
    high_ = inside(upper_);
  }

  FunctionValue derivatives(double x) const noexcept {
    if (x >= lower_ && x <= upper_) return inside(x);
    const FunctionValue& end = x < lower_ ? low_ : high_;
    if (!extrapolates_) return {end.value, 0.0, 0.0};
    return {end.value + end.first * (x - (x < lower_ ? lower_ : upper_)), end.first, 0.0};
  }

 private:
  // T_k+1 = 2 ξ T_k - T_k-1, differentiated twice                                           (chebyshev.md 1)
  FunctionValue inside(double x) const noexcept {
    const double scale = 2.0 / (upper_ - lower_), xi = scale * (x - lower_) - 1.0;
    FunctionValue before{1.0, 0.0, 0.0}, now{xi, 1.0, 0.0}, sum{coefficients_[0], 0.0, 0.0};
    for (std::size_t k = 1; k < coefficients_.size(); ++k) {
      sum.value += coefficients_[k] * now.value;
      sum.first += coefficients_[k] * now.first;
      sum.second += coefficients_[k] * now.second;
      const FunctionValue next{2.0 * xi * now.value - before.value,
                               2.0 * now.value + 2.0 * xi * now.first - before.first,
                               4.0 * now.first + 2.0 * xi * now.second - before.second};
      before = now;
      now = next;
    }
    return {sum.value, scale * sum.first, scale * scale * sum.second};
  }

  double lower_, upper_;
  std::vector<double> coefficients_;
  bool extrapolates_;
  FunctionValue low_, high_;
};

ScalarFunction build_chebyshev(const CheckedCard& card, FunctionBuildContext& context) {
  const double lower = card.real("lower"), upper = card.real("upper");
  if (!(lower < upper) || card.reals("coefficients").empty()) {
    context.diagnostics.error(
        card.place(), fmt::format("{}: it needs coefficients, and bounds with lower < upper (got {} and {})",
                                  describe(card.card()), lower, upper));
    return {};
  }
  return function_of(Chebyshev(lower, upper, card.reals("coefficients"), card.boolean("extrapolate")));
}

}  // namespace

void register_chebyshev_function(FunctionRegistry& registry) {
  registry.add(
      CardSchema("function", "chebyshev")
          .summary("A sum of Chebyshev polynomials over an interval.")
          .mbdyn({"chebychev", "chebyshev"},
                 "<lower>, <upper>, [do not extrapolate, extrapolate=false], <coefficients:rest>")
          .alias("chebychev")
          .real("lower", "where the interval begins")
          .unit("any")
          .example(-1.0)
          .real("upper", "where it ends")
          .unit("any")
          .reals("coefficients", "of T_0, T_1, ...")
          .unit("any")
          .example(Value::list({1, 0.5, 0.25}))
          .boolean("extrapolate", "go on along the tangent beyond the ends; else the value holds there")
          .optional(true),
      build_chebyshev);
}

}  // namespace pintle
