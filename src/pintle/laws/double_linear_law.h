// Two stiffnesses: one within bounds of the strain, another beyond; perhaps with viscosities.
#pragma once

#include "pintle/laws/preload.h"

namespace pintle {

// Isotropic but for the last component, which alone is bounded.               (double_linear_elastic.md 1)
template <int N>
class DoubleLinearLaw final : public Law<N> {
 public:
  struct Data {
    double k1, k2, lower, upper;
    double c1 = 0.0, c2 = 0.0;
  };
  explicit DoubleLinearLaw(const Data& data) : d_(data) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    const double excess = beyond(inputs.strain[N - 1]);
    LawVector<N> f = d_.k1 * inputs.strain + d_.c1 * inputs.rate;
    f[N - 1] += (d_.k2 - d_.k1) * excess;
    if (excess != 0.0) f[N - 1] += (d_.c2 - d_.c1) * inputs.rate[N - 1];
    return f;
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    response = {DoubleLinearLaw::force(inputs), d_.k1 * LawMatrix<N>::Identity(),
                d_.c1 * LawMatrix<N>::Identity()};
    if (beyond(inputs.strain[N - 1]) == 0.0) return;
    response.by_strain(N - 1, N - 1) = d_.k2;
    response.by_rate(N - 1, N - 1) = d_.c2;
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    const double excess = beyond(inputs.strain[N - 1]);
    return 0.5 * d_.k1 * inputs.strain.squaredNorm() + 0.5 * (d_.k2 - d_.k1) * excess * excess;
  }
  bool depends_on_rate() const noexcept override { return d_.c1 != 0.0 || d_.c2 != 0.0; }

 private:
  // How far the strain is out of its bounds, with sign.
  double beyond(double strain) const noexcept {
    return strain > d_.upper ? strain - d_.upper : strain < d_.lower ? strain - d_.lower : 0.0;
  }
  Data d_;
};

// The spelling of its fields in MBDyn's language.
inline constexpr const char* kDoubleLinearInMbdyn =
    "<stiffness>, <upper_strain>, <lower_strain>, <second_stiffness>";

CardSchema double_linear_schema(const char* type, const char* summary);

template <int N>
typename DoubleLinearLaw<N>::Data read_double_linear(const CheckedCard& card, LawBuildContext& context) {
  if (card.real("lower_strain") > card.real("upper_strain"))
    context.diagnostics.error(card.place_of("lower_strain"),
                              describe(card.card()) + ": 'lower_strain' is above 'upper_strain'");
  return {card.real("stiffness"), card.real("second_stiffness"), card.real("lower_strain"),
          card.real("upper_strain")};
}

}  // namespace pintle
