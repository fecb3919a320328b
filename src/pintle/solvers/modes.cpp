#include "pintle/solvers/modes.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/math/largest_of.h"

namespace pintle {

namespace {

using Complex = std::complex<double>;
constexpr double kMachineEpsilon = std::numeric_limits<double>::epsilon();

// Coordinates in units of their inertia (damping, stiffness), time in units of the fastest motion: then the
// entries of all matrices compare.
struct ScaledProblem {
  MatX M, C, K;
  VecX unit;
  double rate = 1.0;  // 1/s

  ScaledProblem(const MatX& mass, const MatX& damping, const MatX& stiffness) {
    unit.setOnes(mass.rows());
    for (Eigen::Index i = 0; i < unit.size(); ++i)
      for (const MatX* matrix : {&mass, &damping, &stiffness})
        if (const double size = std::abs((*matrix)(i, i)); size > 0.0) {
          unit[i] = 1.0 / std::sqrt(size);
          break;
        }
    const auto scaled = [this](const MatX& matrix) {
      return MatX(unit.asDiagonal() * matrix * unit.asDiagonal());
    };
    M = scaled(mass);
    C = scaled(damping);
    K = scaled(stiffness);
    const double inertia = std::max(largest_of(M), kMachineEpsilon);
    rate = std::max(std::sqrt(largest_of(K) / inertia), largest_of(C) / inertia);
    if (!(rate > 0.0) || largest_of(M) == 0.0) rate = 1.0;
    C /= rate;
    K /= rate * rate;
  }
};

bool is_zero(double size) { return size <= 64 * kMachineEpsilon; }

bool is_undamped(const ScaledProblem& problem) {
  constexpr double kSymmetric = 1e-10;
  if (problem.M.rows() == 0 || !is_zero(largest_of(problem.C))) return false;
  if (largest_of(problem.K - problem.K.transpose()) > kSymmetric) return false;
  const Eigen::LDLT<MatX> factors(problem.M);
  return factors.isPositive() && factors.vectorD().minCoeff() > 1e-12;
}

// K u = w^2 M u has real shapes, and double zeros stay apart from the rest.
std::vector<Mode> undamped_modes(const ScaledProblem& problem) {
  const MatX K = 0.5 * (problem.K + problem.K.transpose());
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> solver(K, problem.M);
  std::vector<Mode> modes;
  if (solver.info() != Eigen::Success) return modes;
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    const double square = solver.eigenvalues()[i];
    const VecXc shape = solver.eigenvectors().col(i).cast<Complex>();
    if (square >= 0.0) {
      modes.push_back({Complex(0.0, std::sqrt(square)), shape});
    } else {
      modes.push_back({-std::sqrt(-square), shape});
      modes.push_back({std::sqrt(-square), shape});
    }
  }
  return modes;
}

// B z' = A z, z = (d, d', f): coordinates with inertia, their rates, coordinates without.       (linear.md 8)
std::vector<Mode> general_modes(const ScaledProblem& problem) {
  const Eigen::Index size = problem.M.rows();
  std::vector<Eigen::Index> with, without;
  for (Eigen::Index i = 0; i < size; ++i) (largest_of(problem.M.col(i)) > 0.0 ? with : without).push_back(i);
  std::vector<Eigen::Index> order = with;
  order.insert(order.end(), without.begin(), without.end());
  const auto d = static_cast<Eigen::Index>(with.size()), f = size - d;
  MatX A = MatX::Zero(d + size, d + size), B = A;
  B.topLeftCorner(d, d).setIdentity();
  A.block(0, d, d, d).setIdentity();
  B.block(d, d, size, d) = problem.M(order, with);
  B.block(d, 2 * d, size, f) = problem.C(order, without);
  A.block(d, 0, size, d) = -problem.K(order, with);
  A.block(d, d, size, d) = -problem.C(order, with);
  A.block(d, 2 * d, size, f) = -problem.K(order, without);
  const Eigen::GeneralizedEigenSolver<MatX> solver(A, B);
  std::vector<Mode> modes;
  if (solver.info() != Eigen::Success) return modes;
  for (Eigen::Index k = 0; k < A.rows(); ++k) {
    const Complex alpha = solver.alphas()[k];
    const double beta = solver.betas()[k];
    if (std::abs(beta) <= 1e3 * kMachineEpsilon * std::abs(alpha)) continue;  // no inertia: at once
    const Complex value = alpha / beta;
    if (value.imag() < 0.0) continue;
    VecXc shape(size);
    for (Eigen::Index i = 0; i < size; ++i)
      shape[order[static_cast<std::size_t>(i)]] = solver.eigenvectors()(i < d ? i : i + d, k);
    modes.push_back({value, shape});
  }
  return modes;
}

// Growth and decay within round-off are none.
void drop_round_off(std::vector<Mode>& modes) {
  double fastest = 0.0;
  for (const Mode& mode : modes) fastest = std::max(fastest, std::abs(mode.value));
  const double least = 64.0 * static_cast<double>(modes.size()) * kMachineEpsilon * fastest;
  for (Mode& mode : modes)
    if (std::abs(mode.value.real()) <= least) mode.value.real(0.0);
}

// The largest entry of a shape becomes 1.
void normalise(VecXc& shape) {
  Eigen::Index largest = 0;
  if (shape.size() == 0 || shape.cwiseAbs().maxCoeff(&largest) == 0.0) return;
  shape /= Complex(shape[largest]);
}

// What nothing resists, K u = 0, has a double zero, which comes out as a pair of the size of the square root
// of the round-off: such values give way to the kernel of K.
void replace_free_motions(const ScaledProblem& problem, std::vector<Mode>& modes) {
  constexpr double kNoStiffness = 1e-13;  // of the largest
  Eigen::FullPivLU<MatX> factors;
  factors.setThreshold(kNoStiffness);
  factors.compute(problem.K);
  if (problem.K.size() == 0 || factors.isInvertible()) return;
  double fastest = 0.0;
  for (const Mode& mode : modes) fastest = std::max(fastest, std::abs(mode.value));
  const double least = 4.0 * std::sqrt(static_cast<double>(problem.K.rows()) * kMachineEpsilon) * fastest;
  std::erase_if(modes, [least](const Mode& mode) { return std::abs(mode.value) <= least; });
  const MatX kernel = factors.kernel();
  for (Eigen::Index i = 0; i < kernel.cols(); ++i) modes.push_back({0.0, kernel.col(i).cast<Complex>()});
}

}  // namespace

std::vector<Mode> find_modes(const MatX& M, const MatX& C, const MatX& K) {
  const ScaledProblem problem(M, C, K);
  std::vector<Mode> modes = is_undamped(problem) ? undamped_modes(problem) : general_modes(problem);
  drop_round_off(modes);
  if (!modes.empty()) replace_free_motions(problem, modes);
  for (Mode& mode : modes) {
    mode.value *= problem.rate;
    mode.shape = problem.unit.asDiagonal() * mode.shape;
    normalise(mode.shape);
  }
  std::stable_sort(modes.begin(), modes.end(),
                   [](const Mode& a, const Mode& b) { return std::abs(a.value) < std::abs(b.value); });
  return modes;
}

}  // namespace pintle
