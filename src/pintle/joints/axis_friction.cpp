#include "pintle/joints/axis_friction.h"

#include <algorithm>
#include <cmath>

#include "pintle/joints/joint_equations.h"
#include "pintle/joints/joint_report.h"
#include "pintle/math/rotations.h"
#include "pintle/system/system.h"

namespace pintle {

// The relative velocity w = J_a v_a + J_b v_b, and d(w) by the positions.
struct SlidingRows {
  using Row = Eigen::Matrix<double, 1, 6>;
  Row a = Row::Zero(), b = Row::Zero();
  Row turn_a = Row::Zero(), turn_b = Row::Zero();
};

namespace {

using Scalar1 = Eigen::Matrix<double, 1, 1>;
using Row6 = SlidingRows::Row;

constexpr double kStill = 1e-12;  // rad/s: what round-off leaves of a rate that is zero

using Rows63 = Eigen::Matrix<double, 6, 3>;

Vec6 motion_of(const Vec3& linear, const Vec3& angular) { return (Vec6() << linear, angular).finished(); }

// w = e.(omega_b - omega_a) with e the third axis of A.                                          (brake.md 1)
SlidingRows rows_about(const PairPose& pose, const PairRates& rates) {
  const Vec3 e = pose.E.col(2);
  SlidingRows rows;
  rows.a.tail<3>() = -e;
  rows.b.tail<3>() = e;
  rows.turn_a.tail<3>() = e.cross(rates.omega_b - rates.omega_a);
  return rows;
}

// w = e.u with u the velocity of B as A sees it. (total_joint.md 8)
SlidingRows rows_along(const PairPose& pose, const PairRates& rates) {
  const Vec3 e = pose.E.col(2), u = rates.d_dot - rates.omega_a.cross(pose.d),
             across = e.cross(rates.omega_a);
  SlidingRows rows;
  InPlane<2>::jacobian(pose, Eigen::Ref<Row6>(rows.a), Eigen::Ref<Row6>(rows.b));
  rows.turn_a << across.transpose(), e.cross(u).transpose();
  rows.turn_b << -across.transpose(), pose.r_b.cross(e.cross(rates.omega_b - rates.omega_a)).transpose();
  return rows;
}

}  // namespace

// M = r S(f) N, f from the model at v = r w                                                      (brake.md 2)
struct AxisFrictionSet::Evaluation {
  Evaluation(const AxisFrictionSet& set, const Item& item, Index element, const Context& context)
      : sticks(set.sticks(item, context)) {
    const Frame& a = context.frames[static_cast<std::size_t>(item.a.frame)];
    const Frame& b = context.frames[static_cast<std::size_t>(item.b.frame)];
    pose = make_pose(item.a, item.b, a, b);
    const PairRates rates = make_rates(pose, a, b);
    const bool is_about = set.motion_ == Motion::about;
    relative = is_about ? Vec3(b.omega - a.omega) : rates.d_dot;
    rows = is_about ? rows_about(pose, rates) : rows_along(pose, rates);
    rate = rows.a.dot(motion_of(a.v, a.omega)) + rows.b.dot(motion_of(b.v, b.omega));
    if (is_about)
      bias = a.omega.cross(pose.E.col(2)).dot(relative);
    else
      InPlane<2>::bias(pose, rates, &bias);
    acceleration = rows.a.dot(motion_of(a.a, a.alpha)) + rows.b.dot(motion_of(b.a, b.alpha)) + bias;
    normal = set.normal_force(context, element);
    if (sticks) {
      moment = context.multipliers[static_cast<std::size_t>(item.multiplier)];
      return;
    }
    FrictionInputs inputs;
    inputs.velocity = item.contact.radius * rate;
    if (item.contact.model->has_bristles()) {
      inputs.deflection = context.states[static_cast<std::size_t>(item.state)];
      inputs.deflection_rate = context.state_rates[static_cast<std::size_t>(item.state)];
    } else {
      inputs.slip = context.history[static_cast<std::size_t>(item.mode)];
    }
    response = item.contact.model->respond(inputs);
    shape = shape_of(item.contact.shape, response.coefficient.value);
    moment = item.contact.radius * shape.value * normal.value;
  }

