#include "pintle/joints/spring_damper.h"

#include <fmt/format.h>

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void SpringDamperSet::add(ElementLabel label, const Attachment& a, const Attachment& b,
                          const SpringDamperProperties& properties) {
  add_label(std::move(label));
  items_.push_back({TensionLine(a, b, properties.free_length), properties});
}

void SpringDamperSet::connect(Connector& connector) {
  for (Item& item : items_) item.line.connect(connector);
}

// F = k (l - l0) + c ldot + f0                                                         (spring_damper.md 1)
double SpringDamperSet::force_of(const Item& item, const Stretch& s) {
  const SpringDamperProperties& p = item.properties;
  if (!s.has_direction) return 0.0;
  return p.stiffness * (s.length - p.free_length) + p.damping * s.rate + p.prestress;
}

void SpringDamperSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = item.line.stretch(context);
    item.line.add_residual(s, force_of(item, s), sink);
  }
}

void SpringDamperSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = item.line.stretch(context);
    item.line.add_tangent(s, {force_of(item, s), item.properties.stiffness, item.properties.damping}, sink);
  }
}

// V = k (l - l0)^2 / 2 + f0 (l - l0)                                                   (spring_damper.md 2)
void SpringDamperSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) {
    const SpringDamperProperties& p = item.properties;
    const double extension = item.line.stretch(context).length - p.free_length;
    totals.potential += 0.5 * p.stiffness * extension * extension + p.prestress * extension;
  }
}

std::vector<ChannelInfo> SpringDamperSet::channels() const {
  return {{"length", "m", 1, "distance of the two points"},
          {"rate", "m/s", 1, "of the length"},
          {"force", "N", 1, "tension: positive when it pulls the points together"}};
}

void SpringDamperSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  out[0] = s.length;
  out[1] = s.rate;
  out[2] = force_of(item, s);
}

void SpringDamperSet::report(const Context& context, Index element, ReportSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  TensionLine::report(s, force_of(item, s), sink);
}

void SpringDamperSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  TensionLine::private_data(s, force_of(item, s), sink);
}

namespace {

void build_spring_damper(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  const double start = length_at_start(sides, builder);
  const SpringDamperProperties properties{card.real("stiffness"), card.real("damping"),
                                          card.has("length") ? card.real("length") : start,
                                          card.real("prestress")};
  const bool needs_direction = properties.free_length > 0.0 || properties.prestress != 0.0;
  if (!card.has_errors() && start == 0.0 && needs_direction && sides.a.frame != sides.b.frame)
    builder.diagnostics().warning(
        card.place(),
        fmt::format("{}: its points coincide at the start, where it has no direction and no force",
                    describe(card.card())),
        "move a node or an offset");
  builder.set<SpringDamperSet>().add(label_of(card), sides.a, sides.b, properties);
}

}  // namespace

void register_spring_damper(Registry& registry) {
  registry.add(CardSchema("joint", "spring_damper")
                   .summary("A linear spring and damper along the line between two points.")
                   .attachment("a", "first side: a node with offset, or ground")
                   .attachment("b", "second side")
                   .real("stiffness", "of the spring")
                   .unit("N/m")
                   .non_negative()
                   .optional(0)
                   .real("damping", "of the damper")
                   .unit("N s/m")
                   .non_negative()
                   .optional(0)
                   .real("length", "free length; left out: the distance at the start")
                   .unit("m")
                   .non_negative()
                   .optional()
                   .real("prestress", "tension at the free length")
                   .unit("N")
                   .optional(0),
               build_spring_damper);
}

}  // namespace pintle
