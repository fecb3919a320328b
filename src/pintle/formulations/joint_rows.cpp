// JointDynamics: the equations that the tree does not meet by itself, how they answer to their multipliers,
// and how coordinates are brought back to them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

#include "pintle/formulations/joint_dynamics.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/round_off.h"
#include "pintle/math/span_of.h"

namespace pintle {

namespace {

// Of an equation of motion that is not a scalar's.
FrameIndex frame_of(const Layout& layout, Index equation) {
  const Index turning = 6 * layout.structural;
  return equation < turning ? 1 + equation / 6 : 1 + layout.structural + (equation - turning) / 3;
}

}  // namespace

// The columns of multipliers in the System's matrix are those of G^T.
void JointDynamics::list_entries() {
  const SparsePattern& pattern = system_.pattern();
  first_entry_.push_back(0);
  for (Index m = 0; m < layout_.multipliers; ++m) {
    const Index column = layout_.first_multiplier() + m;
    for (Index k = pattern.col_start()[slot_of(column)]; k < pattern.col_start()[slot_of(column) + 1]; ++k)
      if (const Index row = pattern.row_index()[slot_of(k)]; row < layout_.motion_size())
        entries_.push_back({row, k});
    first_entry_.push_back(entries_.size());
  }
}

void JointDynamics::list_rows() {
  is_in_tree_.assign(slot_of(layout_.multipliers), false);
  for (const Topology::Body& body : topology_.bodies()) {
    if (body.joint < 0) continue;
    const Topology::Joint& joint = topology_.joints()[slot_of(body.joint)];
    const Index first = joint.set->first_multiplier(joint.element);
    for (Index i = 0; i < joint.met_equations; ++i) is_in_tree_[slot_of(first + i)] = true;
  }
  for (Index m = 0; m < layout_.multipliers; ++m)
    if (!is_in_tree_[slot_of(m)]) rows_.push_back(m);
  is_ideal_.resize(is_in_tree_.size());
  for (Index m = 0; m < layout_.multipliers; ++m) is_ideal_[slot_of(m)] = system_.owner_of(m).set->is_ideal();
  const auto count = static_cast<Index>(rows_.size());
  active_.reserve(rows_.size());
  inactive_.reserve(slot_of(layout_.multipliers));
  by_row_.setZero(count);
  null_rows_.setZero(count);
  units_.setOnes(count);
  delassus_.setZero(count, count);
  delassus_solver_.resize(count);
  held_units_.setOnes(count);
  held_.reserve(rows_.size());
  std::map<std::pair<std::pair<const ConstraintSet*, Index>, std::string_view>, Index> first;
  for (Index m = 0; m < layout_.multipliers; ++m) {
    const System::Owner owner = system_.owner_of(m);
    kin_.push_back(first.try_emplace({{owner.set, owner.element}, owner.info().unit}, m).first->second);
  }
}

// Of the rows: the bodies between the root and those it acts on, where its entries go among these, and which
// entries of Y it can have.
void JointDynamics::list_paths() {
  paths_.resize(slot_of(layout_.multipliers));
  std::size_t longest = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    RowPath& path = paths_[slot_of(rows_[r])];
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

double JointDynamics::along(Index multiplier, const VecX& motion) const {
  double sum = 0.0;
  for (const Entry& entry : entries_of(multiplier))
    sum += values_[slot_of(entry.position)] * motion[entry.equation];
  return sum;
}

void JointDynamics::add_force(Index multiplier, double factor, VecX& forces) const {
  for (const Entry& entry : entries_of(multiplier))
    forces[entry.equation] += factor * values_[slot_of(entry.position)];
}

void JointDynamics::add_forces_of_rows(const VecX& by_row, double factor, VecX& forces) const {
  for (std::size_t r = 0; r < active_.size(); ++r)
    add_force(active_[r], factor * by_row[static_cast<Index>(r)], forces);
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
    const double value = values_[slot_of(entry.position)];
    const bool is_turn = layout_.kind_of(entry.equation) == EquationKind::rotation;
    sum += value * value / (is_turn ? least_inertia_ : least_mass_);
  }
  return sum;
}

// D: rows of one joint and kind have their mean response as unit. It does not change as the mechanism turns,
// though each row's own may vanish. Where nothing answers, it is what would be usual.
void JointDynamics::measure_rows(Index count) {
  constexpr double kNoResponse = 1e-11;
  for (Index first = 0, end = 0; first < count; first = end) {
    const Index kind = kin_[slot_of(active_[slot_of(first)])];
    double sum = 0.0, usual = 0.0;
    for (end = first; end < count && kin_[slot_of(active_[slot_of(end)])] == kind; ++end) {
      sum += delassus_(end, end);
      usual += usual_response(active_[slot_of(end)]);
    }
    const double larger = sum > kNoResponse * usual ? sum : usual;
    units_.segment(first, end - first)
        .setConstant(larger > 0.0 ? larger / static_cast<double>(end - first) : 1.0);
  }
}

// A = G M^-1 G^T = Y^T Y.                                                        (joint.md 4, trees.md 20)
void JointDynamics::factor_rows() {
  const auto count = static_cast<Index>(active_.size());
  for (Index column = 0; column < count; ++column) {
    const Index multiplier = active_[slot_of(column)];
    const RowPath& path = paths_[slot_of(multiplier)];
    find_innovations(multiplier, path);
    // Those before it, over the fewer of their entries that are not zero.
    for (Index other = 0; other <= column; ++other) {
      const RowPath& others = paths_[slot_of(active_[slot_of(other)])];
      double sum = 0.0;
      for (const Index k : path.nonzeros.size() < others.nonzeros.size() ? path.nonzeros : others.nonzeros)
        sum += innovations_(k, path.column) * innovations_(k, others.column);
      delassus_(column, other) = sum;
    }
  }
  measure_rows(count);
  if (is_rank_held_ && held_ != active_) is_rank_held_ = false;
  if (is_rank_held_ && dependency_count_ > 0) add_dependencies();
  delassus_solver_.factor(delassus_, count, units_);
}

// A + D N N^T D: multipliers that exerted nothing at the start of the step answer to nothing during it.
void JointDynamics::add_dependencies() {
  const auto count = static_cast<Index>(active_.size());
  for (Index k = 0; k < dependency_count_; ++k) {
    null_rows_.head(count) = held_units_.head(count).cwiseProduct(dependencies_.col(k).head(count));
    for (Index j = 0; j < count; ++j)
      if (null_rows_[j] != 0.0)
        delassus_.col(j).segment(j, count - j) += null_rows_[j] * null_rows_.segment(j, count - j);
  }
}

// A x = b in by_row_, b without D N N^T b: what dependent rows ask for beyond the others is an error of the
// stage.
void JointDynamics::solve_rows() {
  if (is_rank_held_) {
    const auto count = static_cast<Index>(active_.size());
    for (Index k = 0; k < dependency_count_; ++k) {
      const auto dependency = dependencies_.col(k).head(count);
      const double excess = dependency.dot(by_row_.head(count));
      by_row_.head(count) -= excess * held_units_.head(count).cwiseProduct(dependency);
    }
  }
  delassus_solver_.solve(by_row_);
}

void JointDynamics::hold_rank(const State& state) {
  is_rank_held_ = false;
  system_.fill(state, snapshot_);
  has_jacobian_ = false;
  FactorReport report;
  if (!factor_tree(report)) return;
  list_active();
  if (!active_.empty()) {
    take_jacobian();
    factor_rows();
  }
  hold_rank();
}

void JointDynamics::hold_rank() {
  const auto count = static_cast<Index>(active_.size());
  dependency_count_ = active_.empty() ? 0 : delassus_solver_.size() - delassus_solver_.rank();
  held_ = active_;
  is_rank_held_ = true;
  if (dependency_count_ == 0) return;
  if (dependencies_.cols() < dependency_count_) dependencies_.setZero(by_row_.size(), dependency_count_);
  held_units_.head(count) = units_.head(count);
  for (Index k = 0; k < dependency_count_; ++k) {
    auto column = dependencies_.col(k).head(count);
    delassus_solver_.null_vector(k, null_rows_);
    column = null_rows_.head(count);
    for (int pass = 0; pass < 2; ++pass)  // Gram-Schmidt, twice is enough
      for (Index j = 0; j < k; ++j) {
        const auto other = dependencies_.col(j).head(count);
        column -= other.dot(held_units_.head(count).cwiseProduct(column)) * other;
      }
    column /= std::sqrt(column.dot(held_units_.head(count).cwiseProduct(column)));
  }
}

// Y: how the bodies between the root and those it acts on answer to a multiplier, then the scalars.
void JointDynamics::find_innovations(Index multiplier, const RowPath& path) {
  auto column = innovations_.col(path.column);
  std::fill_n(path_wrenches_.begin(), path.bodies.size(), Wrench{});
  const std::span<const Entry> entries = entries_of(multiplier);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double value = values_[slot_of(entries[i].position)];
    const auto [body, part] = path.places[i];
    if (body < 0) {
      column[tree_.speeds() + part] = value / std::sqrt(scalar_mass_[part]);
    } else {
      Wrench& wrench = path_wrenches_[slot_of(body)];
      (part < 3 ? wrench.force : wrench.moment)[part % 3] = value;
    }
  }
  articulated_.innovations(motion_, path.bodies, path_wrenches_, column.head(tree_.speeds()));
}

