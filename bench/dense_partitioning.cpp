#include "bench/dense_partitioning.h"

#include <Eigen/LU>
#include <algorithm>

#include "pintle/system/euler_parameters.h"

namespace pintle {

DensePartitioning::DensePartitioning(const System& system)
    : system_(system),
      layout_(system.layout()),
      jacobian_(system),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(layout_)) {}

MatX DensePartitioning::jacobian_at(const State& state) {
  system_.fill(state, snapshot_);
  jacobian_.evaluate(state, snapshot_.context());
  MatX phi_q = MatX::Zero(jacobian_.rows(), jacobian_.columns());
  const CompressedColumns view = jacobian_.view();
  for (Index row = 0; row < jacobian_.rows(); ++row)
    for (Index k = view.column_start[row]; k < view.column_start[row + 1]; ++k)
      phi_q(row, view.row_index[k]) = jacobian_.values()[static_cast<std::size_t>(k)];
  return phi_q;
}

void DensePartitioning::choose(const State& state) {
  const Eigen::FullPivLU<MatX> elimination(jacobian_at(state));
  const auto& order = elimination.permutationQ().indices();
  dependent_.assign(order.data(), order.data() + jacobian_.rows());
  independent_.assign(order.data() + jacobian_.rows(), order.data() + jacobian_.columns());
}

// Equations (71), (72) and (69) of the report.
bool DensePartitioning::evaluate(double time, const VecX& y, VecX& y_dot) {
  const auto count = static_cast<Index>(independent_.size());
  const Index n = jacobian_.columns(), m = jacobian_.rows();
  trial_.time = time;
  for (Index i = 0; i < count; ++i) trial_.q[independent_[static_cast<std::size_t>(i)]] = y[i];
  VecX right = VecX::Zero(n);
  Eigen::PartialPivLU<MatX> bordered;
  for (int iteration = 0;; ++iteration) {
    if (iteration == 50) return false;
    MatX matrix = MatX::Zero(n, n);
    matrix.topRows(m) = jacobian_at(trial_);
    for (Index i = 0; i < count; ++i) matrix(m + i, independent_[static_cast<std::size_t>(i)]) = 1.0;
    bordered.compute(matrix);
    right.setZero();
    VecX phi(m);
    jacobian_.phi(trial_, snapshot_.context(), phi);
    if (phi.lpNorm<Eigen::Infinity>() < 1e-10) break;
    right.head(m) = -phi;
    trial_.q += bordered.solve(right);
  }
  VecX rates = VecX::Zero(n), second = VecX::Zero(n), rate_of_phi(m);
  trial_.v.setZero();
  system_.fill(trial_, snapshot_);
  jacobian_.phi_dot(trial_, snapshot_.context(), rates, rate_of_phi);
  right.head(m) = -rate_of_phi;
  right.tail(count) = y.segment(count, count);
  rates = bordered.solve(right);
  motion_of_rates(layout_, trial_.q, rates, trial_.v);

  trial_.a.setZero();
  trial_.lambda.setZero();
  system_.fill(trial_, snapshot_);
  std::vector<double> values(static_cast<std::size_t>(system_.pattern().nonzeros()), 0.0);
  std::vector<MotionOperators> identity(static_cast<std::size_t>(layout_.frames()));
  for (MotionOperators& op : identity) op.acceleration.setIdentity();
  TangentCoefficients inertia;
  inertia.position = inertia.multiplier_scale = 0.0;
  inertia.frames = identity;
  TangentSink masses(system_.blocks(), inertia, values);
  system_.tangent(snapshot_.context(), masses);
  MatX mass = MatX::Zero(layout_.motion_size(), layout_.motion_size());
  for (Index column = 0; column < layout_.motion_size(); ++column)
    for (Index k = system_.pattern().col_start()[static_cast<std::size_t>(column)];
         k < system_.pattern().col_start()[static_cast<std::size_t>(column) + 1]; ++k)
      if (const Index row = system_.pattern().row_index()[static_cast<std::size_t>(k)];
          row < layout_.motion_size())
        mass(row, column) = values[static_cast<std::size_t>(k)];
  MatX turn = MatX::Zero(layout_.motion_size(), n);
  for (Index node = 0; node < layout_.structural; ++node) {
    turn.block<3, 3>(6 * node, 7 * node).setIdentity();
    turn.block<3, 4>(6 * node + 3, 7 * node + 3) = turn_by_parameters(trial_.q.data() + 7 * node + 3);
  }
  VecX residual = VecX::Zero(layout_.equations() + Layout::kGroundRoom),
       gamma = VecX::Zero(layout_.multipliers);
  ResidualSink sink(layout_, {residual.data(), static_cast<std::size_t>(residual.size())});
  system_.residual(snapshot_.context(), sink);
  system_.gamma(snapshot_.context(), {gamma.data(), static_cast<std::size_t>(gamma.size())});
  MatX system = MatX::Zero(n + m, n + m);
  for (Index node = 0; node < layout_.structural; ++node)
    system.block<7, 7>(7 * node, 7 * node) = turn.block<6, 7>(6 * node, 7 * node).transpose() *
                                             mass.block<6, 6>(6 * node, 6 * node) *
                                             turn.block<6, 7>(6 * node, 7 * node);
  const MatX phi_q = jacobian_at(trial_);
  system.topRightCorner(n, m) = phi_q.transpose();
  system.bottomLeftCorner(m, n) = phi_q;
  VecX load(n + m);
  load.head(n) = -turn.transpose() * residual.head(layout_.motion_size());
  load.segment(n, layout_.multipliers) = gamma;
  for (Index node = 0; node < layout_.structural; ++node)
    load[n + layout_.multipliers + node] = -2.0 * rates.segment<4>(7 * node + 3).squaredNorm();
  second = system.partialPivLu().solve(load).head(n);
  motion_of_rates(layout_, trial_.q, second, trial_.a);
  for (Index i = 0; i < count; ++i) {
    const Index coordinate = independent_[static_cast<std::size_t>(i)];
    y_dot[i] = rates[coordinate];
    y_dot[count + i] = second[coordinate];
  }
  return true;
}

bool DensePartitioning::step(State& state, double h) {
  choose(state);
  trial_ = state;
  const auto count = static_cast<Index>(independent_.size());
  VecX rates = VecX::Zero(jacobian_.columns()), y(2 * count), k1(2 * count), k2(2 * count), k3(2 * count),
       k4(2 * count);
  rates_of_motion(layout_, state.q, state.v, rates);
  for (Index i = 0; i < count; ++i) {
    y[i] = state.q[independent_[static_cast<std::size_t>(i)]];
    y[count + i] = rates[independent_[static_cast<std::size_t>(i)]];
  }
  const double t = state.time;
  if (!evaluate(t, y, k1) || !evaluate(t + h / 2, y + h / 2 * k1, k2) ||
      !evaluate(t + h / 2, y + h / 2 * k2, k3) || !evaluate(t + h, y + h * k3, k4))
    return false;
  VecX ignored(2 * count);
  if (!evaluate(t + h, y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), ignored)) return false;
  trial_.step = state.step + 1;
  state = trial_;
  return true;
}

}  // namespace pintle
