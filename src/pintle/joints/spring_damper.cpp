#include "pintle/joints/spring_damper.h"

#include <fmt/format.h>

#include "pintle/joints/joint_equations.h"
#include "pintle/joints/pair_joint_card.h"

namespace pintle {

namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

// Below this part of the free length and the arms the direction is round-off (spring_damper.md 4).
constexpr double kNoDirection = 1e-12;

}  // namespace

struct SpringDamperSet::Stretch {
  PairPose pose;
  PairRates rates;
  double length, rate, force;
  bool has_direction;
};

void SpringDamperSet::add(ElementLabel label, const Attachment& a, const Attachment& b,
                          const SpringDamperProperties& properties) {
  add_label(std::move(label));
  items_.push_back({a, b, properties, kNoBlock, kNoBlock, kNoBlock, kNoBlock});
}

void SpringDamperSet::connect(Connector& connector) {
  for (Item& item : items_) {
    const Slot a = Slot::frame(item.a.frame), b = Slot::frame(item.b.frame);
    item.aa = connector.block(a, a);
    item.ab = connector.block(a, b);
    item.ba = connector.block(b, a);
    item.bb = connector.block(b, b);
  }
}

// l = |d|, its rate, and the tension F = k (l - l0) + c ldot + f0                      (spring_damper.md 1)
SpringDamperSet::Stretch SpringDamperSet::stretch_of(const Item& item, const Context& context) {
  const Frame& frame_a = context.frames[static_cast<std::size_t>(item.a.frame)];
  const Frame& frame_b = context.frames[static_cast<std::size_t>(item.b.frame)];
  const SpringDamperProperties& p = item.properties;
  Stretch s;
  s.pose = make_pose(item.a, item.b, frame_a, frame_b);
  s.rates = make_rates(s.pose, frame_a, frame_b);
  s.length = s.pose.d.norm();
  s.has_direction = s.length > kNoDirection * (p.free_length + s.pose.r_a.norm() + s.pose.r_b.norm());
  s.rate = s.has_direction ? s.pose.d.dot(s.rates.d_dot) / s.length : 0.0;
  s.force =
      s.has_direction ? p.stiffness * (s.length - p.free_length) + p.damping * s.rate + p.prestress : 0.0;
  return s;
}

void SpringDamperSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Stretch s = stretch_of(item, context);
    Wrench on_a, on_b;
    PointDistance::add_reaction(s.pose, &s.force, on_a, on_b);
    sink.add(item.a.frame, on_a.force, on_a.moment);
    sink.add(item.b.frame, on_b.force, on_b.moment);
  }
}

void SpringDamperSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) add_tangent(item, stretch_of(item, context), sink);
}

void SpringDamperSet::add_tangent(const Item& item, const Stretch& s, TangentSink& sink) {
  const SpringDamperProperties& p = item.properties;
  const PairPose& pose = s.pose;
  PairStiffness k;
  if (!s.has_direction) {
    // The slope of a spring without free length, k I at the points.                    (spring_damper.md 4)
    Eigen::Matrix<double, 3, 6> dd_da, dd_db;
    dd_da << -Mat3::Identity(), skew(pose.r_a);
    dd_db << Mat3::Identity(), -skew(pose.r_b);
    sink.dq(item.aa, (p.stiffness * dd_da.transpose() * dd_da).eval());
    sink.dq(item.ab, (p.stiffness * dd_da.transpose() * dd_db).eval());
    sink.dq(item.ba, (p.stiffness * dd_db.transpose() * dd_da).eval());
    sink.dq(item.bb, (p.stiffness * dd_db.transpose() * dd_db).eval());
    return;
  }
  // dl = g dq, d(ldot) = g dv + h dq, h from the turning of u and of the arms          (spring_damper.md 3)
  Row6 g_a, g_b, h_a, h_b;
  PointDistance::jacobian(pose, Eigen::Ref<Row6>(g_a), Eigen::Ref<Row6>(g_b));
  const Vec3 u = pose.d / s.length;
  const Vec3 n = (s.rates.d_dot - s.rate * u) / s.length;
  h_a << -n.transpose(), -pose.r_a.cross(n + u.cross(s.rates.omega_a)).transpose();
  h_b << n.transpose(), pose.r_b.cross(n + u.cross(s.rates.omega_b)).transpose();

  PointDistance::add_reaction_tangent(pose, &s.force, k);
  const Row6 f_a = p.stiffness * g_a + p.damping * h_a, f_b = p.stiffness * g_b + p.damping * h_b;
  sink.dq(item.aa, (k.aa + g_a.transpose() * f_a).eval());
  sink.dq(item.ab, (k.ab + g_a.transpose() * f_b).eval());
  sink.dq(item.ba, (k.ba + g_b.transpose() * f_a).eval());
  sink.dq(item.bb, (k.bb + g_b.transpose() * f_b).eval());
  if (p.damping == 0.0) return;
  sink.dv(item.aa, (p.damping * g_a.transpose() * g_a).eval());
  sink.dv(item.ab, (p.damping * g_a.transpose() * g_b).eval());
  sink.dv(item.ba, (p.damping * g_b.transpose() * g_a).eval());
  sink.dv(item.bb, (p.damping * g_b.transpose() * g_b).eval());
}

// V = k (l - l0)^2 / 2 + f0 (l - l0)                                                   (spring_damper.md 2)
void SpringDamperSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) {
    const SpringDamperProperties& p = item.properties;
    const double extension = stretch_of(item, context).length - p.free_length;
    totals.potential += 0.5 * p.stiffness * extension * extension + p.prestress * extension;
  }
}

std::vector<ChannelInfo> SpringDamperSet::channels() const {
  return {{"length", "m", 1, "distance of the two points"},
          {"rate", "m/s", 1, "of the length"},
          {"force", "N", 1, "tension: positive when it pulls the points together"}};
}

void SpringDamperSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Stretch s = stretch_of(items_[static_cast<std::size_t>(element)], context);
  out[0] = s.length;
  out[1] = s.rate;
  out[2] = s.force;
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
