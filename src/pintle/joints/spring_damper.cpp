#include "pintle/joints/spring_damper.h"

#include <fmt/format.h>

#include <algorithm>

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

namespace {

// A line that only pulls: the damper gives or takes no more than the spring.           (spring_damper.md 4)
enum class TautBranch : std::uint8_t { slack, damper_held, full };

TautBranch branch_of(const SpringDamperProperties& p, double elongation, double rate) {
  const double spring = p.stiffness * elongation, damper = p.damping * rate;
  if (elongation < 0.0 || damper < -spring) return TautBranch::slack;
  return damper > spring ? TautBranch::damper_held : TautBranch::full;
}

Tension taut_tension(const SpringDamperProperties& p, double elongation, double rate) {
  switch (branch_of(p, elongation, rate)) {
    case TautBranch::slack:
      return {};
    case TautBranch::damper_held:
      return {2.0 * p.stiffness * elongation, 2.0 * p.stiffness, 0.0};
    case TautBranch::full:
      break;
  }
  return {p.stiffness * elongation + p.damping * rate, p.stiffness, p.damping};
}

}  // namespace

Stretch SpringDamperSet::stretch_of(const Item& item, const Context& context) {
  Stretch s = item.line.stretch(context);
  if (!s.has_direction) s.rate = s.rates.d_dot.norm();
  return s;
}

// F = k (l - l0) + c ldot + f0                                                         (spring_damper.md 1)
Tension SpringDamperSet::tension_of(const SpringDamperProperties& p, const Stretch& s) {
  const double elongation = s.length - p.free_length;
  Tension tension = p.is_taut_only ? taut_tension(p, elongation, s.rate)
                                   : Tension{p.stiffness * elongation + p.damping * s.rate + p.prestress,
                                             p.stiffness, p.damping};
  if (!s.has_direction) tension.force = tension.by_rate * s.rate;
  return tension;
}

// V = k (l - l0)^2 / 2 + f0 (l - l0)                                                   (spring_damper.md 2)
double SpringDamperSet::energy_of(const SpringDamperProperties& p, const Stretch& s) {
  const double elongation = s.length - p.free_length;
  if (p.is_taut_only && elongation < 0.0) return 0.0;
  return 0.5 * p.stiffness * elongation * elongation + p.prestress * elongation;
}

void SpringDamperSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = stretch_of(item, context);
    const Tension tension = tension_of(item.properties, s);
    if (s.has_direction)
      item.line.add_residual(s, tension.force, sink);
    else
      item.line.add_damper_without_direction(s, tension.by_rate, sink);
  }
}

void SpringDamperSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = stretch_of(item, context);
    item.line.add_tangent(s, tension_of(item.properties, s), sink);
  }
}

bool SpringDamperSet::has_pieces() const {
  return std::any_of(items_.begin(), items_.end(), [](const Item& i) { return i.properties.is_taut_only; });
}

// The three branches of (4) have tangents of their own.
std::uint64_t SpringDamperSet::piece(const Context& context) const {
  std::uint64_t all = 0;
  for (const Item& item : items_) {
    if (!item.properties.is_taut_only) continue;
    const Stretch s = stretch_of(item, context);
    all = 3 * all + static_cast<std::uint64_t>(
                        branch_of(item.properties, s.length - item.properties.free_length, s.rate));
  }
  return all;
}

void SpringDamperSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) totals.potential += energy_of(item.properties, stretch_of(item, context));
}

WorkDone SpringDamperSet::work_done() const {
  const bool is_damped =
      std::any_of(items_.begin(), items_.end(), [](const Item& i) { return i.properties.damping != 0.0; });
  return is_damped ? WorkDone::taken : WorkDone::none;
}

std::vector<ChannelInfo> SpringDamperSet::channels() const {
  return {{"length", "m", 1, "distance of the two points"},
          {"rate", "m/s", 1, "of the length"},
          {"force", "N", 1, "tension: positive when it pulls the points together"},
          {"elongation", "m", 1, "length less the free length"},
          {"energy", "J", 1, "in the spring"}};
}

void SpringDamperSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = stretch_of(item, context);
  out[0] = s.length;
  out[1] = s.rate;
  out[2] = tension_of(item.properties, s).force;
  out[3] = s.length - item.properties.free_length;
  out[4] = energy_of(item.properties, s);
}

void SpringDamperSet::report(const Context& context, Index element, ReportSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = stretch_of(item, context);
  TensionLine::report(s, tension_of(item.properties, s).force, sink);
}

void SpringDamperSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = stretch_of(item, context);
  TensionLine::private_data(s, tension_of(item.properties, s).force, sink);
}

namespace {

void check_taut_line(const CheckedCard& card, const SpringDamperProperties& properties,
                     SystemBuilder& builder) {
  if (card.has_errors()) return;
  const auto error = [&](std::string_view field, std::string_view what, std::string_view advice) {
    builder.diagnostics().error(card.place_of(field), fmt::format("{}: {}", describe(card.card()), what),
                                std::string(advice));
  };
  if (properties.stiffness == 0.0)
    error("taut_only", "a line that only pulls needs a stiffness", "give 'stiffness'");
  if (properties.prestress != 0.0)
    error("prestress", "a line that only pulls has no tension at its free length",
          "give a shorter 'length' in the place of 'prestress'");
}

void build_spring_damper(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  const double start = length_at_start(sides, builder);
  const SpringDamperProperties properties{card.real("stiffness"), card.real("damping"),
                                          card.has("length") ? card.real("length") : start,
                                          card.real("prestress"), card.boolean("taut_only")};
  if (properties.is_taut_only) check_taut_line(card, properties, builder);
  const bool needs_direction =
      !properties.is_taut_only && (properties.free_length > 0.0 || properties.prestress != 0.0);
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
  CardSchema schema("joint", "spring_damper");
  schema
      .synonyms({"spring", "damper", "dashpot", "tsda", "translational_spring_damper",
                 "two_point_linear_spring", "two_point_linear_damper"})
      .summary("A linear spring and damper along the line between two points.");
  add_points(schema, "first side: a node with offset, or ground", "second side")
      .real("stiffness", "of the spring")
      .unit("N/m")
      .non_negative()
      .optional(0)
      .field_synonyms({"k", "spring_constant", "spring_coefficient"})
      .real("damping", "of the damper")
      .unit("N s/m")
      .non_negative()
      .optional(0)
      .field_synonyms({"c", "d", "viscosity"})
      .real("length", "free length; left out: the distance at the start")
      .unit("m")
      .non_negative()
      .optional()
      .field_synonyms({"rest_length", "free_length", "reference_length", "natural_length"})
      .real("prestress", "tension at the free length")
      .unit("N")
      .optional(0)
      .field_synonyms({"preload", "force", "pretension"})
      .boolean("taut_only", "a line: no force below the free length, and never a push")
      .optional(false)
      .field_synonyms({"tension_only", "cable"});
  registry.add(std::move(schema), build_spring_damper);
}

}  // namespace pintle
