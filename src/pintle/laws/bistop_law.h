// A linear law that conditions switch on and off; the strain is counted from where it was switched on.
#pragma once

#include "pintle/laws/linear_law.h"

namespace pintle {

// Memory: is it on; the strain at which it was switched on.                      (linear_elastic_bistop.md 1)
template <int N>
class BistopLaw final : public Law<N> {
 public:
  BistopLaw(LawPointer<N> law, Drive activating, Drive deactivating, bool starts_active)
      : law_(std::move(law)),
        activating_(std::move(activating)),
        deactivating_(std::move(deactivating)),
        starts_active_(starts_active) {}

  LawVector<N> force(const LawInputs<N>& inputs) const noexcept override {
    return is_active(inputs) ? law_->force(counted(inputs)) : LawVector<N>(LawVector<N>::Zero());
  }
  void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept override {
    if (is_active(inputs))
      law_->respond(counted(inputs), response);
    else
      response = {LawVector<N>::Zero(), LawMatrix<N>::Zero(), LawMatrix<N>::Zero()};
  }
  double energy(const LawInputs<N>& inputs) const noexcept override {
    return is_active(inputs) ? law_->energy(counted(inputs)) : 0.0;
  }
  bool depends_on_rate() const noexcept override { return law_->depends_on_rate(); }

  int history_size() const noexcept override { return 1 + N; }
  void start_history(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    std::fill(history.begin(), history.end(), 0.0);
    history[0] = starts_active_ ? 1.0 : 0.0;
    change(inputs, history);
  }
  void commit(const LawInputs<N>& inputs, std::span<double> history) const noexcept override {
    change(inputs, history);
  }

 private:
  static bool is_active(const LawInputs<N>& inputs) noexcept { return inputs.history[0] != 0.0; }
  static LawInputs<N> counted(LawInputs<N> inputs) noexcept {
    inputs.strain -= Eigen::Map<const LawVector<N>>(inputs.history.data() + 1);
    return inputs;
  }
  // Where both conditions hold, it is off.
  void change(const LawInputs<N>& inputs, std::span<double> history) const noexcept {
    const bool was_active = history[0] != 0.0;
    const bool goes_off = deactivating_.value(inputs.drives) != 0.0;
    const bool goes_on = !was_active && !goes_off && activating_.value(inputs.drives) != 0.0;
    if (goes_off) history[0] = 0.0;
    if (!goes_on) return;
    history[0] = 1.0;
    Eigen::Map<LawVector<N>>(history.data() + 1) = inputs.strain;
  }

  LawPointer<N> law_;
  Drive activating_, deactivating_;
  bool starts_active_;
};

// Adds the fields of the conditions.
CardSchema with_conditions(CardSchema schema);

template <int N>
LawPointer<N> make_bistop(const CheckedCard& card, LawBuildContext& context, LawPointer<N> law) {
  return std::make_shared<const BistopLaw<N>>(
      std::move(law), context.drive(card.drive_card("activating_condition")),
      context.drive(card.drive_card("deactivating_condition")), card.choice("initial_state") == "active");
}

}  // namespace pintle
