#include "pintle/formulations/least_reactions.h"

#include <algorithm>

#include "pintle/formulations/constraint_loops.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/span_of.h"

namespace pintle {

namespace {

// Divides directions that exert something (singular values of H near one) from those that do not (round-off):
// the square of a value between the two.
constexpr double kExertsNothing = 1e-10;

}  // namespace

LeastReactions::LeastReactions(const System& system, const Context& context,
                               const std::vector<Index>& redundant)
    : system_(system), rows_(system) {
  if (redundant.empty()) return;
  rows_.fill(context);
  const ConstraintLoops loops(system, context, rows_);
  for (const auto* groups : {&loops.loops(), &loops.single()})
    for (const std::vector<Index>& group : *groups)
      if (std::any_of(redundant.begin(), redundant.end(),
                      [&group](Index m) { return std::binary_search(group.begin(), group.end(), m); }))
        multipliers_.insert(multipliers_.end(), group.begin(), group.end());
  std::sort(multipliers_.begin(), multipliers_.end());
  force_.assign(multipliers_.size(), 1.0);
  make_pattern();
}

// [1 H; H^T -eps 1], H = G^T in units of force.
void LeastReactions::make_pattern() {
  std::vector<Index> local(place_in(system_.layout().motion_size()), -1);
  for (const Index m : multipliers_)
    for (const Index column : rows_.columns_of(m))
      if (local[place_in(column)] < 0) local[place_in(column)] = columns_++;
  const Index count = static_cast<Index>(multipliers_.size()), size = columns_ + count;
  pattern_ = SparsePattern(size);
  for (Index i = 0; i < size; ++i) pattern_.add_block(i, 1, i, 1);
  for (Index i = 0; i < count; ++i)
    for (const Index column : rows_.columns_of(multipliers_[place_in(i)])) {
      pattern_.add_block(columns_ + i, 1, local[place_in(column)], 1);
      pattern_.add_block(local[place_in(column)], 1, columns_ + i, 1);
    }
  pattern_.finish();
  values_.assign(place_in(pattern_.nonzeros()), 0.0);
  for (Index i = 0; i < count; ++i)
    for (const Index column : rows_.columns_of(multipliers_[place_in(i)])) {
      direct_.push_back(pattern_.find(columns_ + i, local[place_in(column)]));
      transposed_.push_back(pattern_.find(local[place_in(column)], columns_ + i));
    }
  for (Index i = 0; i < columns_; ++i) values_[place_in(pattern_.find(i, i))] = 1.0;
  for (Index i = columns_; i < size; ++i) values_[place_in(pattern_.find(i, i))] = -kExertsNothing;
  linear_ = make_linear_solver(LinearSolverKind::automatic, size, pattern_.nonzeros());
  linear_->analyse(view_of(pattern_));
  forces_.setZero(count);
  work_.setZero(size);
}

void LeastReactions::forget() {
  if (linear_) linear_->analyse(view_of(pattern_));
}

void LeastReactions::measure(const Context& context) {
  if (multipliers_.empty()) return;
  rows_.fill(context);
  take_forces();
}

void LeastReactions::measure_in(std::span<const double> kernel_values) {
  rows_.take(kernel_values);
  take_forces();
}

void LeastReactions::take_forces() {
  for (std::size_t i = 0; i < multipliers_.size(); ++i) force_[i] = rows_.force_of(multipliers_[i]);
}

double LeastReactions::regularisation(std::size_t i, double usual, const SaddleMatrix& matrix,
                                      double least_inertia) const {
  constexpr double kLost = 1e-12;  // ten times what the linear solvers call so
  constexpr double kOfResponse = 1e-10;
  const double response = schur_diagonal(matrix, matrix.unknowns + multipliers_[i], least_inertia);
  const double value = usual * force_[i] * force_[i];
  return value > kLost * response ? value : kOfResponse * response;
}

// f -> eps (H^T H + eps)^-1 f: f without what exerts something, up to eps; twice, up to its square.
void LeastReactions::take_null_part(VecX& forces) {
  for (int pass = 0; pass < 2; ++pass) {
    work_.setZero();
    work_.tail(forces.size()) = -kExertsNothing * forces;
    linear_->solve(span_of(work_));
    forces = work_.tail(forces.size());
  }
}

void LeastReactions::apply(const Context& context, VecX& lambda) {
  if (multipliers_.empty()) return;
  measure(context);
  std::size_t k = 0;
  for (std::size_t i = 0; i < multipliers_.size(); ++i)
    for (const double value : rows_.values_of(multipliers_[i])) {
      values_[place_in(direct_[k])] = values_[place_in(transposed_[k])] = value / force_[i];
      ++k;
    }
  if (!linear_->factor(values_).is_ok()) return;
  // The second time for the round-off of the first.
  for (int time = 0; time < 2; ++time) {
    for (std::size_t i = 0; i < multipliers_.size(); ++i)
      forces_[static_cast<Index>(i)] = lambda[multipliers_[i]] * force_[i];
    take_null_part(forces_);
    for (std::size_t i = 0; i < multipliers_.size(); ++i)
      lambda[multipliers_[i]] -= forces_[static_cast<Index>(i)] / force_[i];
  }
}

}  // namespace pintle
