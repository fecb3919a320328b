#include "pintle/formulations/acceleration_equations.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pintle/math/largest_of.h"
#include "pintle/math/span_of.h"
#include "pintle/system/euler_parameters.h"

namespace pintle {

namespace {

constexpr double kRedundantDiagonal = 1e-10;  // times the inverse of the smallest inertia

std::size_t to_size(Eigen::Index i) { return static_cast<std::size_t>(i); }

CompressedColumns columns_of(const SparsePattern& pattern) {
  return {pattern.cols(), pattern.col_start(), pattern.row_index()};
}

}  // namespace

AccelerationEquations::AccelerationEquations(const System& system, SystemMatrix matrix,
                                             LinearSolverKind linear_solver)
    : system_(system),
      layout_(system.layout()),
      matrix_(matrix),
      kernel_values_(to_size(system.pattern().nonzeros())),
      residual_(VecX::Zero(layout_.equations() + Layout::kGroundRoom)),
      gamma_(VecX::Zero(layout_.multipliers)),
      kernel_right_(VecX::Zero(layout_.equations())) {
  if (matrix_ == SystemMatrix::euler_parameters) {
    make_groups();
    make_pattern();
  } else {
    first_own_multiplier_ = layout_.first_multiplier();
    size_ = layout_.equations();
    pattern_ = system.pattern();
  }
  right_.setZero(size_);
  linear_ = std::make_unique<GaugedSolver>(make_linear_solver(linear_solver, size_, pattern_.nonzeros()));
  linear_->analyse(columns_of(pattern_));
}

void AccelerationEquations::set_redundant(std::vector<Index> multipliers) {
  redundant_ = std::move(multipliers);
  least_.reset();
  linear_->set_gauge({});
}

void AccelerationEquations::forget() { linear_->analyse(columns_of(pattern_)); }

void AccelerationEquations::make_groups() {
  Index own = 0;
  const auto add = [&](Index kernel, Index width, Index own_width, Index parameters) {
    groups_.push_back({kernel, own, width, own_width, parameters});
    own += own_width;
  };
  for (Index node = 0; node < layout_.structural; ++node) {
    add(6 * node, 3, 3, -1);
    add(6 * node + 3, 3, 4, 7 * node + 3);
  }
  for (Index node = 0; node < layout_.displacement; ++node) add(6 * layout_.structural + 3 * node, 3, 3, -1);
  for (Index i = layout_.first_scalar(); i < layout_.equations(); ++i) {
    if (i == layout_.first_multiplier()) first_own_multiplier_ = own;
    add(i, 1, 1, -1);
  }
  if (layout_.multipliers == 0) first_own_multiplier_ = own;
  size_ = own + layout_.structural;
}

void AccelerationEquations::make_pattern() {
  std::vector<Index> group_of(to_size(layout_.equations()));
  for (std::size_t g = 0; g < groups_.size(); ++g)
    for (Index i = 0; i < groups_[g].kernel_width; ++i)
      group_of[to_size(groups_[g].kernel + i)] = static_cast<Index>(g);
  std::map<std::pair<Index, Index>, Block> blocks;
  const SparsePattern& kernel = system_.pattern();
  for (Index column = 0; column < kernel.cols(); ++column)
    for (Index k = kernel.col_start()[to_size(column)]; k < kernel.col_start()[to_size(column) + 1]; ++k) {
      const Index row = kernel.row_index()[to_size(k)];
      const Index r = group_of[to_size(row)], c = group_of[to_size(column)];
      Block& block = blocks[{r, c}];
      if (block.source == std::array<Index, 9>{}) block.source.fill(-1);
      block.rows = r;
      block.columns = c;
      const Index i = row - groups_[to_size(r)].kernel, j = column - groups_[to_size(c)].kernel;
      block.source[to_size(i + 3 * j)] = k;
    }
  pattern_ = SparsePattern(size_);
  for (const auto& [key, block] : blocks) {
    const Group &r = groups_[to_size(key.first)], &c = groups_[to_size(key.second)];
    pattern_.add_block(r.own, r.own_width, c.own, c.own_width);
  }
  const Index first_normalisation = size_ - layout_.structural;
  const auto parameters_of = [this](Index node) { return groups_[to_size(2 * node + 1)].own; };
  for (Index node = 0; node < layout_.structural; ++node) {
    pattern_.add_block(first_normalisation + node, 1, parameters_of(node), 4);
    pattern_.add_block(parameters_of(node), 4, first_normalisation + node, 1);
  }
  pattern_.finish();
  for (auto& [key, block] : blocks) {
    const Group &r = groups_[to_size(key.first)], &c = groups_[to_size(key.second)];
    for (Index j = 0; j < c.own_width; ++j)
      for (Index i = 0; i < r.own_width; ++i)
        block.target[to_size(i + 4 * j)] = pattern_.find(r.own + i, c.own + j);
    blocks_.push_back(block);
  }
  for (Index node = 0; node < layout_.structural; ++node)
    for (Index i = 0; i < 4; ++i) {
      normalisation_.push_back(pattern_.find(first_normalisation + node, parameters_of(node) + i));
      normalisation_.push_back(pattern_.find(parameters_of(node) + i, first_normalisation + node));
    }
  values_.resize(to_size(pattern_.nonzeros()));
}

void AccelerationEquations::fill_kernel_matrix(const Context& context) {
  std::fill(kernel_values_.begin(), kernel_values_.end(), 0.0);
  system_.add_inertia(context, kernel_values_);
  double smallest = 0.0;
  for (Index i = 0; i < layout_.motion_size(); ++i)
    if (const double m = std::abs(kernel_values_[to_size(system_.diagonal()[to_size(i)])]);
        m > 0.0 && (smallest == 0.0 || m < smallest))
      smallest = m;
  const TangentCoefficients plain;
  TangentSink constraints(system_.blocks(), plain, kernel_values_);
  system_.constraint_jacobian(context, constraints);
  if (!redundant_.empty()) regularise(context, smallest);
}

// All equations of the loops: which of them follow from others changes along the motion.
void AccelerationEquations::regularise(const Context& context, double smallest_inertia) {
  if (!least_) least_.emplace(system_, context, redundant_);
  const std::vector<Index>& multipliers = least_->multipliers();
  if (linear_->rows().empty()) {
    std::vector<Index> rows = multipliers;
    for (Index& row : rows) row += first_own_multiplier_;
    linear_->set_gauge(std::move(rows));
  }
  least_->measure_in(kernel_values_);
  const double usual = kRedundantDiagonal / (smallest_inertia > 0.0 ? smallest_inertia : 1.0);
  const SaddleMatrix matrix{view_of(system_.pattern()), kernel_values_, system_.diagonal(),
                            layout_.first_multiplier()};
  for (std::size_t i = 0; i < multipliers.size(); ++i) {
    const double value = least_->regularisation(i, usual, matrix, 0.0);
    const Index row = layout_.first_multiplier() + multipliers[i];
    kernel_values_[to_size(system_.diagonal()[to_size(row)])] -= value;
    linear_->set_regularisation(i, value);
  }
}

// T^T A T with T = 2 E for turns, and the rows 2 p^T.                                   (partitioned.md 8)
void AccelerationEquations::fill_parameter_matrix(const State& state) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (const Block& block : blocks_) {
    const Group &r = groups_[to_size(block.rows)], &c = groups_[to_size(block.columns)];
    Eigen::Matrix<double, 3, 3> a = Mat3::Zero();
    for (Index k = 0; k < 9; ++k)
      if (const Index source = block.source[to_size(k)]; source >= 0)
        a(k % 3, k / 3) = kernel_values_[to_size(source)];
    Eigen::Matrix<double, 4, 4> out = Eigen::Matrix4d::Zero();
    Eigen::Matrix<double, 3, 4> half = Mat34::Zero();
    if (c.parameters >= 0)
      half = a * turn_by_parameters(state.q.data() + c.parameters);
    else
      half.leftCols<3>() = a;
    if (r.parameters >= 0)
      out = turn_by_parameters(state.q.data() + r.parameters).transpose() * half;
    else
      out.topRows<3>() = half;
    for (Index j = 0; j < c.own_width; ++j)
      for (Index i = 0; i < r.own_width; ++i) values_[to_size(block.target[to_size(i + 4 * j)])] += out(i, j);
  }
  for (Index node = 0; node < layout_.structural; ++node)
    for (Index i = 0; i < 8; ++i)
      values_[to_size(normalisation_[to_size(8 * node + i)])] = 2.0 * state.q[7 * node + 3 + i / 2];
}

