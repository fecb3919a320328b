#include <cmath>
#include <numbers>
#include <utility>

#include "pintle/laws/law_registry.h"

namespace pintle {

namespace {

// How much of the sliding is plastic, and its derivatives by |z| and by the largest deflection.
struct Plasticity {
  double value = 0.0, by_deflection = 0.0, by_largest = 0.0;
};

struct Bristles {
  double sigma0, sigma1, sigma2;  // stiffness, damping and viscosity
  double kappa;                   // part of the largest deflection up to which they stick
};

class Modlugre final : public FrictionModel {
 public:
  Modlugre(const Bristles& bristles, ScalarFunction static_friction)
      : p_(bristles), static_friction_(std::move(static_friction)) {}

  bool has_bristles() const noexcept override { return true; }

  // z' = v - α(z, v) σ0 |v| z / f_s(|v|),  f = σ0 z + σ1 z' + σ2 v                            (modlugre.md 1)
  FrictionResponse respond(const FrictionInputs& in) const noexcept override {
    const double v = in.velocity, z = in.deflection, speed = std::abs(v), sign = v < 0.0 ? -1.0 : 1.0;
    const FunctionValue fs = static_friction_.derivatives(speed);
    const Plasticity alpha = v * z > 0.0 ? plasticity(std::abs(z), fs.value / p_.sigma0) : Plasticity{};
    const double pull = p_.sigma0 * speed * z / fs.value;  // what α is multiplied with
    const double pull_by_v = p_.sigma0 * z * sign * (1.0 - speed * fs.first / fs.value) / fs.value;
    const double largest_by_v = sign * fs.first / p_.sigma0;
    FrictionResponse r;
    r.bristles.value = in.deflection_rate - v + alpha.value * pull;
    r.bristles.by_velocity = -1.0 + alpha.value * pull_by_v + alpha.by_largest * largest_by_v * pull;
    r.bristles.by_deflection =
        alpha.value * p_.sigma0 * speed / fs.value + alpha.by_deflection * (z < 0.0 ? -1.0 : 1.0) * pull;
    r.bristles.by_rate = 1.0;
    r.coefficient = {p_.sigma0 * z + p_.sigma1 * in.deflection_rate + p_.sigma2 * v, p_.sigma2, p_.sigma0,
                     p_.sigma1};
    return r;
  }

 private:
  // Zero up to κ z_s, one from z_s, half a sine between                                      (modlugre.md 2)
  Plasticity plasticity(double deflection, double largest) const noexcept {
    const double x = deflection / largest;
    if (x <= p_.kappa) return {};
    if (x >= 1.0) return {1.0, 0.0, 0.0};
    const double scale = std::numbers::pi / (1.0 - p_.kappa);
    const double angle = scale * (x - 0.5 * (1.0 + p_.kappa));
    const double by_x = 0.5 * std::cos(angle) * scale;
    return {0.5 * std::sin(angle) + 0.5, by_x / largest, -by_x * x / largest};
  }

  Bristles p_;
  ScalarFunction static_friction_;
};

FrictionPointer build_modlugre(const CheckedCard& card, LawBuildContext& context) {
  const Bristles bristles{card.real("sigma0"), card.real("sigma1"), card.real("sigma2"), card.real("kappa")};
  return std::make_shared<const Modlugre>(bristles, context.function(card.named_card("static_friction")));
}

}  // namespace

void register_modlugre_law(LawRegistry& registry) {
  registry.add(CardSchema("law", "modlugre")
                   .synonyms({"lugre", "bristle"})
                   .mbdyn({"modlugre"}, "<sigma0>, <sigma1>, <sigma2>, <kappa>, <static_friction>")
                   .summary("Friction by elasto-plastic bristles.")
                   .real("sigma0", "stiffness of the bristles")
                   .unit("1/m")
                   .positive()
                   .example(1e4)
                   .real("sigma1", "damping of the bristles")
                   .unit("s/m")
                   .non_negative()
                   .optional(0.0)
                   .real("sigma2", "viscosity")
                   .unit("s/m")
                   .non_negative()
                   .optional(0.0)
                   .real("kappa", "part of the largest deflection up to which nothing slides")
                   .at_least(0.0)
                   .below(1.0)
                   .optional(0.0)
                   .named_card("static_friction", "function", "coefficient of friction over the speed in m/s")
                   .example(Value::map({{"type", "constant"}, {"value", 0.3}})),
               {nullptr, nullptr, nullptr, build_modlugre});
}

}  // namespace pintle
