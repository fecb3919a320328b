#include "pintle/joints/rod.h"

#include <fmt/format.h>

#include "pintle/joints/pair_joint_card.h"
#include "pintle/laws/detailed_law.h"

namespace pintle {

void RodSet::add(ElementLabel label, const Attachment& a, const Attachment& b, double length,
                 LawPointer<1> law) {
  add_label(std::move(label));
  items_.push_back({TensionLine(a, b, length), LawOwner<1>(std::move(law))});
}

void RodSet::connect(Connector& connector) {
  for (Item& item : items_) {
    item.line.connect(connector);
    item.law.connect(connector);
  }
}

// strain = (l - l0)/l0, rate = ldot/l0                                                           (rod.md 1)
LawInputs<1> RodSet::Item::inputs(const Context& context, const Stretch& s) const {
  const double l0 = line.free_length();
  return law.inputs(context, LawVector<1>((s.length - l0) / l0), LawVector<1>(s.rate / l0));
}

void RodSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = item.line.stretch(context);
    item.line.add_residual(s, item.law.law().force(item.inputs(context, s))[0], sink);
  }
}

void RodSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = item.line.stretch(context);
    const double l0 = item.line.free_length();
    LawResponse<1> response;
    item.law.law().respond(item.inputs(context, s), response);
    item.line.add_tangent(s, {response.force[0], response.by_strain(0) / l0, response.by_rate(0) / l0}, sink);
  }
}

// V = l0 W(strain)                                                                               (rod.md 2)
void RodSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_)
    totals.potential +=
        item.line.free_length() * item.law.law().energy(item.inputs(context, item.line.stretch(context)));
}

WorkDone RodSet::work_done() const {
  WorkDone most = WorkDone::none;
  for (const Item& item : items_) most = std::max(most, item.law.law().work_done());
  return most;
}

void RodSet::start_history(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) item.law.start(item.inputs(context, item.line.stretch(context)), history);
}

void RodSet::commit(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) item.law.commit(item.inputs(context, item.line.stretch(context)), history);
}

std::vector<ChannelInfo> RodSet::channels() const {
  return {{"length", "m", 1, "distance of the two points"},
          {"rate", "m/s", 1, "of the length"},
          {"force", "N", 1, "tension: positive when it pulls the points together"},
          {"direction", "1", 3, "from the first point to the second, ground components", Geometry::vector},
          {"strain", "1", 1, "what the law sees, and its rate"},
          {"strain_rate", "1/s", 1, ""}};
}

void RodSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  const LawInputs<1> inputs = item.inputs(context, s);
  out[0] = s.length;
  out[1] = s.rate;
  out[2] = s.has_direction ? item.law.law().force(inputs)[0] : 0.0;
  Eigen::Map<Vec3>(out.data() + 3) = s.direction();
  out[6] = inputs.strain[0];
  out[7] = inputs.rate[0];
}

void RodSet::report(const Context& context, Index element, ReportSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  const LawInputs<1> inputs = item.inputs(context, s);
  TensionLine::report(s, item.law.law().force(inputs)[0], sink);
  for_each_detail(item.law.law(), inputs, [&](std::string_view name, std::string_view unit, double value) {
    sink.number(name, unit, value);
  });
}

void RodSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Stretch s = item.line.stretch(context);
  const LawInputs<1> inputs = item.inputs(context, s);
  TensionLine::private_data(s, item.law.law().force(inputs)[0], sink);
  for_each_detail(item.law.law(), inputs,
                  [&](std::string_view name, std::string_view, double value) { sink.number(name, value); });
}

namespace {

void build_rod(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  LawPointer<1> law = builder.parts().law<1>(card, "law");
  const double start = length_at_start(sides, builder);
  const double length = card.has("length") ? card.real("length") : start;
  if (!card.has_errors() && length == 0.0 && sides.a.frame != sides.b.frame)
    builder.diagnostics().error(
        card.place(),
        fmt::format("{}: its points coincide at the start, so it has no length", describe(card.card())),
        "give 'length', or move a node or an offset");
  else if (!card.has_errors() && start == 0.0 && sides.a.frame != sides.b.frame)
    builder.diagnostics().warning(
        card.place(),
        fmt::format("{}: its points coincide at the start, where it has no direction and no force",
                    describe(card.card())),
        "move a node or an offset");
  builder.set<RodSet>().add(label_of(card), sides.a, sides.b, length, std::move(law));
}

}  // namespace

void register_rod(Registry& registry) {
  CardSchema schema("joint", "rod");
  schema
      .mbdyn({"rod"},
             "<a:point>, <b:point>, {from nodes | <length>}, [offset, <a.offset>, <b.offset>], <law:1>")
      .mbdyn({"rod with offset"}, "<a>, <b>, {from nodes | <length>}, <law:1>")
      .summary("A constitutive law along the line between two points.");
  add_points(schema, "first side: a node with offset, or ground", "second side")
      .real("length", "free length; left out: the distance at the start")
      .unit("m")
      .positive()
      .optional()
      .field_synonyms({"rest_length", "free_length", "reference_length", "natural_length"})
      .named_card("law", "law", "of dimension 1: force in N from the strain (l - l0)/l0")
      .law_of("N", "1")
      .example(Value::map({{"type", "linear_elastic"}, {"stiffness", 1000}}))
      .field_synonyms({"constitutive_law", "material"})
      .hint({"stiffness", "damping", "viscosity"}, "it belongs to the 'law', such as linear_viscoelastic");
  registry.add(std::move(schema), build_rod);
}

}  // namespace pintle
