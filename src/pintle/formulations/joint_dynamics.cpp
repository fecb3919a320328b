#include "pintle/formulations/joint_dynamics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/formulations/tree_edges.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/rotations.h"
#include "pintle/math/span_of.h"

namespace pintle {

namespace {

Tree tree_of(const System& system, const Topology& topology) {
  Tree tree;
  for (const Topology::Body& body : topology.bodies()) {
    const Index parent = body.parent == kGroundFrame ? kGroundBody : topology.place_of(body.parent);
    const TreeJoint joint =
        body.joint < 0
            ? floating_joint(system.layout().is_structural(body.frame))
            : tree_edge_of(topology.joints()[static_cast<std::size_t>(body.joint)].motion, body.is_reversed)
                  ->joint;
    tree.add_body(parent, joint, SpatialInertia{});
  }
  return tree;
}

}  // namespace

JointDynamics::JointDynamics(const System& system, Topology topology)
    : system_(system),
      layout_(system.layout()),
      topology_(std::move(topology)),
      tree_(tree_of(system, topology_)),
      driven_(topology_, tree_),
      motion_(tree_),
      articulated_(tree_),
      snapshot_(system.make_snapshot()),
      has_implicit_loads_(system.has_implicit_loads()),
      values_(slot_of(system.pattern().nonzeros())),
      measured_(slot_of(tree_.size())),
      wrenches_(measured_.size()),
      residual_(VecX::Zero(layout_.equations() + Layout::kGroundRoom)),
      gamma_(VecX::Zero(layout_.multipliers)),
      phi_(VecX::Zero(layout_.multipliers)),
      state_mass_(VecX::Zero(layout_.states)),
      scalar_mass_(VecX::Zero(layout_.scalars)),
      forces_(VecX::Zero(layout_.motion_size())),
      missing_(VecX::Zero(layout_.motion_size())),
      accelerations_(VecX::Zero(layout_.motion_size())),
      tau_(VecX::Zero(tree_.speeds())),
      before_(VecX::Zero(positions())),
      increment_(VecX::Zero(speeds())),
      lambda_(VecX::Zero(layout_.multipliers)) {
  list_entries();
  list_supports();
  list_rows();
  list_paths();
}

TreeMisfit JointDynamics::measure(const State& state, VecX& q, VecX& s) {
  system_.fill(state, snapshot_);
  for (Index i = 0; i < tree_.size(); ++i) {
    const Frame& frame = snapshot_.context().frames[slot_of(topology_.bodies()[slot_of(i)].frame)];
    measured_[slot_of(i)] = {frame.x, frame.R, frame.v, frame.omega, Vec3::Zero(), Vec3::Zero()};
  }
  q.tail(layout_.scalars) = state.q.tail(layout_.scalars);
  s.tail(layout_.scalars) = state.v.tail(layout_.scalars);
  return coordinates_of_bodies(measured_, motion_, q.head(tree_.coordinates()), s.head(tree_.speeds()));
}

void JointDynamics::place(const VecX& q, const VecX& s, State& state) {
  motion_.set(q.head(tree_.coordinates()), s.head(tree_.speeds()));
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const BodyMotion& body = motion_.body(i);
    const Index at = layout_.configuration_of(frame), rate = layout_.motion_of(frame);
    state.q.segment<3>(at) = body.x;
    state.v.segment<3>(rate) = body.v;
    if (!layout_.is_structural(frame)) continue;
    Quat turn = quaternion_from_matrix(body.R);
    const Vec4 before = state.q.segment<4>(at + 3);
    Vec4 now(turn.w(), turn.x(), turn.y(), turn.z());
    if (now.dot(before) < 0.0) now = -now;
    state.q.segment<4>(at + 3) = now;
    state.v.segment<3>(rate + 3) = body.omega;
  }
  state.q.tail(layout_.scalars) = q.tail(layout_.scalars);
  state.v.tail(layout_.scalars) = s.tail(layout_.scalars);
}

