#include "pintle/solvers/semidefinite_solver.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace pintle {

namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

void SemidefiniteSolver::resize(Index most) {
  factor_.setZero(most, most);
  scale_.setZero(most);
  work_.setZero(most);
  order_.resize(to_size(most));
}

void SemidefiniteSolver::factor(const MatX& matrix, Index size, const VecX& units, double tolerance) {
  size_ = size;
  rank_ = 0;
  is_finite_ = true;
  std::iota(order_.begin(), order_.begin() + size, Index{0});
  for (Index i = 0; i < size; ++i) {
    is_finite_ = is_finite_ && std::isfinite(matrix(i, i));
    scale_[i] = 1.0 / std::sqrt(units[i]);
  }
  for (Index j = 0; j < size; ++j)
    for (Index i = j; i < size; ++i) factor_(i, j) = scale_[i] * matrix(i, j) * scale_[j];
  while (is_finite_ && rank_ < size) {
    const Index k = rank_;
    Index best = k;
    for (Index i = k + 1; i < size; ++i)
      if (factor_(i, i) > factor_(best, best)) best = i;
    if (!(factor_(best, best) > tolerance)) break;
    if (best != k) {  // rows and columns k and best of the lower triangle change places
      std::swap(order_[to_size(k)], order_[to_size(best)]);
      factor_.row(k).head(k).swap(factor_.row(best).head(k));
      std::swap(factor_(k, k), factor_(best, best));
      for (Index i = k + 1; i < best; ++i) std::swap(factor_(i, k), factor_(best, i));
      factor_.col(k)
          .segment(best + 1, size - best - 1)
          .swap(factor_.col(best).segment(best + 1, size - best - 1));
    }
    const double pivot = std::sqrt(factor_(k, k));
    factor_(k, k) = pivot;
    auto below = factor_.col(k).segment(k + 1, size - k - 1);
    below /= pivot;
    for (Index j = k + 1; j < size; ++j)
      if (factor_(j, k) != 0.0)  // as between loops that share no body
        factor_.col(j).segment(j, size - j) -= factor_(j, k) * factor_.col(k).segment(j, size - j);
    ++rank_;
  }
}

void SemidefiniteSolver::solve(Eigen::Ref<VecX> b) {
  auto x = work_.head(rank_);
  for (Index i = 0; i < rank_; ++i) x[i] = scale_[order_[to_size(i)]] * b[order_[to_size(i)]];
  const auto L = factor_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>();
  L.solveInPlace(x);
  L.transpose().solveInPlace(x);
  b.head(size_).setZero();
  for (Index i = 0; i < rank_; ++i) b[order_[to_size(i)]] = scale_[order_[to_size(i)]] * x[i];
}

// L has its dependent rows too: A_dk = L_d L_k^T in scaled rows, so x_k = -L_k^-T L_d^T.
void SemidefiniteSolver::null_vector(Index i, Eigen::Ref<VecX> x) {
  const Index row = dependent(i);
  auto y = work_.head(rank_);
  y = -factor_.row(rank_ + i).head(rank_).transpose();
  factor_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>().transpose().solveInPlace(y);
  x.head(size_).setZero();
  for (Index k = 0; k < rank_; ++k)
    x[order_[to_size(k)]] = scale_[order_[to_size(k)]] * y[k] / scale_[row];  // x_row = 1 in unscaled rows
  x[row] = 1.0;
}

}  // namespace pintle
