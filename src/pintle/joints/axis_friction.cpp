#include "pintle/joints/axis_friction.h"

#include <algorithm>
#include <cmath>

#include "pintle/joints/joint_report.h"
#include "pintle/math/rotations.h"
#include "pintle/system/system.h"

namespace pintle {

namespace {

using Scalar1 = Eigen::Matrix<double, 1, 1>;
using Row6 = Eigen::Matrix<double, 1, 6>;

constexpr double kStill = 1e-12;  // rad/s: what round-off leaves of a rate that is zero

Vec6 turning(const Vec3& moment) { return (Vec6() << Vec3::Zero(), moment).finished(); }

}  // namespace

// ω = e·(ω_b - ω_a) with e the third axis of A; M = r S(f) N, f from the model at v = r ω       (brake.md 1,
// 2)
struct AxisFrictionSet::Evaluation {
  Evaluation(const AxisFrictionSet& set, const Item& item, Index element, const Context& context)
      : sticks(set.sticks(item, context)) {
    const Frame& a = context.frames[static_cast<std::size_t>(item.a.frame)];
    const Frame& b = context.frames[static_cast<std::size_t>(item.b.frame)];
    axis = a.R * item.a.axes.col(2);
    relative = b.omega - a.omega;
    rate = axis.dot(relative);
    bias = a.omega.cross(axis).dot(relative);
    acceleration = axis.dot(b.alpha - a.alpha) + bias;
    by_turn << Vec3::Zero().transpose(), axis.cross(relative).transpose();
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
  Vec3 axis, relative;
  double rate = 0.0, acceleration = 0.0;  // relative, about the axis
  double bias = 0.0;                      // the acceleration at zero accelerations of the nodes
  Row6 by_turn;                           // d(rate) by the turn of a
  NormalForce normal;
  FrictionResponse response;
  FrictionShapeValue shape;
  double moment = 0.0;  // on a; minus this acts on b

  // d(rate) by the velocities of b; by those of a it is the opposite.
  Row6 by_velocity() const { return turning(axis).transpose(); }
};

bool AxisFrictionSet::sticks(const Item& item, const Context& context) const {
  return !item.contact.model->has_bristles() && context.history[static_cast<std::size_t>(item.mode)] == 0.0;
}

double AxisFrictionSet::angle_of(const Item& item, const Context& context) {
  return angle_about_third(item.a.world_axes(context.frames[static_cast<std::size_t>(item.a.frame)]),
                           item.b.world_axes(context.frames[static_cast<std::size_t>(item.b.frame)]));
}

EquationInfo AxisFrictionSet::equation(Index, Index) const {
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
    const Index normal = normal_multipliers(element);
    const Slot force = Slot::multipliers(std::max<Index>(0, normal), normal < 0 ? 0 : 3);
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
    const Vec3 moment = e.moment * e.axis;
    sink.add(item.a.frame, Vec3::Zero(), -moment);
    sink.add(item.b.frame, Vec3::Zero(), moment);
    if (item.contact.model->has_bristles())
      sink.add_state(item.state, e.response.bristles.value);
    else
      sink.add_constraint(item.multiplier,
                          e.sticks ? e.rate : context.multipliers[static_cast<std::size_t>(item.multiplier)]);
  }
}

// What b gets, a gets with the opposite sign: d(M e) = dM e - M e~ dθ_a.
void AxisFrictionSet::add_moment_tangent(const Item& item, const Evaluation& e, TangentSink& sink) const {
  const double r = item.contact.radius;
  const double by_coefficient = r * e.shape.slope * e.normal.value;
  const FrictionTerm& f = e.response.coefficient;
  const double by_rate = e.sticks ? 0.0 : by_coefficient * f.by_velocity * r;
  const Vec6 axis = turning(e.axis);
  Mat6 by_position = axis * (by_rate * e.by_turn);
  by_position.bottomRightCorner<3, 3>() -= e.moment * skew(e.axis);
  const Mat6 by_velocity = by_rate * axis * e.by_velocity();
  sink.dq(item.blocks.aa, -by_position);
  sink.dq(item.blocks.ba, by_position);
  sink.dv(item.blocks.aa, by_velocity);
  sink.dv(item.blocks.ab, -by_velocity);
  sink.dv(item.blocks.ba, -by_velocity);
  sink.dv(item.blocks.bb, by_velocity);
  if (!e.sticks) {
    const Eigen::Matrix<double, 6, 3> by_force =
        r * e.shape.value * axis * e.normal.by_multipliers.transpose();
    sink.dlambda(item.blocks.a_normal, -by_force);
    sink.dlambda(item.blocks.b_normal, by_force);
  }
  if (item.contact.model->has_bristles()) {
    const Vec6 by_deflection = by_coefficient * f.by_deflection * axis;
    const Vec6 by_its_rate = by_coefficient * f.by_rate * axis;
    sink.dstate(item.blocks.a_own, Vec6(-by_deflection), Vec6(-by_its_rate));
    sink.dstate(item.blocks.b_own, by_deflection, by_its_rate);
  }
}

void AxisFrictionSet::tangent(const Context& context, TangentSink& sink) const {
  for (Index element = 0; element < size(); ++element) {
    const Item& item = item_of(element);
    const Evaluation e(*this, item, element, context);
    add_moment_tangent(item, e, sink);
    // The equation of its own: of the bristles, of sticking, or that the multiplier is zero.
    const Row6 by_velocity = e.by_velocity();
    if (item.contact.model->has_bristles()) {
      const FrictionTerm& z = e.response.bristles;
      const double by_rate = item.contact.radius * z.by_velocity;
      sink.dq(item.blocks.own_a, by_rate * e.by_turn);
      sink.dv(item.blocks.own_a, -by_rate * by_velocity);
      sink.dv(item.blocks.own_b, by_rate * by_velocity);
      sink.dstate(item.blocks.own_own, Scalar1(z.by_deflection), Scalar1(z.by_rate));
    } else if (e.sticks) {
      sink.dq(item.blocks.own_a, e.by_turn);
      sink.dv(item.blocks.own_a, -by_velocity);
      sink.dv(item.blocks.own_b, by_velocity);
      sink.dlambda(item.blocks.a_own, Vec6(-turning(e.axis)));
      sink.dlambda(item.blocks.b_own, turning(e.axis));
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
// (and not when it is only about to begin).
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
      if (e.rate * mode < 0.0 && e.acceleration * mode <= 0.0) mode = 0.0;
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
    const Vec6 axis = turning(Evaluation(*this, item, element, context).axis);
    sink.dq(item.blocks.own_a, -axis.transpose());
    sink.dq(item.blocks.own_b, axis.transpose());
    sink.dlambda(item.blocks.a_own, -axis);
    sink.dlambda(item.blocks.b_own, axis);
  }
}

Wrench AxisFrictionSet::reaction(const Context& context, Index element) const {
  const Evaluation e(*this, item_of(element), element, context);
  return {Vec3::Zero(), -e.moment * e.axis};
}

std::vector<ChannelInfo> AxisFrictionSet::channels() const {
  return {{"friction_moment", "N m", 1, "about axis 3, on the second side"},
          {"friction_coefficient", "1", 1, "in the direction of the sliding; 0 while it sticks"},
          {"normal_force", "N", 1, ""},
          {"sliding_velocity", "m/s", 1, "at the radius of the contact"},
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
  sink.reaction(Vec3::Zero(), -e.moment * e.axis, first);
  sink.orientation(first.transpose() * second);
  sink.vector("Omega", "rad/s", first.transpose() * e.relative);
  sink.number("fc", "1", -e.response.coefficient.value);
  sink.number("Fn", "N", e.normal.value);
}

void AxisFrictionSet::outline_brake(Index element, OutlineSink& sink) const {
  outline_sides("brake", item_of(element).a, item_of(element).b, sink);
}

void AxisFrictionSet::list_brake(const Context& context, Index element, PrivateDataSink& sink) const {
  const Item& item = item_of(element);
  sink.number("rz",
              nearest_turn(angle_of(item, context), context.history[static_cast<std::size_t>(item.turns)]));
  sink.number("wz", Evaluation(*this, item, element, context).rate);
}

void AxisFrictionSet::report_friction(const Context& context, Index element, ReportSink& sink) const {
  const Evaluation e(*this, item_of(element), element, context);
  sink.number("Mf", "Nm", -e.moment);
  sink.number("fc", "1", -e.response.coefficient.value);
}

}  // namespace pintle
