// JointAlphaStepper: a step as Newton's method sees it.
#include <algorithm>
#include <cmath>

#include "pintle/formulations/joint_alpha.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/round_off.h"

namespace pintle {

namespace {

// Block -eps I that makes the matrix regular when equations are redundant, relative to A = G M^-1 G^T, and
// the least entry of A, relative to the largest, that counts.
constexpr double kRegular = 1e-9, kLeastResponse = 1e-6;

}  // namespace

void JointAlphaStepper::evaluate_residual() {
  full_residual_.setZero();
  system_.fill(trial_, snapshot_);
  ResidualSink sink(layout_, {full_residual_.data(), static_cast<std::size_t>(full_residual_.size())});
  system_.residual(snapshot_.context(), sink);
  set_tolerances(sink.largest_contribution());
}

// Loads that depend on reactions of joints in the tree: these follow from the balance of the bodies, and
// change it.
void JointAlphaStepper::settle_tree_multipliers() {
  constexpr int kMostPasses = 60;
  constexpr double kSettledPart = 1e-13;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    settled_ = trial_.lambda;
    dynamics_.find_tree_multipliers(full_residual_, trial_);
    settled_ -= trial_.lambda;
    if (largest_of(settled_) <= kSettledPart * largest_of(trial_.lambda)) return;
    evaluate_residual();
  }
}

bool JointAlphaStepper::is_on(Index row, ConstraintLevel level) const {
  return system_.level_of(dynamics_.equations()[static_cast<std::size_t>(row)]) == level;
}

// Scaled as in the absolute formulation: forces times beta h^2, multipliers over it, rows on velocities over
// gamma' and those on accelerations over beta'.
void JointAlphaStepper::compute_residual(std::span<double> residual) {
  evaluate_residual();
  if (system_.has_implicit_loads()) settle_tree_multipliers();
  dynamics_.reduce(full_residual_, reduced_);
  for (const Index k : dynamics_.driven().speeds()) reduced_[k] = 0.0;
  const Index speeds = reduced_.size();
  Eigen::Map<VecX> out(residual.data(), tangent_.size());
  out.head(speeds) = scheme_.row_scale() * reduced_;
  for (Index i = speeds; i < out.size(); ++i) out[i] = full_residual_[tangent_.equation_of(i)];
  for (Index r = 0; r < joints_.lambda.size(); ++r) {
    double& row = out[speeds + layout_.states + r];
    if (is_on(r, ConstraintLevel::velocity)) row /= scheme_.velocity_factor();
    if (is_on(r, ConstraintLevel::acceleration)) row /= scheme_.acceleration_factor();
  }
}

// As in the absolute formulation; forces reach rotations by arms of the size of the model.
void JointAlphaStepper::set_tolerances(const std::array<double, kEquationKinds>& largest) {
  const double relative = std::max(tolerances_.relative, kSumRoundOff), scale = scheme_.row_scale();
  const double length = std::max(1.0, system_.length_scale());
  const auto of = [&](EquationKind kind) { return relative * largest[static_cast<std::size_t>(kind)]; };
  const double force = scale * (tolerances_.force + of(EquationKind::translation));
  const double moment = scale * (tolerances_.moment + of(EquationKind::rotation)) + length * force;
  const double scalar = tolerances_.scalar + of(EquationKind::scalar);
  const double constraint = std::max(std::min(tolerances_.constraint * length, force / typical_mass_),
                                     kSumRoundOff * std::max(1.0, farthest_));
  const Index of_tree = dynamics_.tree().speeds();
  for (Index k = 0; k < of_tree; ++k)
    allowed_[k] = dynamics_.motion().column(k).angular.isZero() ? force : moment;
  allowed_.segment(of_tree, layout_.scalars).setConstant(scale * scalar);
  allowed_.segment(of_tree + layout_.scalars, layout_.states).setConstant(scalar);
  allowed_.tail(joints_.lambda.size()).setConstant(constraint);
}

