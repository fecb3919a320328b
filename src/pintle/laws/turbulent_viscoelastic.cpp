#include <cmath>

#include "pintle/laws/preload.h"

namespace pintle {

namespace {

// f = k ε + c ε̇, c = c1 up to the threshold, c2 |ε̇| above it (turbulent_viscoelastic.md 1)
class Turbulent final : public Law<1> {
 public:
  Turbulent(double k, double parabolic, double threshold, double linear)
      : k_(k), parabolic_(parabolic), threshold_(threshold), linear_(linear) {}

  LawVector<1> force(const LawInputs<1>& in) const noexcept override {
    const double rate = in.rate[0], size = std::abs(rate);
    return LawVector<1>(k_ * in.strain[0] + (size > threshold_ ? parabolic_ * size : linear_) * rate);
  }
  void respond(const LawInputs<1>& in, LawResponse<1>& response) const noexcept override {
    const double size = std::abs(in.rate[0]);
    response = {Turbulent::force(in), LawMatrix<1>(k_),
                LawMatrix<1>(size > threshold_ ? 2.0 * parabolic_ * size : linear_)};
  }
  double energy(const LawInputs<1>& in) const noexcept override {
    return 0.5 * k_ * in.strain[0] * in.strain[0];
  }

 private:
  double k_, parabolic_, threshold_, linear_;
};

LawPointer<1> build_turbulent_viscoelastic(const CheckedCard& card, LawBuildContext& context) {
  const double parabolic = card.real("parabolic_viscosity"), threshold = card.real("threshold");
  const double linear = card.has("linear_viscosity") ? card.real("linear_viscosity") : parabolic * threshold;
  return make_law<1>(card, context, Turbulent(card.real("stiffness"), parabolic, threshold, linear));
}

}  // namespace

void register_turbulent_viscoelastic_law(LawRegistry& registry) {
  registry.add(with_common_fields(
                   CardSchema("law", "turbulent_viscoelastic")
                       .mbdyn({"turbulent viscoelastic"},
                              "<stiffness>, <parabolic_viscosity>, [<threshold>, [<linear_viscosity>]]")
                       .summary("A spring, and a damper that is quadratic above a threshold of the rate.")
                       .real("stiffness", "of the spring")
                       .law_unit({.force = 1, .strain = -1})
                       .unit("any")
                       .example(1000)
                       .real("parabolic_viscosity", "force per square of the rate")
                       .law_unit({.force = 1, .strain = -2, .seconds = 2})
                       .unit("any")
                       .example(10)
                       .real("threshold", "of the rate")
                       .law_unit({.strain = 1, .seconds = -1})
                       .unit("any")
                       .non_negative()
                       .optional(0.0)
                       .real("linear_viscosity", "below the threshold; left out: a continuous force")
                       .law_unit({.force = 1, .strain = -1, .seconds = 1})
                       .unit("any")
                       .optional()),
               {build_turbulent_viscoelastic, nullptr, nullptr});
}

}  // namespace pintle
