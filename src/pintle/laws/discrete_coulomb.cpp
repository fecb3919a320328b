#include <cmath>
#include <utility>

#include "pintle/laws/law_registry.h"

namespace pintle {

namespace {

// Slips with f = s f_s(|v|) + σ2 v, s its direction; sticks up to f_s(0) (discrete_coulomb.md 1)
class DiscreteCoulomb final : public FrictionModel {
 public:
  DiscreteCoulomb(double sigma2, ScalarFunction static_friction)
      : sigma2_(sigma2), static_friction_(std::move(static_friction)) {}

  bool has_bristles() const noexcept override { return false; }
  double sticking_limit() const noexcept override { return static_friction_.value(0.0); }

  FrictionResponse respond(const FrictionInputs& in) const noexcept override {
    const FunctionValue fs = static_friction_.derivatives(std::abs(in.velocity));
    const double sign = in.velocity < 0.0 ? -1.0 : 1.0;
    FrictionResponse r;
    r.coefficient.value = in.slip * fs.value + sigma2_ * in.velocity;
    r.coefficient.by_velocity = in.slip * sign * fs.first + sigma2_;
    return r;
  }

 private:
  double sigma2_;
  ScalarFunction static_friction_;
};

FrictionPointer build_discrete_coulomb(const CheckedCard& card, LawBuildContext& context) {
  return std::make_shared<const DiscreteCoulomb>(card.real("sigma2"),
                                                 context.function(card.named_card("static_friction")));
}

}  // namespace

void register_discrete_coulomb_law(LawRegistry& registry) {
  registry.add(
      CardSchema("law", "discrete_coulomb")
          .synonyms({"coulomb", "dry_friction"})
          .mbdyn({"discrete coulomb"},
                 "[sigma2, <sigma2>], [velocity ratio, <velocity_ratio>], <static_friction>, [sigma2, "
                 "<sigma2>], "
                 "[velocity ratio, <velocity_ratio>]")
          .summary("Coulomb friction with a viscous part, and stick and slip as modes.")
          .real("sigma2", "viscosity")
          .unit("s/m")
          .non_negative()
          .optional(0.0)
          .real("velocity_ratio", "read for the sake of MBDyn's models; the change is located in time here")
          .optional(0.8)
          .named_card("static_friction", "function", "coefficient of friction over the speed in m/s")
          .example(Value::map({{"type", "constant"}, {"value", 0.3}})),
      {nullptr, nullptr, nullptr, build_discrete_coulomb});
}

}  // namespace pintle
