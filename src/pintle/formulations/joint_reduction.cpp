#include "pintle/formulations/joint_reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/largest_of.h"
#include "pintle/math/round_off.h"
#include "pintle/math/so3.h"
#include "pintle/solvers/full_pivoting.h"

namespace pintle {

namespace {

constexpr double kNegligible = 1e-11;  // entries of G P^T beside the largest
constexpr double kLargestTurn = 1.5;   // rad, of an increment that stands for a quaternion
constexpr double kLeastPivot = 0.02;   // of (G P^T)_d
constexpr double kNoChoice = -1.0;     // in place of a quality

std::size_t entry(Index i) { return static_cast<std::size_t>(i); }

// Visits the first speed of every quaternion.
template <class Visit>
void for_each_quaternion(const Tree& tree, Visit visit) {
  for (const TreeLink& link : tree.links())
    if (const Index quaternion = sizes_of(link.kind).quaternion; quaternion >= 0)
      visit(link.speed + quaternion);
}

}  // namespace

JointReduction::JointReduction(const System& system, JointDynamics& dynamics)
    : system_(system),
      dynamics_(dynamics),
      speeds_(dynamics.speeds()),
      matrix_(MatX::Zero(static_cast<Index>(dynamics.equations().size()), speeds_)),
      reference_(VecX::Zero(dynamics.positions())),
      z_(VecX::Zero(speeds_)),
      values_(VecX::Zero(matrix_.rows())) {}

// Units compare when ways are measured in lengths of the model.
void JointReduction::find_scales() {
  scale_.assign(entry(speeds_), 1.0);
  for (Index k = 0; k < dynamics_.tree().speeds(); ++k)
    if (dynamics_.motion().column(k).angular.isZero()) scale_[entry(k)] = system_.length_scale();
}

void JointReduction::choose(const VecX& q, const VecX& s, State& state) {
  dynamics_.place(q, s, state);
  dynamics_.equation_matrix(state, matrix_);
  find_scales();

  // The rows of G P^T one after the other, without what is round-off: equations that the tree meets by
  // itself.
  double largest = 0.0;
  for (Index k = 0; k < speeds_; ++k)
    largest = std::max(largest, scale_[entry(k)] * matrix_.col(k).lpNorm<Eigen::Infinity>());
  std::vector<Index> starts, columns;
  std::vector<double> entries;
  for (Index r = 0; r < matrix_.rows(); ++r) {
    starts.push_back(static_cast<Index>(columns.size()));
    for (Index k = 0; k < speeds_; ++k)
      if (!dynamics_.driven().gives_speed(k) &&
          std::abs(matrix_(r, k)) * scale_[entry(k)] > kNegligible * largest) {
        columns.push_back(k);
        entries.push_back(matrix_(r, k));
      }
  }
  starts.push_back(static_cast<Index>(columns.size()));
  const PivotReport pivots =
      choose_pivots({static_cast<Index>(matrix_.rows()), starts, columns}, speeds_, entries, scale_);
  dependent_ = pivots.columns;
  rows_ = pivots.rows;
  list_independent();
  set_reference(q, s, state);
  quality_when_chosen_ = quality_;
}

// What drives give is neither, except that given speeds alone have to be integrated.
void JointReduction::list_independent() {
  independent_.clear();
  for (Index k = 0; k < speeds_; ++k)
    if (!dynamics_.driven().gives_position(k) &&
        std::find(dependent_.begin(), dependent_.end(), k) == dependent_.end())
      independent_.push_back(k);
  const auto size = static_cast<Index>(dependent_.size());
  by_dependent_.setZero(size, size);
  by_independent_.setZero(size, count());
  moved_.setZero(size, count());
  unit_.setZero(size);
  right_.setZero(size);
  change_.setZero(size);
}

void JointReduction::set_reference(const VecX& q, const VecX& s, State& state) {
  reference_ = q;
  z_.setZero();
  dynamics_.place(q, s, state);
  find_scales();
  factor(state);
}

// At a State that is placed: rows by the size of G, ways in lengths of the model.
void JointReduction::factor(const State& state) {
  dynamics_.equation_matrix(state, matrix_);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const auto row = static_cast<Index>(r);
    unit_[row] = 1.0 / dynamics_.equation_size(rows_[r]);
    const auto scaled = [&](Index k) { return unit_[row] * matrix_(rows_[r], k) * scale_[entry(k)]; };
    for (std::size_t k = 0; k < dependent_.size(); ++k)
      by_dependent_(row, static_cast<Index>(k)) = scaled(dependent_[k]);
    for (std::size_t k = 0; k < independent_.size(); ++k)
      by_independent_(row, static_cast<Index>(k)) = scaled(independent_[k]);
  }
  if (!rows_.empty()) {
    factors_.compute(by_dependent_);
    moved_.noalias() = factors_.solve(by_independent_);
  }
  assess();
}

