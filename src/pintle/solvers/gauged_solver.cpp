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

void GaugedSolver::take_null_part(VecX& z) {
  work_.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    work_[rows_[i]] = -regularisation_[static_cast<Index>(i)] * z[static_cast<Index>(i)];
  solver_->solve(span_of(work_));
  for (std::size_t i = 0; i < rows_.size(); ++i) z[static_cast<Index>(i)] = work_[rows_[i]];
}

void GaugedSolver::solve(std::span<double> vector) {
  solver_->solve(vector);
  if (rows_.empty()) return;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    part_[static_cast<Index>(i)] = vector[static_cast<std::size_t>(rows_[i])];
  if (std::exchange(has_stray_, false)) part_ += stray_;
  take_null_part(part_);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    vector[static_cast<std::size_t>(rows_[i])] -= part_[static_cast<Index>(i)];
}

}  // namespace pintle
