#include "pintle/analysis/equilibrium.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pintle/analysis/assembly_projection.h"
#include "pintle/analysis/initial_assembly.h"
#include "pintle/formulations/linear_model.h"
#include "pintle/math/largest_of.h"

namespace pintle {

namespace {

constexpr double kLongestTurn = 0.5;     // rad in one iteration; ways: times the model's length
constexpr double kNothing = 1e-12;       // turns (rad) and ways (of the model's length) that are none
constexpr double kLeastInertia = 1e-6;   // of the largest, for coordinates without any
constexpr double kFasterEachTime = 0.1;  // of the rate sigma
constexpr double kOvershoot = 0.5;       // of the slope along a step that may be there behind its end
constexpr int kMostHalvings = 12;

class EquilibriumSearch {
 public:
  EquilibriumSearch(const System& system, State& state, const EquilibriumSettings& settings,
                    std::vector<RedundantEquation> redundant)
      : system_(system),
        layout_(system.layout()),
        state_(state),
        settings_(settings),
        redundant_(std::move(redundant)),
        projection_(system, settings.assembly.length),
        motions_(system) {}

  EquilibriumReport operator()();

 private:
  // All that follows from the State: reactions, what is out of balance, matrices.
  bool balance();
  void measure_imbalance(const std::array<double, kEquationKinds>& largest);
  double unit_of(Index i) const {
    return model_.coordinates[static_cast<std::size_t>(i)].is_rotation ? 1.0 : system_.length_scale();
  }
  EquilibriumReport fail(std::string what) const;
  std::string explain() const;

  void choose_rate();
  bool is_downhill(double rate) const;
  VecX increments() const;
  bool move_along(const VecX& step);
  bool try_move(const VecX& step);
  bool close_loops();