// How far a dependent coordinate moves with an independent one, and how near the equations are to becoming
// dependent.                                                                              (joint.md 12, 13)
void JointReduction::assess() {
  quality_ = 0.0;
  for (Index c = 0; c < moved_.cols(); ++c)
    for (Index r = 0; r < moved_.rows(); ++r)
      if (const double moved = std::abs(moved_(r, c)); !(moved <= quality_))
        quality_ = moved;  // also when NaN
  smallest_pivot_ = 1.0;
  for (Index r = 0; r < by_dependent_.rows(); ++r)
    if (const double pivot = std::abs(factors_.matrixLU()(r, r)); !(pivot >= smallest_pivot_))
      smallest_pivot_ = pivot;
}

bool JointReduction::is_nearly_singular() const { return !(smallest_pivot_ >= kLeastPivot); }

bool JointReduction::has_worsened() const {
  constexpr double kTolerable = 2.0;
  bool is_bad = quality_when_chosen_ == kNoChoice || is_nearly_singular() ||
                !(quality_ <= kTolerable * std::max(1.0, quality_when_chosen_));
  for_each_quaternion(dynamics_.tree(),
                      [&](Index k) { is_bad = is_bad || !(z_.segment<3>(k).norm() < kLargestTurn); });
  return is_bad;
}

void JointReduction::gather(const VecX& s, Eigen::Ref<VecX> z_independent,
                            Eigen::Ref<VecX> s_independent) const {
  for (std::size_t i = 0; i < independent_.size(); ++i) {
    z_independent[static_cast<Index>(i)] = z_[independent_[i]];
    s_independent[static_cast<Index>(i)] = s[independent_[i]];
  }
}

// With the increment z of a quaternion, s = T(z)^T z_dot.                                         (joint.md
// 8)
void JointReduction::rates(const VecX& s, Eigen::Ref<VecX> z_rates) const {
  for (std::size_t i = 0; i < independent_.size(); ++i) z_rates[static_cast<Index>(i)] = s[independent_[i]];
  for_each_quaternion(dynamics_.tree(), [&](Index k) {
    const Vec3 turning = so3::inverse_tangent(Vec3(z_.segment<3>(k))).transpose() * Vec3(s.segment<3>(k));
    for (std::size_t i = 0; i < independent_.size(); ++i)
      if (const Index j = independent_[i] - k; j >= 0 && j < 3) z_rates[static_cast<Index>(i)] = turning[j];
  });
}

void JointReduction::move(VecX& q) const {
  const Tree& tree = dynamics_.tree();
  const Index scalars = speeds_ - tree.speeds();
  q = reference_;
  advance(tree, q.head(tree.coordinates()), z_.head(tree.speeds()));
  q.tail(scalars) += z_.tail(scalars);
}

bool JointReduction::place(const Eigen::Ref<const VecX>& z_independent,
                           const Eigen::Ref<const VecX>& s_independent, double tolerance, VecX& q, VecX& s,
                           State& state, Index& worst) {
  // The dependent coordinates start on the tangent.
  for (std::size_t i = 0; i < independent_.size(); ++i) {
    const Index k = independent_[i], c = static_cast<Index>(i);
    const double way = (z_independent[c] - z_[k]) / scale_[entry(k)];
    for (std::size_t d = 0; d < dependent_.size(); ++d)
      z_[dependent_[d]] -= scale_[entry(dependent_[d])] * moved_(static_cast<Index>(d), c) * way;
    z_[k] = z_independent[c];
    s[k] = s_independent[c];
  }
  if (!solve_positions(tolerance, q, s, state, worst)) return false;
  if (!(largest_of(values_) <= tolerance)) return false;  // equations left out have ceased to follow
  solve_speeds(q, s, state);
  return !is_nearly_singular();
}