  bool sticks;
  PairPose pose;
  Vec3 relative;  // angular or linear velocity
  SlidingRows rows;
  double rate = 0.0, acceleration = 0.0;  // relative, about or along the axis
  double bias = 0.0;                      // the acceleration at zero accelerations of the nodes
  NormalForce normal;
  FrictionResponse response;
  FrictionShapeValue shape;
  double moment = 0.0;  // or force, on a; minus this acts on b

  Vec3 along_axis() const { return moment * pose.E.col(2); }
};

bool AxisFrictionSet::sticks(const Item& item, const Context& context) const {
  return !item.contact.model->has_bristles() && context.history[static_cast<std::size_t>(item.mode)] == 0.0;
}

double AxisFrictionSet::angle_of(const Item& item, const Context& context) {
  return angle_about_third(item.a.world_axes(context.frames[static_cast<std::size_t>(item.a.frame)]),
                           item.b.world_axes(context.frames[static_cast<std::size_t>(item.b.frame)]));
}

EquationInfo AxisFrictionSet::equation(Index, Index) const {
  if (motion_ == Motion::along) return {"sticking friction along axis 3", "m/s", ConstraintLevel::velocity};
  return {"sticking friction about axis 3", "rad/s", ConstraintLevel::velocity};
}

bool AxisFrictionSet::is_active(const Context& context, Index element) const {
  return sticks(item_of(element), context);
}

void AxisFrictionSet::connect(Connector& connector) {
  for (Index element = 0; element < size(); ++element) {
    Item& item = items_[static_cast<std::size_t>(element)];
    const Slot a = Slot::frame(item.a.frame), b = Slot::frame(item.b.frame);
    const bool has_bristles = item.contact.model->has_bristles();
    item.multiplier = connector.multipliers(has_bristles ? 0 : 1);
    item.turns = connector.history(1);
    if (has_bristles)
      item.state = connector.states(1, describe(*this, element) + ": deflection of the bristles");
    else
      item.mode = connector.modes(1);
    const Slot own = has_bristles ? Slot::state(item.state)
                                  : Slot::multipliers(item.multiplier, 1, ConstraintLevel::velocity);
    const Multipliers normal = normal_multipliers(element);
    const Slot force = Slot::multipliers(normal.first, normal.count);
    item.blocks = {connector.block(a, a),   connector.block(a, b),     connector.block(b, a),
                   connector.block(b, b),   connector.block(a, force), connector.block(b, force),
                   connector.block(a, own), connector.block(b, own),   connector.block(own, a),
                   connector.block(own, b), connector.block(own, own)};
  }
}

void AxisFrictionSet::residual(const Context& context, ResidualSink& sink) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    const Evaluation e(*this, item, element, context);
    const Vec6 on_a = e.moment * e.rows.a, on_b = e.moment * e.rows.b;
    sink.add(item.a.frame, on_a.head<3>(), on_a.tail<3>());
    sink.add(item.b.frame, on_b.head<3>(), on_b.tail<3>());
    if (item.contact.model->has_bristles())
      sink.add_state(item.state, e.response.bristles.value);
    else
      sink.add_constraint(item.multiplier,
                          e.sticks ? e.rate : context.multipliers[static_cast<std::size_t>(item.multiplier)]);
  }
}

