#include "pintle/joints/total_joint_set.h"

#include <fmt/format.h>

#include <numbers>

#include "pintle/joints/joint_equations.h"
#include "pintle/joints/joint_report.h"
#include "pintle/joints/reaction_channels.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

}  // namespace

void TotalJointSet::add(ElementLabel label, TotalJoint joint) {
  add_label(std::move(label));
  Item item{std::move(joint)};
  for (const Hold level : {Hold::position, Hold::velocity}) {
    for (std::uint8_t i = 0; i < 6; ++i)
      if ((i < 3 ? item.joint.along[i] : item.joint.about[i - 3U]) == level)
        item.motions[static_cast<std::size_t>(item.rows++)] = i;
    if (level == Hold::position) item.position_rows = item.rows;
  }
  items_.push_back(std::move(item));
}

EquationInfo TotalJointSet::equation(Index element, Index equation) const {
  const int motion = item(element).motion(equation);
  const bool is_along = motion < 3, is_rate = equation >= item(element).position_rows;
  const std::string_view what = is_along  ? (is_rate ? "velocity" : "position")
                                : is_rate ? "angular velocity"
                                          : "orientation";
  return {fmt::format("{} constraint {} axis {} of the first side", what, is_along ? "along" : "about",
                      motion % 3 + 1),
          is_along ? (is_rate ? "m/s" : "m") : (is_rate ? "rad/s" : "rad"),
          is_rate ? ConstraintLevel::velocity : ConstraintLevel::position};
}

void TotalJointSet::connect(Connector& connector) {
  for (Item& item : items_) {
    item.first = connector.multipliers(item.rows);
    item.history = connector.history(4);
    const Slot a = Slot::frame(item.joint.a.frame), b = Slot::frame(item.joint.b.frame);
    const Slot l = Slot::multipliers(item.first, item.rows);
    const Slot p = Slot::multipliers(item.first, item.position_rows);
    const Slot v =
        Slot::multipliers(item.first + item.position_rows, item.rates(), ConstraintLevel::velocity);
    item.blocks = {connector.block(a, a), connector.block(a, b), connector.block(b, a), connector.block(b, b),
                   connector.block(a, l), connector.block(b, l), connector.block(p, a), connector.block(p, b),
                   connector.block(v, a), connector.block(v, b)};
  }
}

TotalPose TotalJointSet::pose_of(const Item& item, const Context& context) {
  return make_total_pose(item.joint, context, last_branch(item, context.history));
}

RotationBranch TotalJointSet::branch_of(const Item& item, const Context& context,
                                        const RotationBranch& last) {
  const Frame& a = context.frames[at(item.joint.a.frame)];
  const Frame& b = context.frames[at(item.joint.b.frame)];
  return next_branch(so3::log(Mat3((a.R * item.joint.rotation_axes).transpose() * b.R * item.joint.b.axes)),
                     last);
}

// The turns that the prescribed values ask for.
void TotalJointSet::start_history(const Context& context, std::span<double> history) const {
  for (const Item& item : items_) {
    const RotationBranch branch = branch_of(item, context, {item.joint.rotation.value(context)});
    keep_branch(item, {branch.vector}, history);
  }
}

void TotalJointSet::commit(const Context& context, std::span<double> history) const {
  for (const Item& item : items_)
    keep_branch(item, branch_of(item, context, last_branch(item, history)), history);
}

TotalJointSet::Load TotalJointSet::load_of(const Item& item, const TotalPose& pose, const Context& context) {
  Vec6 held = Vec6::Zero(), rated = Vec6::Zero();
  for (int row = 0; row < item.rows; ++row)
    (row < item.position_rows ? held : rated)[item.motion(row)] = context.multipliers[at(item.first + row)];
  Load load;
  load.force = pose.E * (held + rated).head<3>();
  load.held = held.tail<3>();
  load.moment = pose.H * (pose.rotation.by_turn().transpose() * load.held + rated.tail<3>());
  return load;
}