ResidualError JointAlphaStepper::assess(std::span<const double> residual) const {
  ResidualError error;
  for (Index i = 0; i < allowed_.size(); ++i) {
    const double ratio = std::abs(residual[static_cast<std::size_t>(i)]) / allowed_[i];
    if (ratio <= error.worst) continue;
    error = {ratio, i};  // also when NaN
    if (std::isnan(ratio)) break;
  }
  return error;
}

// With the multipliers of the tree that meet the balance P itself need not be differentiated.    (joint.md 9)
void JointAlphaStepper::compute_tangent(std::span<double> values) {
  const bool is_implicit = system_.has_implicit_loads();
  if (!is_implicit) {
    dynamics_.find_tree_multipliers(full_residual_, trial_);
    system_.fill(trial_, snapshot_);
  }
  const StepFactors factors{scheme_.velocity_factor(), scheme_.acceleration_factor(),
                            scheme_.state_rate_factor()};
  tangent_.assemble(snapshot_.context(), joints_trial_.q, joints_trial_.v, joints_trial_.a, factors, matrix_);
  const Index rows = joints_.lambda.size(), speeds = reduced_.size();
  matrix_.topRows(speeds) *= scheme_.row_scale();
  matrix_.rightCols(rows) /= scheme_.row_scale();
  for (Index r = 0; r < rows; ++r) {
    auto row = matrix_.row(speeds + layout_.states + r);
    if (is_on(r, ConstraintLevel::velocity)) row /= scheme_.velocity_factor();
    if (is_on(r, ConstraintLevel::acceleration)) row /= scheme_.acceleration_factor();
  }
  for (const Index k : dynamics_.driven().speeds()) {
    matrix_.row(k).setZero();
    matrix_.col(k).setZero();
    matrix_(k, k) = 1.0;
  }
  if (!redundant_.empty()) regularise();
  Eigen::Map<MatX>(values.data(), matrix_.rows(), matrix_.cols()) = matrix_;
  if (is_implicit) return;
  trial_.lambda.setZero();
  for (Index r = 0; r < rows; ++r)
    trial_.lambda[dynamics_.equations()[static_cast<std::size_t>(r)]] = joints_trial_.lambda[r];
}

void JointAlphaStepper::regularise() {
  if (!dynamics_.factor_equations(trial_, diagonal_)) return;
  const Index rows = diagonal_.size(), first = matrix_.rows() - rows;
  const double largest = largest_of(diagonal_);
  for (Index r = 0; r < rows; ++r)
    matrix_(first + r, first + r) -= kRegular * std::max(diagonal_[r], kLeastResponse * largest);
}

void JointAlphaStepper::apply(std::span<const double> increment) {
  scheme_.apply(increment);
  const Eigen::Map<const VecX> delta(increment.data(), tangent_.size());
  joints_trial_.lambda += delta.tail(joints_.lambda.size()) / scheme_.row_scale();
  evaluate();
}

// Nor may equations outside the tree be left open.
bool JointAlphaStepper::is_negligible(std::span<const double> increment) const {
  const Eigen::Map<const VecX> residual(newton_.residual().data(), tangent_.size());
  const double open = largest_of(residual.tail(joints_.lambda.size()));
  if (open > std::max(tolerances_.constraint * std::max(1.0, system_.length_scale()),
                      100.0 * kSumRoundOff * std::max(1.0, farthest_)))
    return false;
  const Eigen::Map<const VecX> motion(increment.data(), reduced_.size());
  return motion.size() > 0 &&
         largest_of(motion) <= kSumRoundOff * std::max(farthest_, scheme_.largest_increment());
}

void JointAlphaStepper::save_iterate() {
  scheme_.save_iterate();
  saved_lambda_ = joints_trial_.lambda;
}

void JointAlphaStepper::restore_iterate() {
  scheme_.restore_iterate();
  joints_trial_.lambda = saved_lambda_;
  evaluate();
}

// Culprits are told in the numbering of the System.
void JointAlphaStepper::translate(NewtonReport& report) const {
  for (Index* culprit : {&report.error.culprit, &report.factor.culprit_row, &report.factor.culprit_column})
    if (*culprit >= 0) *culprit = tangent_.equation_of(*culprit);
}

}  // namespace pintle
