// JointDynamics: the balance of the bodies, from which the reactions of the joints in the tree follow, and
// what of it the joints leave to the motion.
#include <algorithm>
#include <array>
#include <cmath>

#include "pintle/formulations/joint_dynamics.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/span_of.h"
#include "pintle/trees/inverse_dynamics.h"

namespace pintle {

// What the bodies miss for their accelerations comes from the joints that carry them.            (joint.md 6)
void JointDynamics::find_multipliers(State& state) {
  take_jacobian();
  state.lambda.setZero();
  missing_ = -forces_;
  add_inertia_forces(accelerations_, missing_);
  balance(missing_, state.lambda);
  for (std::size_t r = 0; r < active_.size(); ++r) state.lambda[active_[r]] = by_row_[static_cast<Index>(r)];
  take_least_multipliers(state);
}

bool JointDynamics::find_reactions(State& state) {
  constexpr double kBalanced = 1e-8;
  state.lambda.setZero();
  system_.fill(state, snapshot_);
  has_jacobian_ = false;
  take_jacobian();
  residual_.setZero();
  ResidualSink sink(layout_, span_of(residual_));
  system_.loads(snapshot_.context(), sink);
  missing_ = residual_.head(layout_.motion_size());
  const auto& largest = sink.largest_contribution();
  return balance(missing_, state.lambda) <= kBalanced * *std::max_element(largest.begin(), largest.end());
}

void JointDynamics::set_redundant(std::vector<Index> multipliers) {
  redundant_ = std::move(multipliers);
  least_.reset();
}

void JointDynamics::take_least_multipliers(State& state) {
  if (redundant_.empty()) return;
  if (!least_) least_.emplace(system_, snapshot_.context(), redundant_);
  least_->forget();
  least_->apply(snapshot_.context(), state.lambda);
}

namespace {

// At most six columns of six numbers.
struct Columns {
  std::array<Vec6, 6> of;
  std::size_t count;
};

// Columns x = right, by modified Gram-Schmidt on the columns and the right-hand side together, which is as
// accurate as Householder's way and has no sizes that are known at run time only. Leaves in `right` what no x
// reaches.
void solve(Columns& columns, Vec6& right, double* x) {
  std::array<std::array<double, 6>, 6> r;
  for (std::size_t k = 0; k < columns.count; ++k) {
    const Vec6& q = columns.of[k];
    const double scale = 1.0 / q.squaredNorm();
    for (std::size_t j = k + 1; j < columns.count; ++j) {
      r[k][j] = scale * q.dot(columns.of[j]);
      columns.of[j] -= r[k][j] * q;
    }
    x[k] = scale * q.dot(right);
    right -= x[k] * q;
  }
  for (std::size_t k = columns.count; k-- > 0;)
    for (std::size_t j = k + 1; j < columns.count; ++j) x[k] -= r[k][j] * x[j];
}

}  // namespace

void JointDynamics::list_supports() {
  for (Index i = tree_.size() - 1; i >= 0; --i) {
    const Topology::Body& body = topology_.bodies()[slot_of(i)];
    Support support{body.frame, body.parent, layout_.motion_of(body.frame), 0, 0, {}};
    if (body.joint >= 0) {
      const Topology::Joint& joint = topology_.joints()[slot_of(body.joint)];
      support.first_multiplier = joint.set->first_multiplier(joint.element);
      support.multipliers = static_cast<std::size_t>(joint.met_equations);
      for (Index k = 0; k < joint.met_equations; ++k)
        for (const Entry& entry : entries_of(support.first_multiplier + k))
          if (const Index part = entry.equation - support.motion; part >= 0 && part < 6)
            support.entries.push_back({k, part, entry.position});
    }
    supports_.push_back(std::move(support));
  }
}

// From the leaves to the roots: G_i^T lambda = -(missing + what the children ask for).
double JointDynamics::balance(VecX& missing, VecX& lambda) {
  const auto& frames = snapshot_.context().frames;
  double left = 0.0;
  for (const Support& support : supports_) {
    if (support.multipliers == 0) {
      left = std::max(left, largest_of(missing.segment(support.motion, layout_.motion_width(support.frame))));
      continue;
    }
    Vec6 wrench = missing.segment<6>(support.motion);
    if (support.parent != kGroundFrame) {
      const Index parent = layout_.motion_of(support.parent);
      const Vec3 arm = frames[slot_of(support.frame)].x - frames[slot_of(support.parent)].x;
      const Vec3 force = wrench.head<3>();
      missing.segment<3>(parent) += force;
      missing.segment<3>(parent + 3) += wrench.tail<3>() + arm.cross(force);
    }
    Columns columns;
    columns.count = support.multipliers;
    for (std::size_t k = 0; k < columns.count; ++k) columns.of[k].setZero();
    for (const Support::Entry& entry : support.entries)
      columns.of[slot_of(entry.column)][entry.part] = values_[slot_of(entry.position)];
    wrench = -wrench;
    solve(columns, wrench, lambda.data() + support.first_multiplier);
    left = std::max(left, wrench.lpNorm<Eigen::Infinity>());
  }
  return left;
}

void JointDynamics::place_accelerations(const VecX& rates, State& state) {
  motion_.set_accelerations(rates.head(tree_.speeds()));
  for (Index i = 0; i < tree_.size(); ++i) {
    const FrameIndex frame = topology_.bodies()[slot_of(i)].frame;
    const Index first = layout_.motion_of(frame);
    state.a.segment<3>(first) = motion_.body(i).a;
    if (layout_.is_structural(frame)) state.a.segment<3>(first + 3) = motion_.body(i).alpha;
  }
  state.a.tail(layout_.scalars) = rates.tail(layout_.scalars);
}

void JointDynamics::reduce(const VecX& forces, VecX& reduced) {
  to_wrenches(forces);
  reduce_wrenches(motion_, wrenches_, reduced.head(tree_.speeds()));
  reduced.tail(layout_.scalars) = forces.segment(layout_.first_scalar(), layout_.scalars);
}

// Their own part is taken out of the residual first: r = r_0 + G_i^T lambda_i.                   (joint.md 6)
void JointDynamics::find_tree_multipliers(const VecX& residual, State& state) {
  system_.fill(state, snapshot_);
  has_jacobian_ = false;
  take_jacobian();
  missing_ = residual.head(layout_.motion_size());
  for (Index m = 0; m < layout_.multipliers; ++m)
    if (is_in_tree_[slot_of(m)] && state.lambda[m] != 0.0) add_force(m, -state.lambda[m], missing_);
  balance(missing_, state.lambda);
}

bool JointDynamics::factor_equations(const State& state, VecX& diagonal) {
  system_.fill(state, snapshot_);
  has_jacobian_ = false;
  diagonal.setZero();
  FactorReport report;
  if (!factor_tree(report)) return false;
  list_active();
  take_jacobian();
  factor_rows();
  std::size_t r = 0;
  for (std::size_t i = 0; i < rows_.size() && r < active_.size(); ++i)
    if (rows_[i] == active_[r]) {
      diagonal[static_cast<Index>(i)] = delassus_(static_cast<Index>(r), static_cast<Index>(r));
      ++r;
    }
  return true;
}

void JointDynamics::equation_matrix(const State& state, MatX& matrix) {
  system_.fill(state, snapshot_);
  has_jacobian_ = false;
  take_jacobian();
  list_active();
  matrix.setZero();
  std::size_t next = 0;
  for (std::size_t r = 0; r < rows_.size() && next < active_.size(); ++r) {
    if (rows_[r] != active_[next]) continue;
    ++next;
    forces_.setZero();
    add_force(rows_[r], 1.0, forces_);
    reduce(forces_, increment_);
    matrix.row(static_cast<Index>(r)) = increment_.transpose();
  }
}

double JointDynamics::equation_size(Index row) const {
  double square = 0.0;
  for (const Entry& entry : entries_of(rows_[slot_of(row)])) {
    const bool is_way = layout_.kind_of(entry.equation) == EquationKind::translation;
    const double value = values_[slot_of(entry.position)] * (is_way ? system_.length_scale() : 1.0);
    square += value * value;
  }
  return std::sqrt(square);
}

void JointDynamics::equation_values(const State& state, VecX& values) {
  system_.fill(state, snapshot_);
  system_.phi(snapshot_.context(), span_of(phi_));
  for (std::size_t r = 0; r < rows_.size(); ++r) values[static_cast<Index>(r)] = phi_[rows_[r]];
}

void JointDynamics::equation_rates(const State& state, VecX& rates) {
  system_.fill(state, snapshot_);
  system_.phi_dot(snapshot_.context(), span_of(phi_));
  for (std::size_t r = 0; r < rows_.size(); ++r) rates[static_cast<Index>(r)] = phi_[rows_[r]];
}

}  // namespace pintle
