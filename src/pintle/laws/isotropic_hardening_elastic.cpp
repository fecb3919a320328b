#include <cmath>

#include "pintle/laws/elastic_law.h"

namespace pintle {

namespace {

// f = g(s) ε,  g = (k0 + k α s)/(1 + α s),  s = |ε|²                       (isotropic_hardening_elastic.md 1)
template <int N>
struct Hardening {
  double k, k0, alpha;

  double secant(double s) const noexcept { return (k0 + k * alpha * s) / (1.0 + alpha * s); }
  LawVector<N> force(const LawVector<N>& e) const noexcept { return secant(e.squaredNorm()) * e; }
  LawMatrix<N> stiffness(const LawVector<N>& e) const noexcept {
    const double s = e.squaredNorm(), slope = alpha * (k - k0) / ((1.0 + alpha * s) * (1.0 + alpha * s));
    return secant(s) * LawMatrix<N>::Identity() + 2.0 * slope * e * e.transpose();
  }
  // ½ ∫ g ds
  double energy(const LawVector<N>& e) const noexcept {
    const double s = e.squaredNorm();
    return 0.5 * (k * s - (k - k0) * std::log1p(alpha * s) / alpha);
  }
};

template <int N>
LawPointer<N> build_isotropic_hardening_elastic(const CheckedCard& card, LawBuildContext& context) {
  const double reference = card.real("reference_strain");
  return make_elastic<N>(
      card, context,
      Hardening<N>{card.real("stiffness"), card.real("linear_stiffness"), 3.0 / (reference * reference)});
}

}  // namespace

void register_isotropic_hardening_elastic_law(LawRegistry& registry) {
  registry.add(with_common_fields(CardSchema("law", "isotropic_hardening_elastic")
                                      .mbdyn({"isotropic hardening elastic"},
                                             "<stiffness>, <reference_strain>, [linear stiffness, "
                                             "<linear_stiffness>]")
                                      .summary("Soft for small strains, linear for large ones.")
                                      .real("stiffness", "for large strains")
                                      .law_unit({.force = 1, .strain = -1})
                                      .unit("any")
                                      .example(1000)
                                      .real("reference_strain", "where it has become stiff")
                                      .law_unit({.strain = 1})
                                      .unit("any")
                                      .positive()
                                      .real("linear_stiffness", "for small strains")
                                      .law_unit({.force = 1, .strain = -1})
                                      .unit("any")
                                      .optional(0.0)),
               {build_isotropic_hardening_elastic<1>, build_isotropic_hardening_elastic<3>,
                build_isotropic_hardening_elastic<6>});
}

}  // namespace pintle
