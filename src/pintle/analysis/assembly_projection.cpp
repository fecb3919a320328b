#include "pintle/analysis/assembly_projection.h"

#include <algorithm>
#include <cmath>

#include "pintle/formulations/least_reactions.h"
#include "pintle/math/span_of.h"
#include "pintle/solvers/schur_diagonal.h"

namespace pintle {

namespace {

constexpr double kHeld = 1e20;             // weight of nodes that are not to move
constexpr double kRegularisation = 1e-10;  // of G W⁻¹ Gᵀ, against redundant equations

}  // namespace

AssemblyProjection::AssemblyProjection(const System& system, double length)
    : system_(system),
      length_(length > 0.0 ? length : system.length_scale()),
      layout_(system.layout()),
      linear_(
          make_linear_solver(LinearSolverKind::automatic, layout_.equations(), system.pattern().nonzeros())),
      snapshot_(system.make_snapshot()),
      values_(static_cast<std::size_t>(system.pattern().nonzeros())),
      solution_(layout_.equations()),
      phi_(layout_.multipliers) {
  linear_->analyse(view_of(system.pattern()));
}

const Context& AssemblyProjection::fill(const State& state) {
  system_.fill(state, snapshot_);
  system_.list_inactive(snapshot_.context(), inactive_);
  return snapshot_.context();
}

VecX AssemblyProjection::phi() {
  system_.phi(snapshot_.context(), span_of(phi_));
  return phi_;
}

VecX AssemblyProjection::phi_dot() {
  system_.phi_dot(snapshot_.context(), span_of(phi_));
  return phi_;
}

bool AssemblyProjection::solve_smallest_motion(const VecX& phi, ConstraintLevel level, const VecX& moved) {
  clear();
  add_jacobian(level);
  const double turn_weight = length_ * length_;
  for (Index i = 0; i < layout_.first_multiplier(); ++i)
    diagonal(i) += layout_.kind_of(i) == EquationKind::rotation ? turn_weight : 1.0;
  for (FrameIndex frame = 1; frame < layout_.frames(); ++frame) {
    const NodeInfo& node = system_.node_of(frame);
    const double weight = level == ConstraintLevel::position ? node.position_weight : node.velocity_weight;
    const bool is_held = moved_alone_ && *moved_alone_ != frame;
    for (Index i = 0; i < layout_.motion_width(frame); ++i)
      diagonal(layout_.motion_of(frame) + i) *= is_held ? kHeld : weight;
  }
  solution_.setZero();
  for (Index i = 0; i < moved.size(); ++i) solution_[i] = -diagonal(i) * moved[i];
  solution_.tail(layout_.multipliers) = -phi;
  for (Index i = layout_.first_multiplier(); i < layout_.equations(); ++i) diagonal(i) -= kRegularisation;
  if (linear_->factor(values_).status != LinearStatus::ok) return false;
  linear_->solve(span_of(solution_));
  if (moved_alone_) {
    const Index first = layout_.motion_of(*moved_alone_), width = layout_.motion_width(*moved_alone_);
    solution_.head(first).setZero();
    solution_.segment(first + width, layout_.first_multiplier() - first - width).setZero();
  }
  return true;
}

FactorReport AssemblyProjection::factor_inertia(const std::vector<RedundantEquation>& redundant) {
  FactorReport report;
  for (const Support support : {Support::of_massless, Support::of_all})
    for (const Measure measure : {Measure::heaviest, Measure::lightest}) {
      if (measure == Measure::lightest && redundant.empty()) continue;
      report = factor_inertia(redundant, support, measure);
      if (report.status == LinearStatus::ok) return report;
    }
  return report;
}

FactorReport AssemblyProjection::factor_inertia(const std::vector<RedundantEquation>& redundant,
                                                Support support, Measure measure) {
  clear();
  system_.add_inertia(snapshot_.context(), values_);
  const double largest_inertia = support_inertia(support);
  add_jacobian(ConstraintLevel::acceleration);
  regularise(redundant, measure, largest_inertia);
  return linear_->factor(values_);
}

// Solving with -E leaves G a - right = E lambda; each further pass takes away what the one before has left.
void AssemblyProjection::solve_inertia(const VecX& residual, const VecX& right) {
  solution_.head(layout_.first_multiplier()) = -residual.head(layout_.first_multiplier());
  solution_.tail(layout_.multipliers) = right;
  linear_->solve(span_of(solution_));
  if (regularisation_.isZero(0.0)) return;
  VecX change = solution_;
  for (int pass = 0; pass < 2; ++pass) {
    regularised_part(change);
    change *= -1.0;
    linear_->solve(span_of(change));
    solution_ += change;
  }
}

//   m (da) + G^T dlambda = -m a for the supported ones, M (da) + G^T dlambda = 0 for the others, G da = 0
bool AssemblyProjection::settle_massless(const VecX& a) {
  if (support_.empty()) return false;
  solution_.setZero();
  for (const auto& [i, inertia] : support_)
    if (i < a.size()) solution_[i] = -inertia * a[i];
  linear_->solve(span_of(solution_));
  return true;
}

void AssemblyProjection::take_least(const std::vector<RedundantEquation>& redundant, VecX& lambda) {
  if (redundant.empty()) return;
  LeastReactions(system_, snapshot_.context(), multipliers_of(redundant)).apply(snapshot_.context(), lambda);
}

void AssemblyProjection::clear() { std::fill(values_.begin(), values_.end(), 0.0); }

double& AssemblyProjection::diagonal(Index i) {
  return values_[static_cast<std::size_t>(system_.diagonal()[static_cast<std::size_t>(i)])];
}

// G of the equations of levels up to the highest that matters. The rows of the others hold their own
// multipliers alone, which so are zero.
void AssemblyProjection::add_jacobian(ConstraintLevel highest) {
  TangentCoefficients plain;
  if (highest < ConstraintLevel::velocity) plain.velocity_row_scale = 0.0;
  if (highest < ConstraintLevel::acceleration) plain.acceleration_row_scale = 0.0;
  TangentSink sink(system_.blocks(), plain, values_);
  system_.constraint_jacobian(snapshot_.context(), sink);
  for (Index i = 0; i < layout_.multipliers; ++i)
    if (system_.level_of(i) > highest) diagonal(layout_.first_multiplier() + i) -= 1.0;
  for (const Index i : inactive_)
    if (system_.level_of(i) <= highest) diagonal(layout_.first_multiplier() + i) -= 1.0;
}

// [M G^T; G -E] is regular where equations depend on each other. What is small for the heaviest body does no
// harm anywhere, but may be lost in the round-off of light ones; then the equations that depend on each other
// get a part of the G M^-1 G^T of the lightest body they act on, and solutions are improved.
void AssemblyProjection::regularise(const std::vector<RedundantEquation>& redundant, Measure measure,
                                    double largest_inertia) {
  regularisation_.setZero(layout_.multipliers);
  if (redundant.empty()) return;
  if (measure == Measure::heaviest) {
    const double regularisation = kRegularisation / largest_inertia;
    for (Index i = layout_.first_multiplier(); i < layout_.equations(); ++i) diagonal(i) -= regularisation;
    return;
  }
  const SaddleMatrix matrix{view_of(system_.pattern()), values_, system_.diagonal(), layout_.motion_size()};
  double largest = 1.0 / largest_inertia;
  const auto add = [&](Index multiplier) {
    largest = std::max(largest, schur_diagonal(matrix, layout_.first_multiplier() + multiplier));
    regularisation_[multiplier] = kRegularisation;
  };
  for (const RedundantEquation& equation : redundant) {
    add(equation.multiplier);
    for (const Index other : equation.follows_from) add(other);
  }
  regularisation_ *= largest;
  for (Index i = 0; i < layout_.multipliers; ++i)
    diagonal(layout_.first_multiplier() + i) -= regularisation_[i];
}

// (x, lambda) -> (0, E lambda)
void AssemblyProjection::regularised_part(VecX& vector) const {
  vector.head(layout_.first_multiplier()).setZero();
  vector.tail(layout_.multipliers).array() *= regularisation_.array();
}

// Unknowns without inertia (static nodes) get a little, so that constraints alone decide their acceleration.
// Returns the largest inertia.
double AssemblyProjection::support_inertia(Support support) {
  double typical = 0.0;
  for (Index i = 0; i < layout_.first_multiplier(); ++i) typical = std::max(typical, std::abs(diagonal(i)));
  support_.clear();
  for (Index i = 0; i < layout_.first_multiplier(); ++i)
    if (diagonal(i) == 0.0) {
      diagonal(i) = typical > 0.0 ? 1e-9 * typical : 1.0;
      support_.emplace_back(i, diagonal(i));
    } else if (support == Support::of_all) {
      diagonal(i) += 1e-9 * typical;
    }
  return typical > 0.0 ? typical : 1.0;
}

}  // namespace pintle