// d(M J^T) = J^T dM + M d(J^T)
void AxisFrictionSet::add_moment_tangent(Index element, const Evaluation& e, TangentSink& sink) const {
  const Item& item = item_of(element);
  const double r = item.contact.radius;
  const double by_coefficient = r * e.shape.slope * e.normal.value;
  const FrictionTerm& f = e.response.coefficient;
  const double by_rate = e.sticks ? 0.0 : by_coefficient * f.by_velocity * r;
  const Vec6 a = e.rows.a, b = e.rows.b;
  PairStiffness k;
  if (motion_ == Motion::along) {
    InPlane<2>::add_reaction_tangent(e.pose, &e.moment, k);
  } else {
    k.aa.bottomRightCorner<3, 3>() = skew(e.along_axis());
    k.ba.bottomRightCorner<3, 3>() = -k.aa.bottomRightCorner<3, 3>();
  }
  sink.dq(item.blocks.aa, (k.aa + by_rate * a * e.rows.turn_a).eval());
  sink.dq(item.blocks.ab, (k.ab + by_rate * a * e.rows.turn_b).eval());
  sink.dq(item.blocks.ba, (k.ba + by_rate * b * e.rows.turn_a).eval());
  sink.dq(item.blocks.bb, (k.bb + by_rate * b * e.rows.turn_b).eval());
  sink.dv(item.blocks.aa, (by_rate * a * e.rows.a).eval());
  sink.dv(item.blocks.ab, (by_rate * a * e.rows.b).eval());
  sink.dv(item.blocks.ba, (by_rate * b * e.rows.a).eval());
  sink.dv(item.blocks.bb, (by_rate * b * e.rows.b).eval());
  if (const int count = normal_multipliers(element).count; !e.sticks && count > 0) {
    const double by_normal = r * e.shape.value;
    const Rows63 on_a = by_normal * a * e.normal.by_multipliers.transpose();
    const Rows63 on_b = by_normal * b * e.normal.by_multipliers.transpose();
    sink.dlambda(item.blocks.a_normal, on_a.leftCols(count));
    sink.dlambda(item.blocks.b_normal, on_b.leftCols(count));
  }
  if (item.contact.model->has_bristles()) {
    const double by_deflection = by_coefficient * f.by_deflection, by_its_rate = by_coefficient * f.by_rate;
    sink.dstate(item.blocks.a_own, Vec6(by_deflection * a), Vec6(by_its_rate * a));
    sink.dstate(item.blocks.b_own, Vec6(by_deflection * b), Vec6(by_its_rate * b));
  }
}

void AxisFrictionSet::tangent(const Context& context, TangentSink& sink) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    const Evaluation e(*this, item, element, context);
    add_moment_tangent(element, e, sink);
    // The equation of its own: of the bristles, of sticking, or that the multiplier is zero.
    const auto add_rate = [&](double weight) {
      sink.dq(item.blocks.own_a, Row6(weight * e.rows.turn_a));
      sink.dq(item.blocks.own_b, Row6(weight * e.rows.turn_b));
      sink.dv(item.blocks.own_a, Row6(weight * e.rows.a));
      sink.dv(item.blocks.own_b, Row6(weight * e.rows.b));
    };
    if (item.contact.model->has_bristles()) {
      const FrictionTerm& z = e.response.bristles;
      add_rate(item.contact.radius * z.by_velocity);
      sink.dstate(item.blocks.own_own, Scalar1(z.by_deflection), Scalar1(z.by_rate));
    } else if (e.sticks) {
      add_rate(1.0);
      sink.dlambda(item.blocks.a_own, Vec6(e.rows.a));
      sink.dlambda(item.blocks.b_own, Vec6(e.rows.b));
    } else {
      sink.dlambda(item.blocks.own_own, Scalar1(1.0));
    }
  }
}

void AxisFrictionSet::start_history(const Context& context, std::span<double> history) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    history[static_cast<std::size_t>(item.turns)] = angle_of(item, context);
    if (item.contact.model->has_bristles()) continue;
    const Evaluation e(*this, item, element, context);
    const bool is_still = std::abs(e.rate) <= kStill * std::max(1.0, e.relative.norm());
    history[static_cast<std::size_t>(item.mode)] = is_still ? 0.0 : e.rate < 0.0 ? -1.0 : 1.0;
  }
}

// It breaks loose in the direction of the moment that was needed, and sticks when the motion has turned back
// (and not when it is only about to begin, or when something else holds it and round-off is all there is).
void AxisFrictionSet::commit(const Context& context, std::span<double> history) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    double& angle = history[static_cast<std::size_t>(item.turns)];
    angle = nearest_turn(angle_of(item, context), angle);
    if (item.contact.model->has_bristles()) continue;
    const Evaluation e(*this, item, element, context);
    double& mode = history[static_cast<std::size_t>(item.mode)];
    const double limit = shape_of(item.contact.shape, item.contact.model->sticking_limit()).value;
    if (mode != 0.0) {
      if (e.rate * mode < -kStill && e.acceleration * mode <= 0.0) mode = 0.0;
    } else if (std::abs(e.moment) > item.contact.radius * limit * e.normal.value) {
      mode = e.moment < 0.0 ? -1.0 : 1.0;
    }
  }
}