  const System& system_;
  const Layout& layout_;
  State& state_;
  const EquilibriumSettings& settings_;
  std::vector<RedundantEquation> redundant_;
  AssemblyProjection projection_;
  AllowedMotions motions_;
  LinearModel model_;
  MatX inertia_;     // of coordinates of motion, none without
  VecX missing_;     // by equation of motion, and of states: what reactions do not balance
  VecX unbalanced_;  // the same by coordinate
  Index worst_ = 0;  // coordinate
  double imbalance_ = 0.0;
  double rate_ = -1.0;  // sigma, 1/s; negative: not chosen yet
  int iterations_ = 0;
  VecX last_step_;
};

// Multipliers take what the constraints can carry; what then remains would accelerate.   (equilibrium.md 1,
// 2)
bool EquilibriumSearch::balance() {
  const Context& context = projection_.fill(state_);
  VecX residual = VecX::Zero(layout_.equations() + Layout::kGroundRoom);
  ResidualSink sink(layout_, {residual.data(), static_cast<std::size_t>(residual.size())});
  system_.residual(context, sink);
  if (projection_.factor_inertia(redundant_).status != LinearStatus::ok) return false;
  projection_.solve_inertia(residual, VecX::Zero(layout_.multipliers));
  const VecX added = projection_.multipliers();
  state_.lambda += added;
  projection_.take_least(redundant_, state_.lambda);
  const AbsoluteMatrices full = absolute_matrices(system_, state_);
  motions_.find(state_, full.G);
  model_ = linearise(full, system_, motions_);
  missing_ = residual.head(layout_.first_multiplier());
  missing_.head(layout_.motion_size()) += full.G.transpose() * added;
  unbalanced_ = model_.Z.transpose() * missing_;
  measure_imbalance(sink.largest_contribution());
  return unbalanced_.allFinite();
}

// A moment counts as little as the largest force at the model's length; what a motion of no size changes
// counts as nothing.
void EquilibriumSearch::measure_imbalance(const std::array<double, kEquationKinds>& largest) {
  const auto of = [&](EquationKind kind) { return largest[static_cast<std::size_t>(kind)]; };
  const double force = of(EquationKind::translation);
  const double moment = std::max(of(EquationKind::rotation), force * system_.length_scale());
  imbalance_ = 0.0;
  for (Index i = 0; i < model_.size(); ++i) {
    const bool is_scalar =
        i >= model_.motions() || motions_.basis().col(i).head(layout_.first_scalar()).isZero(0.0);
    const double scale = is_scalar ? of(EquationKind::scalar)
                         : model_.coordinates[static_cast<std::size_t>(i)].is_rotation ? moment
                                                                                       : force;
    double nothing = 0.0;
    for (Index k = 0; k < model_.size(); ++k) nothing += std::abs(model_.K(i, k)) * kNothing * unit_of(k);
    const double excess = std::max(0.0, std::abs(unbalanced_[i]) - nothing);
    if (!(excess > imbalance_ * scale)) continue;
    imbalance_ = excess / scale;
    worst_ = i;
  }
}

// At least so much that no step would be long if inertia alone resisted.
void EquilibriumSearch::choose_rate() {
  const Index motions = model_.motions();
  inertia_ = model_.M.topLeftCorner(motions, motions);
  std::array<double, 2> largest{};
  const auto kind = [&](Index i) {
    return static_cast<std::size_t>(model_.coordinates[static_cast<std::size_t>(i)].is_rotation);
  };
  for (Index i = 0; i < motions; ++i) largest[kind(i)] = std::max(largest[kind(i)], inertia_(i, i));
  for (Index i = 0; i < motions; ++i)
    inertia_(i, i) += kLeastInertia * (largest[kind(i)] > 0.0 ? largest[kind(i)] : 1.0);
  double square = 0.0, slowest = 0.0;
  for (Index i = 0; i < motions; ++i) {
    square = std::max(square, std::abs(unbalanced_[i]) / (inertia_(i, i) * kLongestTurn * unit_of(i)));
    slowest = std::max(slowest, kNothing * std::abs(model_.K(i, i)) / inertia_(i, i));
  }
  rate_ = rate_ < 0.0 ? std::sqrt(square) : kFasterEachTime * rate_;
  rate_ = std::max(rate_, std::sqrt(slowest));
  // Where the stiffness is negative, only inertia keeps the step from going uphill.
  constexpr int kMostDoublings = 200;
  if (rate_ == 0.0) rate_ = 1.0;
  for (int i = 0; i < kMostDoublings && !is_downhill(rate_); ++i) rate_ *= 2.0;
}

bool EquilibriumSearch::is_downhill(double rate) const {
  const Index motions = model_.motions();
  const MatX K = model_.K.topLeftCorner(motions, motions);
  const VecX unit = inertia_.diagonal().cwiseSqrt().cwiseInverse();
  const MatX H =
      unit.asDiagonal() * MatX(0.5 * (K + K.transpose()) + rate * rate * inertia_) * unit.asDiagonal();
  const Eigen::LLT<MatX> factors(H);
  return factors.info() == Eigen::Success;
}

// One step of the implicit Euler method from rest, of size 1 / sigma.                        (equilibrium.md
// 3)
VecX EquilibriumSearch::increments() const {
  const Index motions = model_.motions();
  MatX H = model_.K + rate_ * model_.C;
  H.topLeftCorner(motions, motions) += rate_ * rate_ * inertia_;
  VecX step = Eigen::PartialPivLU<MatX>(H).solve(-unbalanced_);
  double longest = 0.0;
  for (Index i = 0; i < motions; ++i) longest = std::max(longest, std::abs(step[i]) / unit_of(i));
  if (longest > kLongestTurn) step *= kLongestTurn / longest;
  return step;
}

bool EquilibriumSearch::close_loops() {
  constexpr int kMostPasses = 30;
  const double tolerance = settings_.assembly.position_tolerance(system_);
  const VecX none = VecX::Zero(motions_.size());
  for (int pass = 0; pass < kMostPasses; ++pass) {
    projection_.fill(state_);
    const VecX phi = projection_.phi();
    if (largest_of(phi) <= 1e-3 * tolerance) return true;
    motions_.move(none, phi, state_);
  }
  projection_.fill(state_);
  return largest_of(projection_.phi()) <= tolerance;
}

bool EquilibriumSearch::try_move(const VecX& step) {
  motions_.move(step.head(model_.motions()), VecX::Zero(layout_.multipliers), state_);
  state_.x += step.tail(model_.states);
  return close_loops() && balance();
}

// Halved while what is out of balance pulls back behind its end: the step went too far.
bool EquilibriumSearch::move_along(const VecX& step) {
  const State before = state_;
  const VecX direction = model_.Z * step;
  const double slope = std::abs(missing_.dot(direction));
  VecX tried = step;
  for (int halving = 0; halving < kMostHalvings; ++halving) {
    if (try_move(tried) && missing_.dot(direction) <= kOvershoot * slope) {
      last_step_ = step;
      const State moved = state_;
      system_.commit(projection_.fill(moved), state_);
      return true;
    }
    state_ = before;
    if (!balance()) return false;
    tried *= 0.5;
    rate_ *= 2.0;
  }
  return false;
}

EquilibriumReport EquilibriumSearch::operator()() {
  if (!balance()) return fail("the accelerations at the start are not determined");
  while (imbalance_ > settings_.tolerance) {
    if (iterations_ == settings_.max_iterations) return fail(explain());
    ++iterations_;
    choose_rate();
    if (!move_along(increments())) return fail(explain());
  }
  EquilibriumReport report;
  report.is_found = true;
  report.iterations = iterations_;
  report.imbalance = imbalance_;
  return report;
}

EquilibriumReport EquilibriumSearch::fail(std::string what) const {
  EquilibriumReport report;
  report.iterations = iterations_;
  report.imbalance = imbalance_;
  report.failure = std::move(what);
  return report;
}

std::string EquilibriumSearch::explain() const {
  const CoordinateInfo& coordinate = model_.coordinates[static_cast<std::size_t>(worst_)];
  std::string text = fmt::format(
      "no equilibrium was found in {} iterations: '{}' is out of balance by {:.3g} {}", iterations_,
      coordinate.name, std::abs(unbalanced_[worst_]), coordinate.is_rotation ? "N m" : "N");
  if (last_step_.size() != model_.size()) return text;
  const double resisted = std::abs(last_step_.dot(model_.K * last_step_));
  const double driven = std::abs(last_step_.dot(unbalanced_));
  if (resisted <= 1e-6 * driven)
    text +=
        ", and no stiffness resists that motion; add a spring or a joint that holds it, or take the load "
        "away";
  else
    text += "; start nearer to the equilibrium, or allow more max_iterations";
  return text;
}

}  // namespace

EquilibriumReport find_equilibrium(const System& system, State& state, const EquilibriumSettings& settings,
                                   Diagnostics& diagnostics) {
  state.time = settings.time;
  state.v.setZero();
  const AssemblyReport assembly = assemble_initial_state(system, state, settings.assembly, diagnostics);
  EquilibriumReport report;
  if (!assembly.is_consistent) {
    report.failure = "the model cannot be assembled";
    return report;
  }
  if (largest_of(state.v) > 0.0)
    diagnostics.note({}, "joints or drives prescribe motion at this time: they are held where they are");
  state.v.setZero();
  state.a.setZero();
  state.xdot.setZero();
  return EquilibriumSearch(system, state, settings, assembly.redundant)();
}

}  // namespace pintle