//                                                                                                       (4)
void TotalJointSet::fill_rows(const Item& item, const TotalPose& pose, Rows& by_a, Rows& by_b) {
  const Mat3 rated = pose.H.transpose(), held = pose.rotation.by_turn() * rated;
  by_a.setZero(item.rows, 6);
  by_b.setZero(item.rows, 6);
  for (int row = 0; row < item.rows; ++row) {
    const int motion = item.motion(row);
    if (motion < 3) {
      const Vec3 e = pose.E.col(motion);
      by_a.row(row) << -e.transpose(), e.cross(pose.r_a + pose.d).transpose();
      by_b.row(row) << e.transpose(), pose.r_b.cross(e).transpose();
    } else {
      by_b.row(row).tail<3>() = (row < item.position_rows ? held : rated).row(motion - 3);
      by_a.row(row).tail<3>() = -by_b.row(row).tail<3>();
    }
  }
}

void TotalJointSet::residual(const Context& context, ResidualSink& sink) const {
  for (const Item& item : items_) {
    const TotalPose pose = pose_of(item, context);
    const Load load = load_of(item, pose, context);
    Wrench on_a{Vec3::Zero(), -load.moment}, on_b{Vec3::Zero(), load.moment};
    add_carried_force(pose, load.force, on_a, on_b);
    sink.add(item.joint.a.frame, on_a.force, on_a.moment);
    sink.add(item.joint.b.frame, on_b.force, on_b.moment);
    const Vec6 held = held_values(pose);
    for (int row = 0; row < item.position_rows; ++row)
      sink.add_constraint(item.first + row, held[item.motion(row)]);
    if (item.rates() == 0) continue;
    const Vec6 rated = rated_values(item.joint, pose, make_total_rates(item.joint, pose, context), context);
    for (int row = item.position_rows; row < item.rows; ++row)
      sink.add_constraint(item.first + row, rated[item.motion(row)]);
  }
}

void TotalJointSet::tangent(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    const TotalPose pose = pose_of(item, context);
    Rows by_a, by_b;
    fill_rows(item, pose, by_a, by_b);
    sink.dq(item.blocks.pa, by_a.topRows(item.position_rows));
    sink.dq(item.blocks.pb, by_b.topRows(item.position_rows));
    sink.dlambda(item.blocks.al, by_a.transpose());
    sink.dlambda(item.blocks.bl, by_b.transpose());
    if (item.rates() > 0) {
      sink.dv(item.blocks.va, by_a.bottomRows(item.rates()));
      sink.dv(item.blocks.vb, by_b.bottomRows(item.rates()));
      add_rate_tangent(item, pose, make_total_rates(item.joint, pose, context), sink);
    }
    add_load_tangent(item, pose, load_of(item, pose, context), sink);
  }
}

// The moment turns with a, and changes with P.                                                          (7)
void TotalJointSet::add_load_tangent(const Item& item, const TotalPose& pose, const Load& load,
                                     TangentSink& sink) {
  PairStiffness k;
  add_carried_force_tangent(pose, load.force, k);
  const Mat3 moment = skew(load.moment);
  const Mat3 by_turn = pose.H * pose.rotation.moment_tangent(load.held) * pose.H.transpose();
  k.aa.bottomRightCorner<3, 3>() += moment + by_turn;
  k.ab.bottomRightCorner<3, 3>() -= by_turn;
  k.ba.bottomRightCorner<3, 3>() -= moment + by_turn;
  k.bb.bottomRightCorner<3, 3>() += by_turn;
  sink.dq(item.blocks.aa, k.aa);
  sink.dq(item.blocks.ab, k.ab);
  sink.dq(item.blocks.ba, k.ba);
  sink.dq(item.blocks.bb, k.bb);
}

// Of e . u with u = d_dot - omega_a x d, and of h . (omega_b - omega_a).                                (8)
void TotalJointSet::add_rate_tangent(const Item& item, const TotalPose& pose, const PairRates& rates,
                                     TangentSink& sink) {
  Rows by_a = Rows::Zero(item.rates(), 6), by_b = by_a;
  const Vec3 u = seen_velocity(pose, rates), omega = rates.omega_b - rates.omega_a;
  for (int i = 0; i < item.rates(); ++i) {
    const int motion = item.motion(item.position_rows + i);
    if (motion < 3) {
      const Vec3 e = pose.E.col(motion), across = e.cross(rates.omega_a);
      by_a.row(i) << across.transpose(), e.cross(u).transpose();
      by_b.row(i) << -across.transpose(), pose.r_b.cross(e.cross(omega)).transpose();
    } else {
      by_a.row(i).tail<3>() = pose.H.col(motion - 3).cross(omega);
    }
  }
  sink.dq(item.blocks.va, by_a);
  sink.dq(item.blocks.vb, by_b);
}

