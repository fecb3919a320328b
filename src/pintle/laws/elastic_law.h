// A law of the strain alone from a formula: any value type with force, stiffness and energy as functions of
// it.
#pragma once

#include "pintle/laws/preload.h"

namespace pintle {

template <int N, class Formula>
class ElasticLaw final : public Law<N> {
 public:
  explicit ElasticLaw(Formula formula) : formula_(std::move(formula)) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    return formula_.force(inputs.strain);
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    response = {formula_.force(inputs.strain), formula_.stiffness(inputs.strain), LawMatrix<N>::Zero()};
  }
  double energy(const LawInputs<N>& inputs) const noexcept override { return formula_.energy(inputs.strain); }
  bool depends_on_rate() const noexcept override { return false; }
  WorkDone work_done() const noexcept override { return WorkDone::none; }

 private:
  Formula formula_;
};

template <int N, class Formula>
LawPointer<N> make_elastic(const CheckedCard& card, LawBuildContext& context, Formula formula) {
  return make_law<N>(card, context, ElasticLaw<N, Formula>(std::move(formula)));
}

}  // namespace pintle