FactorReport AccelerationEquations::factor(const State& state) {
  if (matrix_ == SystemMatrix::angular_velocity) return linear_->factor(kernel_values_);
  fill_parameter_matrix(state);
  FactorReport report = linear_->factor(values_);
  if (!report.is_ok()) report.culprit_row = report.culprit_column = -1;  // of another numbering
  return report;
}

// Replaces what is in the kernel's numbering by the solution for it. The bias is that of the normalisations:
// 2 p^T p_ddot = -2 p_dot^T p_dot, and |p_dot| = |omega| / 2.
void AccelerationEquations::solve_factored(const State& state, bool has_bias) {
  if (matrix_ == SystemMatrix::angular_velocity) return linear_->solve(span_of(kernel_right_));
  for (const Group& group : groups_) {
    if (group.parameters >= 0)
      right_.segment<4>(group.own) = turn_by_parameters(state.q.data() + group.parameters).transpose() *
                                     kernel_right_.segment<3>(group.kernel);
    else
      right_.segment(group.own, group.own_width) = kernel_right_.segment(group.kernel, group.kernel_width);
  }
  for (Index node = 0; node < layout_.structural; ++node)
    right_[size_ - layout_.structural + node] =
        has_bias ? -0.5 * state.v.segment<3>(6 * node + 3).squaredNorm() : 0.0;
  linear_->solve(span_of(right_));
  for (const Group& group : groups_) {
    if (group.parameters >= 0)
      kernel_right_.segment<3>(group.kernel) =
          turn_by_parameters(state.q.data() + group.parameters) * right_.segment<4>(group.own);
    else
      kernel_right_.segment(group.kernel, group.kernel_width) = right_.segment(group.own, group.own_width);
  }
}

