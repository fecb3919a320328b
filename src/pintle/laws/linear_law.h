// f = K ε + C ε̇: what all linear laws are.
#pragma once

#include <Eigen/Cholesky>

#include "pintle/laws/preload.h"

namespace pintle {

template <int N>
class LinearLaw final : public Law<N> {
 public:
  LinearLaw(const LawMatrix<N>& stiffness, const LawMatrix<N>& viscosity)
      : stiffness_(stiffness), viscosity_(viscosity), has_viscosity_(!viscosity.isZero(0.0)) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    return stiffness_ * inputs.strain + viscosity_ * inputs.rate;
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    response = {LinearLaw::force(inputs), stiffness_, viscosity_};
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    return 0.5 * inputs.strain.dot(stiffness_ * inputs.strain);
  }
  bool depends_on_rate() const noexcept override { return has_viscosity_; }
  // A stiffness without potential, or a viscosity that pushes, may add energy.
  WorkDone work_done() const noexcept override {
    if (!stiffness_.isApprox(stiffness_.transpose())) return WorkDone::any;
    if (!has_viscosity_) return WorkDone::none;
    const LawMatrix<N> dissipation = viscosity_ + viscosity_.transpose();
    const Eigen::LDLT<LawMatrix<N>> factors(dissipation);
    return factors.isPositive() ? WorkDone::taken : WorkDone::any;
  }

 private:
  LawMatrix<N> stiffness_, viscosity_;
  bool has_viscosity_;
};

// A matrix from a field with a number (isotropic laws) or a matrix (generic ones).
template <int N, bool kIsGeneric>
LawMatrix<N> read_coefficient(const CheckedCard& card, std::string_view field, LawBuildContext& context) {
  if constexpr (kIsGeneric) return read_law_matrix<N>(card, field, context);
  return card.real(field) * LawMatrix<N>::Identity();
}

template <int N, bool kIsGeneric>
LawPointer<N> build_elastic(const CheckedCard& card, LawBuildContext& context) {
  return make_law<N>(
      card, context,
      LinearLaw<N>(read_coefficient<N, kIsGeneric>(card, "stiffness", context), LawMatrix<N>::Zero()));
}

template <int N, bool kIsGeneric>
LawPointer<N> build_viscous(const CheckedCard& card, LawBuildContext& context) {
  return make_law<N>(
      card, context,
      LinearLaw<N>(LawMatrix<N>::Zero(), read_coefficient<N, kIsGeneric>(card, "viscosity", context)));
}

// C is given, or proportional to K.
template <int N, bool kIsGeneric>
LawPointer<N> build_viscoelastic(const CheckedCard& card, LawBuildContext& context) {
  if (card.has("viscosity") == card.has("proportional"))
    context.diagnostics.error(card.place(),
                              describe(card.card()) + ": give either 'viscosity' or 'proportional'");
  const LawMatrix<N> stiffness = read_coefficient<N, kIsGeneric>(card, "stiffness", context);
  const LawMatrix<N> viscosity = card.has("viscosity")
                                     ? read_coefficient<N, kIsGeneric>(card, "viscosity", context)
                                     : LawMatrix<N>(card.real("proportional") * stiffness);
  return make_law<N>(card, context, LinearLaw<N>(stiffness, viscosity));
}

}  // namespace pintle