double JointReduction::violation(Index& worst) const {
  double largest = 0.0;
  for (const Index row : rows_)
    if (!(std::abs(values_[row]) <= largest)) {
      largest = std::abs(values_[row]);
      worst = dynamics_.equations()[entry(row)];
    }
  return largest;
}

// values_ of the rows -> change_ of the dependent coordinates or speeds.
void JointReduction::solve() {
  if (rows_.empty()) return;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const auto row = static_cast<Index>(r);
    right_[row] = unit_[row] * values_[rows_[r]];
  }
  change_ = factors_.solve(right_);
  for (std::size_t k = 0; k < dependent_.size(); ++k)
    change_[static_cast<Index>(k)] *= scale_[entry(dependent_[k])];
}

// Newton, with factors of a State nearby while these serve, as far as numbers allow.             (joint.md
// 10)
bool JointReduction::solve_positions(double tolerance, VecX& q, VecX& s, State& state, Index& worst) {
  constexpr int kMostPasses = 30;
  constexpr double kSlow = 0.2;
  double before = std::numeric_limits<double>::infinity();
  bool are_fresh = false;
  for (int pass = 0;; ++pass) {
    move(q);
    dynamics_.driven().put(state.time, q, s);
    dynamics_.place(q, s, state);
    dynamics_.equation_values(state, values_);
    const double open = violation(worst);
    if (open <= kSumRoundOff * std::max(1.0, largest_of(state.q))) return true;
    if (pass == kMostPasses || !std::isfinite(open)) return open <= tolerance;
    if (open > kSlow * before) {
      if (are_fresh && open <= tolerance) return true;
      factor(state);
      are_fresh = true;
    }
    before = open;
    solve();
    for (std::size_t k = 0; k < dependent_.size(); ++k) z_[dependent_[k]] -= change_[static_cast<Index>(k)];
  }
}

// G P^T s = -phi_t for the dependent speeds, with factors of this State.                          (joint.md
// 11)
void JointReduction::solve_speeds(const VecX& q, VecX& s, State& state) {
  constexpr int kPasses = 2;  // the second takes away the round-off of the first
  factor(state);
  for (int pass = 0; pass < kPasses; ++pass) {
    dynamics_.equation_rates(state, values_);
    solve();
    for (std::size_t k = 0; k < dependent_.size(); ++k) s[dependent_[k]] -= change_[static_cast<Index>(k)];
    dynamics_.place(q, s, state);
  }
}

void JointReduction::write_no_choice(Eigen::Ref<VecX> memory) {
  memory.setZero();
  memory[0] = kNoChoice;
}

// Its quality, the dependent speeds from one on, and the rows solved for them.
void JointReduction::write_memory(Eigen::Ref<VecX> memory) const {
  memory.setZero();
  memory[0] = quality_when_chosen_;
  for (std::size_t k = 0; k < dependent_.size(); ++k) {
    memory[1 + static_cast<Index>(k)] = static_cast<double>(dependent_[k] + 1);
    memory[1 + speeds_ + static_cast<Index>(k)] = static_cast<double>(rows_[k]);
  }
}

void JointReduction::read_memory(const Eigen::Ref<const VecX>& memory) {
  quality_when_chosen_ = memory[0];
  dependent_.clear();
  rows_.clear();
  for (Index k = 0; k < speeds_ && memory[1 + k] > 0.0; ++k) {
    dependent_.push_back(static_cast<Index>(memory[1 + k]) - 1);
    rows_.push_back(static_cast<Index>(memory[1 + speeds_ + k]));
  }
  list_independent();
}

}  // namespace pintle
