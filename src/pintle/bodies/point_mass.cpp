#include "pintle/bodies/point_mass.h"

#include "pintle/bodies/body_card.h"

namespace pintle {

void PointMassSet::add(ElementLabel label, FrameIndex frame, double mass, bool has_inertia) {
  add_label(std::move(label));
  items_.push_back({mass, has_inertia ? mass : 0.0, frame, kNoBlock});
}

void PointMassSet::connect(Connector& connector) {
  for (Item& item : items_) item.block = connector.block(Slot::frame(item.frame), Slot::frame(item.frame));
}

// force = m (a - g) (point_mass.md 1)
void PointMassSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    sink.add_force(item.frame, item.inertia * f.a - item.mass * context.gravity);
  }
}

void PointMassSet::tangent(const Context&, TangentSink& sink) const {
  Mat6 mass = Mat6::Zero();
  for (const Item& item : items_) {
    mass.diagonal().head<3>().setConstant(item.inertia);
    sink.da(item.block, mass);
  }
}

void PointMassSet::add_totals(const Context& context, Totals& totals) const {
  for (const Item& item : items_) {
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    const Vec3 momentum = item.inertia * f.v;
    totals.kinetic += 0.5 * momentum.dot(f.v);
    totals.potential -= item.mass * context.gravity.dot(f.x);
    totals.linear_momentum += momentum;
    totals.angular_momentum += f.x.cross(momentum);
    totals.mass += item.mass;
  }
}

std::vector<ChannelInfo> PointMassSet::channels() const {
  return {{"kinetic_energy", "J", 1, ""},
          {"potential_energy", "J", 1, "of weight, zero at the ground's origin", Geometry::from_origin},
          {"linear_momentum", "kg m/s", 3, "ground components", Geometry::vector}};
}

void PointMassSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
  const Vec3 momentum = item.inertia * f.v;
  Eigen::Map<Eigen::Matrix<double, 5, 1>> values(out.data());
  values << 0.5 * momentum.dot(f.v), -item.mass * context.gravity.dot(f.x), momentum;
}

void PointMassSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
  sink.number("E", 0.5 * item.inertia * f.v.squaredNorm());
  sink.number("V", -item.mass * context.gravity.dot(f.x));
  sink.number("m", item.mass);
}

void PointMassSet::display(Index element, DisplaySink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  sink.mass({item.frame}, item.mass, Mat3::Zero());
}

void PointMassSet::outline(Index element, OutlineSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  sink.word("body");
  sink.node(item.frame);
  sink.number(item.mass);
  sink.vector(Vec3::Zero());
  sink.matrix(Mat3::Zero());
}

void PointMassSet::add_momenta(const Context& context, std::span<NodeMomentum> by_frame) const {
  for (const Item& item : items_) {
    const Frame& f = context.frames[static_cast<std::size_t>(item.frame)];
    NodeMomentum& node = by_frame[static_cast<std::size_t>(item.frame)];
    node.linear += item.inertia * f.v;
    node.linear_rate += item.inertia * f.a;
  }
}

namespace {

void build_point_mass(const CheckedCard& card, SystemBuilder& builder) {
  const FrameIndex frame = claim_node(card, builder);
  if (frame == kGroundFrame) return;
  const NodeInfo& node = builder.node(frame);
  if (node.type != "displacement") builder.add_rotational_inertia(frame, Mat3::Zero());
  builder.set<PointMassSet>().add({card.name(), card.place()}, frame, card.real("mass"), node.has_inertia);
}

}  // namespace

void register_point_mass(Registry& registry) {
  CardSchema schema =
      body_schema("point_mass", "A mass without extent at a node, as a displacement node needs it.")
          .synonyms({"particle", "mass", "mass_point", "lumped_mass"});
  registry.add(with_shares_node(schema), build_point_mass);
}

}  // namespace pintle