void JointDynamics::position_rates(const VecX& q, const VecX& s, VecX& rates) const {
  coordinate_rates(tree_, q.head(tree_.coordinates()), s.head(tree_.speeds()),
                   rates.head(tree_.coordinates()));
  rates.tail(layout_.scalars) = s.tail(layout_.scalars);
}

void JointDynamics::normalise(VecX& q) const {
  for (const TreeLink& link : tree_.links())
    if (const Index quaternion = sizes_of(link.kind).quaternion; quaternion >= 0)
      q.segment<4>(link.coordinate + quaternion).normalize();
}

void JointDynamics::take_inertia(const State& state) {
  system_.fill(state, snapshot_);
  std::fill(values_.begin(), values_.end(), 0.0);
  system_.add_inertia(snapshot_.context(), values_);
  const SparsePattern& pattern = system_.pattern();
  const auto entry = [&](Index row, Index column) {
    const Index k = pattern.find(row, column);
    return k < 0 ? 0.0 : values_[slot_of(k)];
  };
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const Index first = layout_.motion_of(frame), width = layout_.motion_width(frame);
    Mat6 block = Mat6::Zero();
    for (Index r = 0; r < width; ++r)
      for (Index c = 0; c < width; ++c) block(r, c) = entry(first + r, first + c);
    const SpatialInertia inertia = SpatialInertia::from_matrix(block);
    const Mat3 to_body = snapshot_.context().frames[slot_of(frame)].R.transpose();
    tree_.set_inertia(i, turned(inertia, to_body, inertia.is_rigid()));
  }
  measure_inertia();
  for (Index i = 0; i < layout_.scalars; ++i)
    scalar_mass_[i] = entry(layout_.first_scalar() + i, layout_.first_scalar() + i);
  for (Index i = 0; i < layout_.states; ++i)
    state_mass_[i] = entry(layout_.first_state() + i, layout_.first_state() + i);
}

// The lightest body there is.
void JointDynamics::measure_inertia() {
  double mass = std::numeric_limits<double>::infinity(), inertia = mass;
  for (Index i = 0; i < tree_.size(); ++i) {
    const SpatialInertia& body = tree_.inertia(i);
    if (body.M.trace() > 0.0) mass = std::min(mass, body.M.trace() / 3.0);
    if (body.J.trace() > 0.0) inertia = std::min(inertia, body.J.trace() / 3.0);
  }
  least_mass_ = std::isfinite(mass) ? mass : 1.0;
  least_inertia_ = std::isfinite(inertia) ? inertia : 1.0;
}

void JointDynamics::to_wrenches(const VecX& forces) {
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const Index first = layout_.motion_of(frame);
    Wrench& wrench = wrenches_[slot_of(i)];
    wrench.force = forces.segment<3>(first);
    if (layout_.is_structural(frame)) wrench.moment = forces.segment<3>(first + 3);
  }
}

void JointDynamics::accelerate(const VecX& forces, VecX& rates, VecX& accelerations) {
  to_wrenches(forces);
  tau_.setZero();
  articulated_.accelerations(motion_, wrenches_, GyroscopicTerms::in_wrenches, tau_,
                             rates.head(tree_.speeds()));
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const Index first = layout_.motion_of(frame);
    accelerations.segment<3>(first) = motion_.body(i).a;
    if (layout_.is_structural(frame)) accelerations.segment<3>(first + 3) = motion_.body(i).alpha;
  }
  rates.tail(layout_.scalars) = forces.tail(layout_.scalars).cwiseQuotient(scalar_mass_);
  accelerations.tail(layout_.scalars) = rates.tail(layout_.scalars);
}

void JointDynamics::respond(const VecX& forces, VecX& rates) {
  to_wrenches(forces);
  articulated_.response(motion_, wrenches_, VecX(), rates.head(tree_.speeds()), {});
  rates.tail(layout_.scalars) = forces.tail(layout_.scalars).cwiseQuotient(scalar_mass_);
}

