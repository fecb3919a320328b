#include "pintle/joints/viscous_body.h"

#include "pintle/joints/pair_joint_card.h"
#include "pintle/math/so3.h"

namespace pintle {

// rate = J v, d(rate) = J dv + turn dq                                                   (viscous_body.md 1)
struct ViscousBodySet::Motion {
  Mat3 axes;
  Vec3 arm, velocity, omega;  // ground components
  Mat6 J = Mat6::Zero();
  LawInputs<6> inputs;

  Mat6 turn() const {
    Mat6 result = Mat6::Zero();
    result.topRightCorner<3, 3>() = axes.transpose() * (skew(velocity) - skew(omega) * skew(arm));
    result.bottomRightCorner<3, 3>() = axes.transpose() * skew(omega);
    return result;
  }
};

void ViscousBodySet::add(ElementLabel label, const Attachment& at, LawPointer<6> law) {
  add_label(std::move(label));
  items_.push_back({at, LawOwner<6>(std::move(law))});
}

void ViscousBodySet::connect(Connector& connector) {
  for (Item& item : items_) {
    item.block = connector.block(Slot::frame(item.at.frame), Slot::frame(item.at.frame));
    item.law.connect(connector);
  }
}

ViscousBodySet::Motion ViscousBodySet::motion_of(const Item& item, const Context& context) {
  const Frame& frame = context.frames[static_cast<std::size_t>(item.at.frame)];
  Motion m;
  m.axes = item.at.world_axes(frame);
  m.arm = item.at.arm(frame);
  m.velocity = point_velocity(frame, m.arm);
  m.omega = frame.omega;
  m.J.topLeftCorner<3, 3>() = m.axes.transpose();
  m.J.topRightCorner<3, 3>() = -m.axes.transpose() * skew(m.arm);
  m.J.bottomRightCorner<3, 3>() = m.axes.transpose();
  LawVector<6> rate;
  rate << m.axes.transpose() * m.velocity, m.axes.transpose() * m.omega;
  m.inputs = item.law.inputs(context, LawVector<6>::Zero(), rate);
  return m;
}

void ViscousBodySet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const Motion m = motion_of(item, context);
    const Vec6 wrench = m.J.transpose() * item.law.law().force(m.inputs);
    sink.add(item.at.frame, wrench.head<3>(), wrench.tail<3>());
  }
}

// d(J^T f) = J^T C d(rate) + d(J^T) f                                                    (viscous_body.md 2)
void ViscousBodySet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const Motion m = motion_of(item, context);
    LawResponse<6> f;
    item.law.law().respond(m.inputs, f);
    const Mat3 force = skew(Vec3(m.axes * f.force.head<3>())),
               moment = skew(Vec3(m.axes * f.force.tail<3>()));
    const Mat3 arm = skew(m.arm);
    Mat6 by_turn = Mat6::Zero();
    by_turn.topRightCorner<3, 3>() = -force;
    by_turn.bottomRightCorner<3, 3>() = force * arm - arm * force - moment;
    const Mat6 by_rate = m.J.transpose() * f.by_rate;
    sink.dq(item.block, (by_turn + by_rate * m.turn()).eval());
    sink.dv(item.block, (by_rate * m.J).eval());
  }
}

void ViscousBodySet::start_history(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) item.law.start(motion_of(item, context).inputs, history);
}

void ViscousBodySet::commit(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) item.law.commit(motion_of(item, context).inputs, history);
}

std::vector<ChannelInfo> ViscousBodySet::channels() const {
  return {{"velocity", "m/s", 3, "of the point, in the axes of the attachment"},
          {"angular_velocity", "rad/s", 3, "in those axes"},
          {"force", "N", 3, "that brakes the node is minus this; axes of the attachment"},
          {"moment", "N m", 3, "about the point, likewise"}};
}

void ViscousBodySet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Motion m = motion_of(item, context);
  Eigen::Map<Vec6>(out.data()) = m.inputs.rate;
  Eigen::Map<Vec6>(out.data() + 6) = item.law.law().force(m.inputs);
}

void ViscousBodySet::report(const Context& context, Index element, ReportSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Motion m = motion_of(item, context);
  const LawVector<6> f = item.law.law().force(m.inputs);
  sink.reaction(f.head<3>(), f.tail<3>(), m.axes * f.head<3>(), m.axes * f.tail<3>());
  sink.vector("V", "m/s", m.inputs.rate.head<3>());
  sink.vector("Omega", "rad/s", m.inputs.rate.tail<3>());
}

// The rotation as MBDyn has it, from the axes of the attachment to those of the ground; the velocity in the
// axes of the node.
void ViscousBodySet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = items_[static_cast<std::size_t>(element)];
  const Motion m = motion_of(item, context);
  const LawVector<6> f = item.law.law().force(m.inputs);
  sink.vector("r", -so3::log(m.axes));
  sink.vector("v", item.at.axes * m.inputs.rate.head<3>());
  sink.vector("w", m.inputs.rate.tail<3>());
  sink.vector("F", f.head<3>());
  sink.vector("M", f.tail<3>());
}

void ViscousBodySet::display(Index element, DisplaySink& sink) const {
  const Attachment& at = items_[static_cast<std::size_t>(element)].at;
  sink.points({&at, 1});
}

void ViscousBodySet::outline(Index element, OutlineSink& sink) const {
  sink.word("viscousbody");
  sink.side(items_[static_cast<std::size_t>(element)].at);
}

namespace {

void build_viscous_body(const CheckedCard& card, SystemBuilder& builder) {
  const Attachment at = builder.attach(card.attachment("at"));
  require_axes(card, {at, at}, builder);
  if (!card.has_errors() && at.frame == kGroundFrame)
    builder.diagnostics().error(card.place_of("at"), describe(card.card()) + ": the ground does not move",
                                "name a node");
  builder.set<ViscousBodySet>().add(label_of(card), at, builder.parts().law<6>(card, "law"));
}

}  // namespace

void register_viscous_body(Registry& registry) {
  registry.add(
      CardSchema("joint", "viscous_body")
          .mbdyn({"viscous body"}, "<at>, <law:6>")
          .summary("A constitutive law of the velocity of a node in its own axes.")
          .attachment("at", "the node, with offset and axes")
          .named_card("law", "law", "of dimension 6: force and moment from velocity and angular velocity")
          .law_of("N, N m", "m, rad")
          .example(Value::map({{"type", "linear_viscous"}, {"viscosity", 10}})),
      build_viscous_body);
}

}  // namespace pintle
