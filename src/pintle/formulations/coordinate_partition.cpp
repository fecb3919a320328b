#include "pintle/formulations/coordinate_partition.h"

#include <algorithm>
#include <numeric>

namespace pintle {

namespace {

constexpr Index kMostProbes = 4, kResponseProbes = 2;

// A sign that looks random and is the same in every run.
double sign_of(Index probe, Index coordinate) {
  auto bits = static_cast<unsigned>(coordinate) * 2654435761U + static_cast<unsigned>(probe) * 40503U;
  bits ^= bits >> 15;
  return (bits * 2246822519U >> 16) & 1U ? 1.0 : -1.0;
}

}  // namespace

CoordinatePartition::CoordinatePartition(const System& system, LinearSolverKind linear_solver)
    : system_(system),
      jacobian_(system),
      kind_(linear_solver),
      column_scale_(static_cast<std::size_t>(jacobian_.columns()), 1.0) {
  quality_.setZero(measures(system.layout()));
  // A way of a length of the model compares with a radian, which changes Euler parameters by a half.
  const Layout& layout = system.layout();
  const double length = std::max(system.length_scale(), 1e-6);
  for (Index i = 0; i < layout.first_scalar_configuration(); ++i)
    column_scale_[static_cast<std::size_t>(i)] = i >= 7 * layout.structural || i % 7 < 3 ? length : 0.5;
}

void CoordinatePartition::choose(const State& state, const Context& context, double tolerance) {
  jacobian_.evaluate(state, context);
  arrange(choose_pivots(jacobian_.view(), jacobian_.columns(), jacobian_.values(), column_scale_, tolerance));
}

void CoordinatePartition::set_independent(const std::vector<Index>& independent, const State& state,
                                          const Context& context) {
  jacobian_.evaluate(state, context);
  // The columns of the others alone are offered, so they are all chosen unless the State has become singular.
  std::vector<double> scale = column_scale_;
  for (const Index i : independent) scale[static_cast<std::size_t>(i)] = 0.0;
  arrange(choose_pivots(jacobian_.view(), jacobian_.columns(), jacobian_.values(), scale));
}

// A row and a column that met in a pivot stand on the diagonal of Phi_u together, which keeps its
// factorisation sparse.
void CoordinatePartition::arrange(const PivotReport& pivots) {
  dependent_ = pivots.columns;
  rows_ = pivots.rows;
  smallest_pivot_ = pivots.smallest_pivot;
  const auto others = [](Index count, const std::vector<Index>& chosen, std::vector<Index>& out) {
    std::vector<char> is_chosen(static_cast<std::size_t>(count), 0);
    for (const Index i : chosen) is_chosen[static_cast<std::size_t>(i)] = 1;
    out.clear();
    for (Index i = 0; i < count; ++i)
      if (!is_chosen[static_cast<std::size_t>(i)]) out.push_back(i);
  };
  others(jacobian_.columns(), dependent_, independent_);
  others(jacobian_.rows(), rows_, redundant_multipliers_);
  for (Index& row : redundant_multipliers_)
    row = jacobian_.equation_of(row) - system_.layout().first_multiplier();
  build_matrix();
}

void CoordinatePartition::build_matrix() {
  const CompressedColumns view = jacobian_.view();
  std::vector<Index> place(
      static_cast<std::size_t>(jacobian_.columns()));  // among its kind; -1 - k: independent
  for (std::size_t k = 0; k < dependent_.size(); ++k)
    place[static_cast<std::size_t>(dependent_[k])] = static_cast<Index>(k);
  for (std::size_t k = 0; k < independent_.size(); ++k)
    place[static_cast<std::size_t>(independent_[k])] = -1 - static_cast<Index>(k);
  const auto size = static_cast<Index>(dependent_.size());
  std::vector<std::vector<std::pair<Index, Index>>> columns(dependent_.size());  // row, source
  by_independent_.clear();
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (Index k = view.column_start[rows_[r]]; k < view.column_start[rows_[r] + 1]; ++k) {
      const Index at = place[static_cast<std::size_t>(view.row_index[k])];
      if (at >= 0)
        columns[static_cast<std::size_t>(at)].emplace_back(static_cast<Index>(r), k);
      else
        by_independent_.push_back({static_cast<Index>(r), -1 - at, k});
    }
  column_start_.assign(1, 0);
  row_index_.clear();
  source_.clear();
  for (const auto& column : columns) {
    for (const auto& [row, source] : column) {
      row_index_.push_back(row);
      source_.push_back(source);
    }
    column_start_.push_back(static_cast<Index>(row_index_.size()));
  }
  values_.resize(source_.size());
  work_.setZero(size);
  linear_ = make_linear_solver(kind_, size, static_cast<Index>(source_.size()));
  linear_->analyse({size, column_start_, row_index_});
}

FactorReport CoordinatePartition::factor(const State& state, const Context& context) {
  jacobian_.evaluate(state, context);
  const std::span<const double> all = jacobian_.values();
  for (std::size_t k = 0; k < source_.size(); ++k) values_[k] = all[static_cast<std::size_t>(source_[k])];
  return linear_->factor(values_);
}

void CoordinatePartition::solve(VecX& right) {
  for (std::size_t r = 0; r < rows_.size(); ++r) work_[static_cast<Index>(r)] = right[rows_[r]];
  linear_->solve({work_.data(), static_cast<std::size_t>(work_.size())});
  right.head(work_.size()) = work_;
}

Index CoordinatePartition::group_of(Index coordinate) const {
  const Index turning = 7 * system_.layout().structural;
  return coordinate < turning ? 2 * (coordinate / 7) + (coordinate % 7 < 3 ? 0 : 1)
                              : 2 * system_.layout().structural + coordinate - turning;
}

void CoordinatePartition::assess() {
  const auto count = static_cast<Index>(independent_.size());
  const std::span<const double> all = jacobian_.values();
  quality_.setZero();
  for (Index probe = 0; probe < std::min(count, kMostProbes); ++probe) {
    work_.setZero();
    for (const Entry& entry : by_independent_) {
      const double part =
          count <= kMostProbes ? (entry.column == probe ? 1.0 : 0.0) : sign_of(probe, entry.column);
      work_[entry.row] += all[static_cast<std::size_t>(entry.source)] * part *
                          scale_of(independent_[static_cast<std::size_t>(entry.column)]);
    }
    linear_->solve({work_.data(), static_cast<std::size_t>(work_.size())});
    for (Index i = 0; i < work_.size(); ++i) {
      const Index coordinate = dependent_[static_cast<std::size_t>(i)];
      double& moved = quality_[group_of(coordinate)];
      moved = std::max(moved, std::abs(work_[i]) / scale_of(coordinate));
    }
  }
  double& response = quality_[quality_.size() - 1];
  for (Index probe = 0; probe < kResponseProbes; ++probe)
    response = std::max(response, largest_response(probe));
}

// Phi_u x = s for random signs: |x| grows where Phi_u becomes singular.
double CoordinatePartition::largest_response(Index probe) {
  double largest = 0.0;
  for (Index i = 0; i < work_.size(); ++i) work_[i] = sign_of(probe, i);
  linear_->solve({work_.data(), static_cast<std::size_t>(work_.size())});
  for (Index i = 0; i < work_.size(); ++i)
    largest = std::max(largest, std::abs(work_[i]) / scale_of(dependent_[static_cast<std::size_t>(i)]));
  return largest;
}

bool CoordinatePartition::has_worsened_since(const Eigen::Ref<const VecX>& before) const {
  constexpr double kTolerable = 1.05, kFarther = 1.1, kWorseCondition = 10.0;
  const Index groups = quality_.size() - 1;
  for (Index i = 0; i < groups; ++i)
    if (!(quality_[i] <= std::max(kTolerable, kFarther * before[i]))) return true;
  return !(quality_[groups] <= kWorseCondition * before[groups]);
}

Index CoordinatePartition::equation_of_factored_row(Index row) const {
  return row < 0 ? -1 : jacobian_.equation_of(rows_[static_cast<std::size_t>(row)]);
}

}  // namespace pintle
