#include "pintle/formulations/joint_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "pintle/formulations/tree_edges.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/rotations.h"
#include "pintle/math/span_of.h"

namespace pintle {

namespace {

constexpr double kMachineEpsilon = std::numeric_limits<double>::epsilon();

std::size_t as_size(Index i) { return static_cast<std::size_t>(i); }

// Of an equation of motion that is not a scalar's.
FrameIndex frame_of(const Layout& layout, Index equation) {
  const Index turning = 6 * layout.structural;
  return equation < turning ? 1 + equation / 6 : 1 + layout.structural + (equation - turning) / 3;
}

Tree tree_of(const System& system, const Topology& topology) {
  Tree tree;
  for (const Topology::Body& body : topology.bodies()) {
    const Index parent = body.parent == kGroundFrame ? kGroundBody : topology.place_of(body.parent);
    const TreeJoint joint =
        body.joint < 0 ? floating_joint(system.layout().is_structural(body.frame))
                       : tree_edge_of(topology.joints()[as_size(body.joint)].motion, body.is_reversed)->joint;
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
      values_(as_size(system.pattern().nonzeros())),
      measured_(as_size(tree_.size())),
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
      lambda_(VecX::Zero(layout_.multipliers)),
      null_(VecX::Zero(layout_.multipliers)) {
  list_entries();
  list_supports();
  list_rows();
  list_paths();
}

// The columns of multipliers in the System's matrix are those of G^T.
void JointDynamics::list_entries() {
  const SparsePattern& pattern = system_.pattern();
  first_entry_.push_back(0);
  for (Index m = 0; m < layout_.multipliers; ++m) {
    const Index column = layout_.first_multiplier() + m;
    for (Index k = pattern.col_start()[as_size(column)]; k < pattern.col_start()[as_size(column) + 1]; ++k)
      if (const Index row = pattern.row_index()[as_size(k)]; row < layout_.motion_size())
        entries_.push_back({row, k});
    first_entry_.push_back(entries_.size());
  }
}

void JointDynamics::list_rows() {
  is_in_tree_.assign(as_size(layout_.multipliers), false);
  for (const Topology::Body& body : topology_.bodies()) {
    if (body.joint < 0) continue;
    const Topology::Joint& joint = topology_.joints()[as_size(body.joint)];
    const Index first = joint.set->first_multiplier(joint.element);
    for (Index i = 0; i < joint.met_equations; ++i) is_in_tree_[as_size(first + i)] = true;
  }
  for (Index m = 0; m < layout_.multipliers; ++m)
    if (!is_in_tree_[as_size(m)]) rows_.push_back(m);
  is_ideal_.resize(is_in_tree_.size());
  for (Index m = 0; m < layout_.multipliers; ++m) is_ideal_[as_size(m)] = system_.owner_of(m).set->is_ideal();
  const auto count = static_cast<Index>(rows_.size());
  active_.reserve(rows_.size());
  inactive_.reserve(as_size(layout_.multipliers));
  by_row_.setZero(count);
  null_rows_.setZero(count);
  usual_.setZero(count);
  delassus_.setZero(count, count);
  delassus_solver_.resize(count);
  ineffective_.reserve(layout_.multipliers, count);
}

// Of the rows: the bodies between the root and those it acts on, where its entries go among these, and which
// entries of Y it can have.
void JointDynamics::list_paths() {
  paths_.resize(as_size(layout_.multipliers));
  std::size_t longest = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    RowPath& path = paths_[as_size(rows_[r])];
    path.column = static_cast<Index>(r);
    for (const Entry& entry : entries_of(rows_[r])) {
      if (entry.equation >= layout_.first_scalar()) continue;
      const Index body = topology_.place_of(frame_of(layout_, entry.equation));
      for (Index i = body; i != kGroundBody; i = tree_.parent(i)) path.bodies.push_back(i);
    }
    std::sort(path.bodies.begin(), path.bodies.end(), std::greater<>());
    path.bodies.erase(std::unique(path.bodies.begin(), path.bodies.end()), path.bodies.end());
    longest = std::max(longest, path.bodies.size());
    for (const Index body : path.bodies) {
      const TreeLink& link = tree_.link(body);
      for (Index k = link.free; k < link.free + link.free_count; ++k) path.nonzeros.push_back(k);
    }
    for (const Entry& entry : entries_of(rows_[r])) place_entry(entry.equation, path);
  }
  path_wrenches_.resize(longest);
  innovations_.setZero(speeds(), static_cast<Index>(rows_.size()));
}

void JointDynamics::place_entry(Index equation, RowPath& path) const {
  if (equation >= layout_.first_scalar()) {
    const Index scalar = equation - layout_.first_scalar();
    path.places.push_back({-1, scalar});
    path.nonzeros.push_back(tree_.speeds() + scalar);
    return;
  }
  const FrameIndex frame = frame_of(layout_, equation);
  const auto at = std::find(path.bodies.begin(), path.bodies.end(), topology_.place_of(frame));
  path.places.push_back({static_cast<Index>(at - path.bodies.begin()), equation - layout_.motion_of(frame)});
}

TreeMisfit JointDynamics::measure(const State& state, VecX& q, VecX& s) {
  system_.fill(state, snapshot_);
  for (Index i = 0; i < tree_.size(); ++i) {
    const Frame& frame = snapshot_.context().frames[as_size(topology_.bodies()[as_size(i)].frame)];
    measured_[as_size(i)] = {frame.x, frame.R, frame.v, frame.omega, Vec3::Zero(), Vec3::Zero()};
  }
  q.tail(layout_.scalars) = state.q.tail(layout_.scalars);
  s.tail(layout_.scalars) = state.v.tail(layout_.scalars);
  return coordinates_of_bodies(measured_, motion_, q.head(tree_.coordinates()), s.head(tree_.speeds()));
}

void JointDynamics::place(const VecX& q, const VecX& s, State& state) {
  motion_.set(q.head(tree_.coordinates()), s.head(tree_.speeds()));
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[as_size(i)].frame;
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
    return k < 0 ? 0.0 : values_[as_size(k)];
  };
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[as_size(i)].frame;
    const Index first = layout_.motion_of(frame), width = layout_.motion_width(frame);
    Mat6 block = Mat6::Zero();
    for (Index r = 0; r < width; ++r)
      for (Index c = 0; c < width; ++c) block(r, c) = entry(first + r, first + c);
    const SpatialInertia inertia = SpatialInertia::from_matrix(block);
    const Mat3 to_body = snapshot_.context().frames[as_size(frame)].R.transpose();
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

double JointDynamics::along(Index multiplier, const VecX& motion) const {
  double sum = 0.0;
  for (const Entry& entry : entries_of(multiplier))
    sum += values_[as_size(entry.position)] * motion[entry.equation];
  return sum;
}

void JointDynamics::add_force(Index multiplier, double factor, VecX& forces) const {
  for (const Entry& entry : entries_of(multiplier))
    forces[entry.equation] += factor * values_[as_size(entry.position)];
}

void JointDynamics::add_forces_of_rows(const VecX& by_row, double factor, VecX& forces) const {
  for (std::size_t r = 0; r < active_.size(); ++r)
    add_force(active_[r], factor * by_row[static_cast<Index>(r)], forces);
}

void JointDynamics::to_wrenches(const VecX& forces) {
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[as_size(i)].frame;
    const Index first = layout_.motion_of(frame);
    Wrench& wrench = wrenches_[as_size(i)];
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
    const FrameIndex frame = topology_.bodies()[as_size(i)].frame;
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

void JointDynamics::list_active() {
  inactive_.clear();
  if (system_.has_modes()) system_.list_inactive(snapshot_.context(), inactive_);
  active_.clear();
  for (const Index row : rows_)
    if (std::find(inactive_.begin(), inactive_.end(), row) == inactive_.end()) active_.push_back(row);
}

double JointDynamics::usual_response(Index multiplier) const {
  double sum = 0.0;
  for (const Entry& entry : entries_of(multiplier)) {
    const double value = values_[as_size(entry.position)];
    const bool is_turn = layout_.kind_of(entry.equation) == EquationKind::rotation;
    sum += value * value / (is_turn ? least_inertia_ : least_mass_);
  }
  return sum;
}

// A = G M^-1 G^T = Y^T Y.                                                        (joint.md 4, trees.md 20)
void JointDynamics::factor_rows() {
  const auto count = static_cast<Index>(active_.size());
  for (Index column = 0; column < count; ++column) {
    const Index multiplier = active_[as_size(column)];
    const RowPath& path = paths_[as_size(multiplier)];
    usual_[column] = usual_response(multiplier);
    find_innovations(multiplier, path);
    // Those before it, over the fewer of their entries that are not zero.
    for (Index other = 0; other <= column; ++other) {
      const RowPath& others = paths_[as_size(active_[as_size(other)])];
      double sum = 0.0;
      for (const Index k : path.nonzeros.size() < others.nonzeros.size() ? path.nonzeros : others.nonzeros)
        sum += innovations_(k, path.column) * innovations_(k, others.column);
      delassus_(column, other) = sum;
    }
  }
  delassus_solver_.factor(delassus_, count, usual_);
}

// Y: how the bodies between the root and those it acts on answer to a multiplier, then the scalars.
void JointDynamics::find_innovations(Index multiplier, const RowPath& path) {
  auto column = innovations_.col(path.column);
  std::fill_n(path_wrenches_.begin(), path.bodies.size(), Wrench{});
  const std::span<const Entry> entries = entries_of(multiplier);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double value = values_[as_size(entries[i].position)];
    const auto [body, part] = path.places[i];
    if (body < 0) {
      column[tree_.speeds() + part] = value / std::sqrt(scalar_mass_[part]);
    } else {
      Wrench& wrench = path_wrenches_[as_size(body)];
      (part < 3 ? wrench.force : wrench.moment)[part % 3] = value;
    }
  }
  articulated_.innovations(motion_, path.bodies, path_wrenches_, column.head(tree_.speeds()));
}

void JointDynamics::add_inertia_forces(const VecX& accelerations, VecX& forces) const {
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[as_size(i)].frame;
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
  report.culprit_row = layout_.motion_of(topology_.bodies()[as_size(factored.singular_body)].frame);
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
      if (!is_ideal_[as_size(m)]) add_force(m, state.lambda[m], forces_);
    driven_.put_rates(state.time, rates);
    accelerate(forces_, rates, accelerations_);
    if (!active_.empty()) {
      for (std::size_t r = 0; r < active_.size(); ++r)
        by_row_[static_cast<Index>(r)] = along(active_[r], accelerations_) - gamma_[active_[r]];
      delassus_solver_.solve(by_row_);
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

// by_row_ -> increment_: the motion of least kinetic energy that changes the rows by so much.
void JointDynamics::move_by_rows() {
  delassus_solver_.solve(by_row_);
  forces_.setZero();
  add_forces_of_rows(by_row_, -1.0, forces_);
  respond(forces_, increment_);
}

// phi_ of the active rows -> by_row_, and the largest of those that do not depend on others.
double JointDynamics::gather_rows() {
  for (std::size_t r = 0; r < active_.size(); ++r) by_row_[static_cast<Index>(r)] = phi_[active_[r]];
  double largest = 0.0;
  for (Index i = 0; i < delassus_solver_.rank(); ++i)
    largest = std::max(largest, std::abs(by_row_[delassus_solver_.row(i)]));
  return largest;
}

// Rows that are nearly dependent tell little of where to go: when the iteration does not contract with them,
// they are left out, and may stay open a little until the singular position is passed.         (joint.md 14)
bool JointDynamics::project_positions(VecX& q, const VecX& s, State& state, double tolerance, Index& worst) {
  constexpr double kDecisive = 1e-3, kLeftOpen = 1e-6;
  place(q, s, state);
  if (active_.empty()) return true;
  before_ = q;
  if (close(q, s, state, tolerance, worst)) return true;
  const Index rank = delassus_solver_.rank();
  delassus_solver_.factor(delassus_, delassus_solver_.size(), usual_, kDecisive);
  if (delassus_solver_.rank() == rank) return false;
  q = before_;
  place(q, s, state);
  return close(q, s, state, std::max(tolerance, kLeftOpen * system_.length_scale()), worst);
}

// Newton's method with the factors at hand, as far as numbers allow.
bool JointDynamics::close(VecX& q, const VecX& s, State& state, double tolerance, Index& worst) {
  constexpr int kMostPasses = 10;
  constexpr double kContraction = 0.25;
  const double reachable = 16 * kMachineEpsilon * std::max(1.0, largest_of(state.q));
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0;; ++pass) {
    system_.fill(state, snapshot_);
    system_.phi(snapshot_.context(), span_of(phi_));
    const double violation = gather_rows();
    if (violation <= reachable || pass == kMostPasses || violation > kContraction * before) break;
    before = violation;
    move_by_rows();
    advance(tree_, q.head(tree_.coordinates()), increment_.head(tree_.speeds()));
    q.tail(layout_.scalars) += increment_.tail(layout_.scalars);
    place(q, s, state);
  }
  double open = 0.0;
  for (const Index m : active_)
    if (!(std::abs(phi_[m]) <= open)) {
      open = std::abs(phi_[m]);
      worst = m;
    }
  return open <= tolerance;
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

void JointDynamics::project_speeds(const VecX& q, VecX& s, State& state) {
  constexpr int kMostPasses = 3;
  for (int pass = 0; pass < kMostPasses && !active_.empty(); ++pass) {
    system_.fill(state, snapshot_);
    system_.phi_dot(snapshot_.context(), span_of(phi_));
    if (gather_rows() <= 16 * kMachineEpsilon * std::max(1.0, largest_of(s))) return;
    move_by_rows();
    s += increment_;
    place(q, s, state);
  }
}

}  // namespace pintle
