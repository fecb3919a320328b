#include "pintle/laws/preload.h"

namespace pintle {

namespace {

// f = u(t) law(ε, ε̇)                                                           (drive_caller_wrapper.md 1)
template <int N>
class DrivenLaw final : public Law<N> {
 public:
  DrivenLaw(Drive factor, LawPointer<N> law) : factor_(std::move(factor)), law_(std::move(law)) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    return factor_.value(inputs.drives) * law_->force(inputs);
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    law_->respond(inputs, response);
    const double factor = factor_.value(inputs.drives);
    response.force *= factor;
    response.by_strain *= factor;
    response.by_rate *= factor;
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    return factor_.value(inputs.drives) * law_->energy(inputs);
  }
  bool depends_on_rate() const noexcept override { return law_->depends_on_rate(); }
  int history_size() const noexcept override { return law_->history_size(); }
  void start_history(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    law_->start_history(inputs, history);
  }
  void commit(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    law_->commit(inputs, history);
  }

 private:
  Drive factor_;
  LawPointer<N> law_;
};

template <int N>
LawPointer<N> build_drive_caller_wrapper(const CheckedCard& card, LawBuildContext& context) {
  const std::optional<ResolvedCard> meant = context.resolve(card.named_card("law"));
  LawPointer<N> law = meant ? context.registry.build<N>(meant->card, context) : nullptr;
  if (!law) return nullptr;
  return make_law<N>(card, context, DrivenLaw<N>(context.drive(card.drive_card("factor")), std::move(law)));
}

}  // namespace

void register_drive_caller_wrapper_law(LawRegistry& registry) {
  registry.add(
      with_common_fields(CardSchema("law", "drive_caller_wrapper")
                             .mbdyn({"drive caller wrapper"}, "<factor>, <law>")
                             .summary("Another law, multiplied by a drive.")
                             .drive("factor", "what the force is multiplied by")
                             .unit("1")
                             .example("1 - exp(-t)")
                             .named_card("law", "law", "name of a law, or a law written out")
                             .example(Value::map({{"type", "linear_elastic"}, {"stiffness", 1000}}))),
      {build_drive_caller_wrapper<1>, build_drive_caller_wrapper<3>, build_drive_caller_wrapper<6>});
}

}  // namespace pintle