void TotalJointSet::phi(const Context& context, std::span<double> out) const {
  for (const Item& item : items_) {
    const Vec6 held = held_values(pose_of(item, context));
    for (int row = 0; row < item.position_rows; ++row) out[at(item.first + row)] = held[item.motion(row)];
  }
}

void TotalJointSet::phi_dot(const Context& context, std::span<double> out) const {
  for (const Item& item : items_) {
    const TotalPose pose = pose_of(item, context);
    const PairRates rates = make_total_rates(item.joint, pose, context);
    const Vec6 held = held_rates(item.joint, pose, rates);
    const Vec6 rated = rated_values(item.joint, pose, rates, context);
    for (int row = 0; row < item.rows; ++row)
      out[at(item.first + row)] = (row < item.position_rows ? held : rated)[item.motion(row)];
  }
}

void TotalJointSet::gamma(const Context& context, std::span<double> out) const {
  for (const Item& item : items_) {
    const TotalPose pose = pose_of(item, context);
    const PairRates rates = make_total_rates(item.joint, pose, context);
    const Vec6 held = held_gamma(item.joint, pose, rates);
    const Vec6 rated = rated_gamma(item.joint, pose, rates, context.time);
    for (int row = 0; row < item.rows; ++row)
      out[at(item.first + row)] = (row < item.position_rows ? held : rated)[item.motion(row)];
  }
}

void TotalJointSet::jacobian(const Context& context, TangentSink& sink) const {
  for (const Item& item : items_) {
    Rows by_a, by_b;
    fill_rows(item, pose_of(item, context), by_a, by_b);
    sink.dq(item.blocks.pa, by_a.topRows(item.position_rows));
    sink.dq(item.blocks.pb, by_b.topRows(item.position_rows));
    sink.dq(item.blocks.va, by_a.bottomRows(item.rates()));
    sink.dq(item.blocks.vb, by_b.bottomRows(item.rates()));
    sink.dlambda(item.blocks.al, by_a.transpose());
    sink.dlambda(item.blocks.bl, by_b.transpose());
  }
}

Wrench TotalJointSet::reaction(const Context& context, Index element) const {
  const Load load = load_of(item(element), pose_of(item(element), context), context);
  return {-load.force, -load.moment};
}

std::vector<ChannelInfo> TotalJointSet::channels() const {
  std::vector<ChannelInfo> list = reaction_channels("its second side", "the first side");
  list.push_back({"position", "m", 3, "of the second point relative to the first, in the axes of the first"});
  list.push_back({"rotation", "rad", 3, "rotation vector of the second side in the rotation axes"});
  list.push_back({"velocity", "m/s", 3, "rate of the position"});
  list.push_back({"angular_velocity", "rad/s", 3, "of the second side relative to the first, alike"});
  return list;
}

void TotalJointSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const TotalJoint& joint = item(element).joint;
  const TotalPose pose = pose_of(item(element), context);
  const PairRates rates = make_total_rates(joint, pose, context);
  double* next = write_reaction(reaction(context, element), pose.E, out.data());
  Vec3::Map(next) = pose.E.transpose() * pose.d;
  Vec3::Map(next + 3) = so3::log(Mat3(pose.H.transpose() * pose.F));
  Vec3::Map(next + 6) = pose.E.transpose() * seen_velocity(pose, rates);
  Vec3::Map(next + 9) = pose.H.transpose() * (rates.omega_b - rates.omega_a);
}