void JointDynamics::add_inertia_forces(const VecX& accelerations, VecX& forces) const {
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const Index first = layout_.motion_of(frame);
    const bool turns = layout_.is_structural(frame);
    const SpatialInertia inertia = turned(tree_.inertia(i), motion_.body(i).R, tree_.link(i).is_rigid);
    const Wrench needed =
        inertia * MotionVector{accelerations.segment<3>(first),
                               turns ? Vec3(accelerations.segment<3>(first + 3)) : Vec3(Vec3::Zero())};
    forces.segment<3>(first) += needed.force;
    if (turns) forces.segment<3>(first + 3) += needed.moment;
  }
  forces.tail(layout_.scalars) += scalar_mass_.cwiseProduct(accelerations.tail(layout_.scalars));
}

void JointDynamics::take_jacobian() {
  if (has_jacobian_) return;
  std::fill(values_.begin(), values_.end(), 0.0);
  const TangentCoefficients plain;
  TangentSink sink(system_.blocks(), plain, values_);
  system_.constraint_jacobian(snapshot_.context(), sink);
  has_jacobian_ = true;
}

bool JointDynamics::factor_tree(FactorReport& report) {
  const TreeFactorReport factored = articulated_.factor(motion_);
  if (factored.is_ok()) return true;
  report.status = LinearStatus::singular;
  report.culprit_row = layout_.motion_of(topology_.bodies()[slot_of(factored.singular_body)].frame);
  return false;
}

FactorReport JointDynamics::accelerations(State& state, VecX& rates) {
  constexpr int kMostPasses = 60;
  constexpr double kSettled = 1e-13;
  state.a.setZero();
  state.xdot.setZero();
  if (!has_implicit_loads_) state.lambda.setZero();
  system_.fill(state, snapshot_);
  const Context& context = snapshot_.context();
  has_jacobian_ = false;
  FactorReport factored;
  if (!factor_tree(factored)) return factored;
  list_active();
  if (!active_.empty()) {
    take_jacobian();
    system_.gamma(context, span_of(gamma_));
    factor_rows();
  }
  for (int pass = 0; pass < (has_implicit_loads_ ? kMostPasses : 1); ++pass) {
    residual_.setZero();
    ResidualSink sink(layout_, span_of(residual_));
    system_.loads(context, sink);
    forces_ = -residual_.head(layout_.motion_size());
    if (pass > 0) add_inertia_forces(state.a, forces_);
    for (const Index m : active_)
      if (!is_ideal_[slot_of(m)]) add_force(m, state.lambda[m], forces_);
    driven_.put_rates(state.time, rates);
    accelerate(forces_, rates, accelerations_);
    if (!active_.empty()) {
      for (std::size_t r = 0; r < active_.size(); ++r)
        by_row_[static_cast<Index>(r)] = along(active_[r], accelerations_) - gamma_[active_[r]];
      solve_rows();
      add_forces_of_rows(by_row_, -1.0, forces_);
      accelerate(forces_, rates, accelerations_);
    }
    state.xdot -= residual_.segment(layout_.first_state(), layout_.states).cwiseQuotient(state_mass_);
    if (!has_implicit_loads_) break;
    lambda_ = state.lambda;
    missing_ = state.a - accelerations_;
    const double moved = largest_of(missing_);
    state.a = accelerations_;
    find_multipliers(state);
    lambda_ -= state.lambda;
    if (largest_of(lambda_) <= kSettled * largest_of(state.lambda) && moved <= kSettled * largest_of(state.a))
      break;
    system_.fill(state, snapshot_);
  }
  state.a = accelerations_;
  return {};
}

// M_ff ds_f = -M_fg ds_g: as accelerations from rest do.                                       (joint.md 15)
void JointDynamics::strike(const VecX& q, const VecX& jump, VecX& s) {
  increment_ = jump;
  forces_.setZero();
  tau_.setZero();
  motion_.set(q.head(tree_.coordinates()), tau_);
  to_wrenches(forces_);
  articulated_.accelerations(motion_, wrenches_, GyroscopicTerms::in_wrenches, tau_,
                             increment_.head(tree_.speeds()));
  for (const Index k : tree_.free_speeds()) s[k] += increment_[k];
}

}  // namespace pintle
