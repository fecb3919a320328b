#include "pintle/solvers/gauged_solver.h"

#include <utility>

#include "pintle/math/span_of.h"

namespace pintle {

GaugedSolver::GaugedSolver(std::unique_ptr<LinearSolver> solver) : solver_(std::move(solver)) {}

void GaugedSolver::set_gauge(std::vector<Index> rows) {
  rows_ = std::move(rows);
  const auto count = static_cast<Index>(rows_.size());
  regularisation_.setZero(count);
  part_.setZero(count);
  stray_.setZero(count);
  has_stray_ = false;
}

void GaugedSolver::bring_back(const VecX& z) {
  stray_ = z;
  has_stray_ = true;
}

void GaugedSolver::analyse(const CompressedColumns& pattern) {
  solver_->analyse(pattern);
  work_.setZero(pattern.size);
}

// K (v, w) = (0, -R z) in work_.
void GaugedSolver::find_null_part(const VecX& z) {
  work_.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    work_[rows_[i]] = -regularisation_[static_cast<Index>(i)] * z[static_cast<Index>(i)];
  solver_->solve(span_of(work_));
}

void GaugedSolver::solve(std::span<double> vector) {
  solver_->solve(vector);
  if (rows_.empty() || !is_choosing_) return;
  Eigen::Map<VecX> solution(vector.data(), static_cast<Index>(vector.size()));
  part_ = solution(rows_);
  if (has_stray_) part_ += stray_;
  find_null_part(part_);
  const VecX& null = work_;
  part_ = solution(rows_) - null(rows_);
  if (!std::exchange(has_stray_, false)) solution += null;
  solution(rows_) = part_;
}

}  // namespace pintle