// Loads that depend on multipliers (friction of joints) or accelerations are met by iteration with the same
// factors: it gains the ratio of the friction to the force it comes from with each pass.
FactorReport AccelerationEquations::solve(State& state, Snapshot& snapshot) {
  constexpr int kMostPasses = 60;
  constexpr double kSettled = 1e-13;
  state.a.setZero();
  state.xdot.setZero();
  state.lambda.setZero();
  system_.fill(state, snapshot);
  const Context& context = snapshot.context();
  fill_kernel_matrix(context);
  if (FactorReport report = factor(state); !report.is_ok()) return report;
  system_.gamma(context, span_of(gamma_));
  const int passes = system_.has_implicit_loads() ? kMostPasses : 1;
  for (int pass = 0; pass < passes; ++pass) {
    residual_.setZero();
    ResidualSink sink(layout_, span_of(residual_));
    system_.residual(context, sink);
    kernel_right_ = -residual_.head(layout_.equations());
    if (pass == 0)
      kernel_right_.tail(layout_.multipliers) = gamma_;
    else
      kernel_right_.tail(layout_.multipliers).setZero();  // gamma is met
    solve_factored(state, pass == 0);
    state.a += kernel_right_.head(layout_.motion_size());
    state.xdot += kernel_right_.segment(layout_.motion_size(), layout_.states);
    state.lambda += kernel_right_.tail(layout_.multipliers);
    if (least_ && passes > 1) least_->apply(context, state.lambda);  // friction asks for these
    if (largest_of(kernel_right_.tail(layout_.multipliers)) <= kSettled * largest_of(state.lambda)) break;
    if (pass + 1 < passes) system_.fill(state, snapshot);
  }
  return {};
}

}  // namespace pintle
