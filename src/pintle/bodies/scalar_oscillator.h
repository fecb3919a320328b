// Scalar oscillators: one-degree-of-freedom equations on scalar nodes; see scalar_oscillator.md.
#pragma once

#include "pintle/system/element_set.h"

namespace pintle {

struct ScalarOscillator {
  double mass = 1.0, damping = 0.0, stiffness = 0.0;
  Drive force;
};

class ScalarOscillatorSet final : public ElementSet {
 public:
  void add(ElementLabel label, Index scalar, const ScalarOscillator& properties);

  std::string_view kind() const override { return "body"; }
  std::string_view type() const override { return "scalar oscillator"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;

 private:
  struct Item {
    ScalarOscillator properties;
    Index scalar;
    BlockId block;
  };
  std::vector<Item> items_;
};

}  // namespace pintle
