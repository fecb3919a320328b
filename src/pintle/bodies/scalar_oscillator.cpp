#include "pintle/bodies/scalar_oscillator.h"

#include "pintle/bodies/body_card.h"

namespace pintle {

void ScalarOscillatorSet::add(ElementLabel label, Index scalar, const ScalarOscillator& properties) {
  add_label(std::move(label));
  items_.push_back({properties, scalar, kNoBlock});
}

void ScalarOscillatorSet::connect(Connector& connector) {
  for (Item& item : items_)
    item.block = connector.block(Slot::scalar(item.scalar), Slot::scalar(item.scalar));
}

// m q'' + c q' + k q - f(t) (scalar_oscillator.md 1)
void ScalarOscillatorSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const auto i = static_cast<std::size_t>(item.scalar);
    const ScalarOscillator& p = item.properties;
    sink.add_scalar(item.scalar, p.mass * context.scalar_accelerations[i]);
    sink.add_scalar(item.scalar, p.damping * context.scalar_rates[i] + p.stiffness * context.scalars[i]);
    sink.add_scalar(item.scalar, -p.force.value(context.drive_inputs()));
  }
}

void ScalarOscillatorSet::tangent(const Context&, TangentSink& sink) const {
  using One = Eigen::Matrix<double, 1, 1>;
  for (const Item& item : items_) {
    const ScalarOscillator& p = item.properties;
    sink.dscalar(item.block, One(p.stiffness), One(p.damping), One(p.mass));
  }
}

void ScalarOscillatorSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) {
    const auto i = static_cast<std::size_t>(item.scalar);
    totals.kinetic += 0.5 * item.properties.mass * context.scalar_rates[i] * context.scalar_rates[i];
    totals.potential += 0.5 * item.properties.stiffness * context.scalars[i] * context.scalars[i];
  }
}

std::vector<ChannelInfo> ScalarOscillatorSet::channels() const {
  return {{"force", "1", 1, "the driving force"}};
}

void ScalarOscillatorSet::evaluate_channels(const Context& context, Index element,
                                            std::span<double> out) const {
  out[0] = items_[static_cast<std::size_t>(element)].properties.force.value(context.drive_inputs());
}

namespace {

void build_scalar_oscillator(const CheckedCard& card, SystemBuilder& builder) {
  if (card.text("node").empty()) return;
  const auto scalar = builder.scalar_of(card.text("node"), card.place_of("node"));
  if (!scalar) return;
  require_leave(card, builder.claim_scalar_inertia(*scalar, describe(card.card())), builder.diagnostics());
  builder.set<ScalarOscillatorSet>().add({card.name(), card.place()}, *scalar,
                                         {card.real("mass"), card.real("damping"), card.real("stiffness"),
                                          builder.drive(card.drive_card("force"), "any")});
}

}  // namespace

void register_scalar_oscillator(Registry& registry) {
  CardSchema schema =
      CardSchema("body", "scalar_oscillator")
          .synonyms({"mass_spring_damper"})
          .summary("Mass, damping and stiffness of a scalar node, driven by a force: one vibration mode.")
          .text("node", "the scalar node")
          .names("node")
          .example("first mode")
          .real("mass", "modal mass")
          .law_unit({.force = 1, .seconds = 2})
          .positive()
          .optional(1.0)
          .real("damping", "modal damping")
          .law_unit({.force = 1, .seconds = 1})
          .non_negative()
          .optional(0.0)
          .real("stiffness", "modal stiffness")
          .optional(0.0)
          .drive("force", "modal force, a drive of time and of measured quantities")
          .optional(0.0);
  registry.add(with_shares_node(schema), build_scalar_oscillator);
}

}  // namespace pintle