void AxisFrictionSet::phi_dot(const Context& context, std::span<double> out) const {
  for (Index element = 0; element < size(); ++element)
    if (const Item& item = item_of(element); sticks(item, context))
      out[static_cast<std::size_t>(item.multiplier)] = Evaluation(*this, item, element, context).rate;
}

void AxisFrictionSet::gamma(const Context& context, std::span<double> out) const {
  for (Index element = 0; element < size(); ++element)
    if (const Item& item = item_of(element); sticks(item, context))
      out[static_cast<std::size_t>(item.multiplier)] = -Evaluation(*this, item, element, context).bias;
}

void AxisFrictionSet::jacobian(const Context& context, TangentSink& sink) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    if (!sticks(item, context)) continue;
    const SlidingRows rows = Evaluation(*this, item, element, context).rows;
    sink.dq(item.blocks.own_a, rows.a);
    sink.dq(item.blocks.own_b, rows.b);
    sink.dlambda(item.blocks.a_own, Vec6(rows.a));
    sink.dlambda(item.blocks.b_own, Vec6(rows.b));
  }
}

Wrench AxisFrictionSet::reaction(const Context& context, Index element) const {
  const Vec3 load = -Evaluation(*this, item_of(element), element, context).along_axis();
  if (motion_ == Motion::along) return {load, Vec3::Zero()};
  return {Vec3::Zero(), load};
}

std::vector<ChannelInfo> AxisFrictionSet::channels() const {
  const ChannelInfo load = motion_ == Motion::along
                               ? ChannelInfo{"friction_force", "N", 1, "along axis 3, on the second side"}
                               : ChannelInfo{"friction_moment", "N m", 1, "about axis 3, on the second side"};
  return {load,
          {"friction_coefficient", "1", 1, "in the direction of the sliding; 0 while it sticks"},
          {"normal_force", "N", 1, ""},
          {"sliding_velocity", "m/s", 1, "of the surfaces"},
          {"sticks", "1", 1, "1 while it sticks; models with bristles never do"}};
}

void AxisFrictionSet::evaluate_channels(const Context& context, Index element, std::span<double> out) const {
  const Item& item = item_of(element);
  const Evaluation e(*this, item, element, context);
  out[0] = -e.moment;
  out[1] = e.response.coefficient.value;
  out[2] = e.normal.value;
  out[3] = item.contact.radius * e.rate;
  out[4] = e.sticks ? 1.0 : 0.0;
}

void AxisFrictionSet::report_brake(const Context& context, Index element, ReportSink& sink) const {
  const Item& item = item_of(element);
  const Evaluation e(*this, item, element, context);
  const Mat3 first = context.frames[static_cast<std::size_t>(item.a.frame)].R * item.a.axes;
  const Mat3 second = context.frames[static_cast<std::size_t>(item.b.frame)].R * item.b.axes;
  sink.reaction(Vec3::Zero(), -e.along_axis(), first);
  sink.orientation(first.transpose() * second);
  sink.vector("Omega", "rad/s", first.transpose() * e.relative);
  sink.number("fc", "1", -e.response.coefficient.value);
  sink.number("Fn", "N", e.normal.value);
}

void AxisFrictionSet::outline_brake(Index element, OutlineSink& sink) const {
  outline_sides("brake", item_of(element).a, item_of(element).b, sink);
}

void AxisFrictionSet::display_brake(Index element, DisplaySink& sink) const {
  const Item& item = item_of(element);
  sink.joint(item.a, item.b, {});
}

void AxisFrictionSet::list_brake(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = item_of(element);
  sink.number("rz",
              nearest_turn(angle_of(item, context), context.history[static_cast<std::size_t>(item.turns)]));
  sink.number("wz", Evaluation(*this, item, element, context).rate);
}

void AxisFrictionSet::report_friction(const Context& context, Index element, ReportSink& sink) const {
  const Evaluation e(*this, item_of(element), element, context);
  const bool is_force = motion_ == Motion::along;
  sink.number(is_force ? "Ff" : "Mf", is_force ? "N" : "Nm", -e.moment);
  sink.number("fc", "1", -e.response.coefficient.value);
  if (!is_force) return;
  sink.number("v", "m/s", -e.rate);
  sink.number("s", "m", -e.pose.E.col(2).dot(e.pose.r_a + e.pose.d));
}

}  // namespace pintle
