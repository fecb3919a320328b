// Functions of one variable, a component each, as laws.
#pragma once

#include <array>

#include "pintle/laws/preload.h"

namespace pintle {

// f_i = g_i(ε_i) + h_i(ε̇_i)
template <int N>
class FunctionLaw final : public Law<N> {
 public:
  using Functions = std::array<ScalarFunction, N>;
  FunctionLaw(Functions of_strain, Functions of_rate, bool depends_on_rate)
      : of_strain_(std::move(of_strain)), of_rate_(std::move(of_rate)), depends_on_rate_(depends_on_rate) {}

  LawVector<N> force(const LawInputs<N>& in) const noexcept override {
    LawVector<N> f;
    for (int i = 0; i < N; ++i) f[i] = of_strain(i).value(in.strain[i]) + of_rate(i).value(in.rate[i]);
    return f;
  }
  void respond(const LawInputs<N>& in, LawResponse<N>& response) const noexcept override {
    response.by_strain.setZero();
    response.by_rate.setZero();
    for (int i = 0; i < N; ++i) {
      const FunctionValue g = of_strain(i).derivatives(in.strain[i]), h = of_rate(i).derivatives(in.rate[i]);
      response.force[i] = g.value + h.value;
      response.by_strain(i, i) = g.first;
      response.by_rate(i, i) = h.first;
    }
  }
  bool depends_on_rate() const noexcept override { return depends_on_rate_; }

 private:
  const ScalarFunction& of_strain(int i) const noexcept { return of_strain_[static_cast<std::size_t>(i)]; }
  const ScalarFunction& of_rate(int i) const noexcept { return of_rate_[static_cast<std::size_t>(i)]; }

  Functions of_strain_, of_rate_;
  bool depends_on_rate_;
};

// One function for all components, or one for each; a wrong number is reported.
template <int N>
typename FunctionLaw<N>::Functions read_functions(const CheckedCard& card, std::string_view field,
                                                  LawBuildContext& context) {
  const std::vector<Card> cards = card.named_cards(field);
  typename FunctionLaw<N>::Functions functions;
  if (cards.size() == 1) {
    functions.fill(context.function(cards[0]));
  } else if (static_cast<int>(cards.size()) == N) {
    for (std::size_t i = 0; i < cards.size(); ++i) functions[i] = context.function(cards[i]);
  } else {
    context.diagnostics.error(card.place_of(field),
                              fmt::format("{}: {}: expected one function or {}, got {}",
                                          describe(card.card()), field, N, cards.size()));
  }
  return functions;
}

}  // namespace pintle
