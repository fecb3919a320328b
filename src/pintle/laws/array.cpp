#include <vector>

#include "pintle/laws/preload.h"

namespace pintle {

namespace {

// The sum of some laws; their histories lie one behind the other.
template <int N>
class ArrayLaw final : public Law<N> {
 public:
  explicit ArrayLaw(std::vector<LawPointer<N>> laws) : laws_(std::move(laws)) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    LawVector<N> sum = LawVector<N>::Zero();
    for_each(inputs, [&](const Law<N>& law, const LawInputs<N>& own, int) { sum += law.force(own); });
    return sum;
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    response = {LawVector<N>::Zero(), LawMatrix<N>::Zero(), LawMatrix<N>::Zero()};
    for_each(inputs, [&](const Law<N>& law, const LawInputs<N>& own, int) {
      LawResponse<N> part;
      law.respond(own, part);
      response.force += part.force;
      response.by_strain += part.by_strain;
      response.by_rate += part.by_rate;
    });
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    double sum = 0.0;
    for_each(inputs, [&](const Law<N>& law, const LawInputs<N>& own, int) { sum += law.energy(own); });
    return sum;
  }
  bool depends_on_rate() const noexcept override {
    for (const LawPointer<N>& law : laws_)
      if (law->depends_on_rate()) return true;
    return false;
  }

  int history_size() const noexcept override {
    int size = 0;
    for (const LawPointer<N>& law : laws_) size += law->history_size();
    return size;
  }
  void start_history(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    for_each(inputs, [&](const Law<N>& law, const LawInputs<N>& own, int first) {
      law.start_history(own, part_of(history, first, law));
    });
  }
  void commit(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    for_each(inputs, [&](const Law<N>& law, const LawInputs<N>& own, int first) {
      law.commit(own, part_of(history, first, law));
    });
  }

 private:
  template <class T>
  static std::span<T> part_of(std::span<T> history, int first, const Law<N>& law) noexcept {
    return history.empty() ? history
                           : history.subspan(static_cast<std::size_t>(first),
                                             static_cast<std::size_t>(law.history_size()));
  }
  template <class Use>
  void for_each(LawInputs<N> inputs, Use use) const noexcept {
    const std::span<const double> all = inputs.history;
    int first = 0;
    for (const LawPointer<N>& law : laws_) {
      inputs.history = part_of(all, first, *law);
      use(*law, inputs, first);
      first += law->history_size();
    }
  }

  std::vector<LawPointer<N>> laws_;
};

template <int N>
LawPointer<N> build_array(const CheckedCard& card, LawBuildContext& context) {
  std::vector<LawPointer<N>> laws;
  for (const Card& nested : card.named_cards("laws")) {
    const std::optional<ResolvedCard> meant = context.resolve(nested);
    LawPointer<N> law = meant ? context.registry.build<N>(meant->card, context) : nullptr;
    if (law) laws.push_back(std::move(law));
  }
  return make_law<N>(card, context, ArrayLaw<N>(std::move(laws)));
}

}  // namespace

void register_array_law(LawRegistry& registry) {
  registry.add(with_common_fields(CardSchema("law", "array")
                                      .mbdyn({"array"}, "<laws:count>")
                                      .summary("The sum of some laws.")
                                      .named_cards("laws", "law", "names of laws, or laws written out")),
               {build_array<1>, build_array<3>, build_array<6>});
}

}  // namespace pintle