// by_row_ -> increment_: the motion of least kinetic energy that changes the rows by so much.
void JointDynamics::move_by_rows() {
  solve_rows();
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
  delassus_solver_.factor(delassus_, delassus_solver_.size(), units_, kDecisive);
  if (delassus_solver_.rank() == rank) return false;
  q = before_;
  place(q, s, state);
  return close(q, s, state, std::max(tolerance, kLeftOpen * system_.length_scale()), worst);
}

// Newton's method with the factors at hand, as far as numbers allow.
bool JointDynamics::close(VecX& q, const VecX& s, State& state, double tolerance, Index& worst) {
  constexpr int kMostPasses = 10;
  constexpr double kContraction = 0.25;
  const double reachable = kSumRoundOff * std::max(1.0, largest_of(state.q));
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

void JointDynamics::project_speeds(const VecX& q, VecX& s, State& state) {
  constexpr int kMostPasses = 3;
  for (int pass = 0; pass < kMostPasses && !active_.empty(); ++pass) {
    system_.fill(state, snapshot_);
    system_.phi_dot(snapshot_.context(), span_of(phi_));
    if (gather_rows() <= kSumRoundOff * std::max(1.0, largest_of(s))) return;
    move_by_rows();
    s += increment_;
    place(q, s, state);
  }
}

}  // namespace pintle