// On the first side; positions and moments are in the axes that they are held in.
void TotalJointSet::report(const Context& context, Index element, ReportSink& sink) const {
  const TotalJoint& joint = item(element).joint;
  const TotalPose pose = pose_of(item(element), context);
  const PairRates rates = make_total_rates(joint, pose, context);
  const Wrench on_b = reaction(context, element);
  sink.reaction(-(pose.E.transpose() * on_b.force), -(pose.H.transpose() * on_b.moment), -on_b.force,
                -on_b.moment);
  if (columns() == Columns::displacement) return sink.vector("d", "m", pose.d);
  if (columns() == Columns::orientation) {
    report_angles(pose.H.transpose() * pose.F, sink);
    return sink.vector("Theta", "rad", joint.rotation.value(context));
  }
  sink.vector("X", "m", pose.E.transpose() * pose.d);
  sink.vector("Phi", "rad", so3::log(Mat3(pose.H.transpose() * pose.F)));
  sink.vector("XP", "m/s", pose.E.transpose() * seen_velocity(pose, rates));
  sink.vector("Omega", "rad/s", pose.H.transpose() * (rates.omega_b - rates.omega_a));
}

// d and t are what is prescribed. A drive displacement says its force in ground components.
void TotalJointSet::private_data(const Context& context, Index element, PrivateDataSink& sink) const {
  const TotalJoint& joint = item(element).joint;
  const TotalPose pose = pose_of(item(element), context);
  const PairRates rates = make_total_rates(joint, pose, context);
  const Wrench on_b = reaction(context, element);
  const Vec3 moment = -(pose.H.transpose() * on_b.moment);
  const Vec3 position = joint.position.value(context), rotation = joint.rotation.value(context);
  if (columns() == Columns::displacement) {
    sink.vector("d", position);
    return sink.vector("f", -on_b.force);
  }
  if (columns() == Columns::orientation) {
    sink.vector("r", rotation);
    return sink.vector("M", moment);
  }
  sink.vector("p", pose.E.transpose() * pose.d);
  sink.vector("r", branch_of(item(element), context, last_branch(item(element), context.history)).vector);
  sink.vector("F", -(pose.E.transpose() * on_b.force));
  sink.vector("M", moment);
  sink.vector("d", position);
  sink.vector("t", rotation);
  sink.vector("v", pose.E.transpose() * seen_velocity(pose, rates));
  sink.vector("w", pose.H.transpose() * (rates.omega_b - rates.omega_a));
}

void TotalJointSet::display(Index element, DisplaySink& sink) const {
  const TotalJoint& joint = item(element).joint;
  const auto motion = relative_motion(element);
  sink.joint(joint.a, joint.b, motion ? std::optional(motion->free) : std::nullopt);
  sink.reaction(joint.b);
}

void TotalJointSet::outline(Index element, OutlineSink& sink) const {
  const TotalJoint& joint = item(element).joint;
  if (columns() == Columns::displacement && joint.a.frame == kGroundFrame) {
    sink.word("drivedisplacementpin");
    sink.point(joint.b);
    return sink.vector(joint.a.offset);
  }
  if (columns() == Columns::displacement) return outline_points("drivedisplacement", joint.a, joint.b, sink);
  if (columns() == Columns::orientation) return;
  const bool is_pin = joint.a.frame == kGroundFrame;
  const auto side = [&sink](const Attachment& at, const Mat3& rotation_axes) {
    sink.vector(at.offset);
    sink.matrix(at.axes);
    sink.matrix(rotation_axes);
  };
  sink.word(is_pin ? "totalpinjoint" : "totaljoint");
  sink.node(is_pin ? joint.b.frame : joint.a.frame);
  if (is_pin) side(joint.b, joint.b.axes);
  side(joint.a, joint.rotation_axes);
  if (!is_pin) {
    sink.node(joint.b.frame);
    side(joint.b, joint.b.axes);
  }
  for (const auto& motions : {joint.along, joint.about})
    for (const Hold hold : {Hold::position, Hold::velocity})
      for (const Hold motion : motions) sink.number(motion == hold ? 1.0 : 0.0);
}

std::string TotalJointSet::describe_trouble(const Context& context, Index element) const {
  const HeldRotation rotation = pose_of(item(element), context).rotation;
  const double degrees = rotation.angle() * 180.0 / std::numbers::pi;
  const double limit = rotation.is_in_part() ? 360.0 : 180.0;
  if (degrees < limit - 30.0 || (rotation.is_in_part() && rotation.is_held_at_zero())) return {};
  return fmt::format("The second side is turned by {:.0f} degrees; the equations fail at {:.0f}.", degrees,
                     limit);
}

}  // namespace pintle
