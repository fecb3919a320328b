#include "pintle/formulations/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pintle {

namespace {

// The tangent of a System for one choice of coefficients, as a dense matrix.
class DenseTangent {
 public:
  DenseTangent(const System& system, const State& at_rest)
      : system_(system),
        snapshot_(system.make_snapshot()),
        unit_(static_cast<std::size_t>(system.layout().frames())) {
    system_.fill(at_rest, snapshot_);
  }

  MatX stiffness() { return matrix_of({}); }
  MatX damping() {
    for (MotionOperators& frame : unit_) frame = {Mat6::Identity(), Mat6::Zero()};
    TangentCoefficients by_rates;
    by_rates.position = by_rates.multiplier_scale = 0.0;
    by_rates.scalar_velocity = by_rates.state_rate = 1.0;
    return matrix_of(by_rates);
  }
  MatX mass() {
    for (MotionOperators& frame : unit_) frame = {Mat6::Zero(), Mat6::Identity()};
    TangentCoefficients by_accelerations;
    by_accelerations.position = by_accelerations.multiplier_scale = 0.0;
    by_accelerations.scalar_acceleration = 1.0;
    return matrix_of(by_accelerations);
  }
  MatX jacobian() {
    const Layout& layout = system_.layout();
    std::vector<double> values(static_cast<std::size_t>(system_.pattern().nonzeros()));
    const TangentCoefficients plain;
    TangentSink sink(system_.blocks(), plain, values);
    system_.constraint_jacobian(snapshot_.context(), sink);
    // Columns of multipliers hold G^T.
    return dense(values).topRightCorner(layout.motion_size(), layout.multipliers).transpose();
  }

 private:
  MatX matrix_of(TangentCoefficients coefficients) {
    std::vector<double> values(static_cast<std::size_t>(system_.pattern().nonzeros()));
    coefficients.frames = unit_;
    TangentSink sink(system_.blocks(), coefficients, values);
    system_.tangent(snapshot_.context(), sink);
    const Index size = system_.layout().first_multiplier();
    return dense(values).topLeftCorner(size, size);
  }
  MatX dense(const std::vector<double>& values) const {
    const SparsePattern& pattern = system_.pattern();
    const Index size = system_.layout().equations();
    MatX matrix = MatX::Zero(size, size);
    for (Index column = 0; column < size; ++column)
      for (Index k = pattern.col_start()[static_cast<std::size_t>(column)];
           k < pattern.col_start()[static_cast<std::size_t>(column) + 1]; ++k)
        matrix(pattern.row_index()[static_cast<std::size_t>(k)], column) =
            values[static_cast<std::size_t>(k)];
    return matrix;
  }

  const System& system_;
  Snapshot snapshot_;
  std::vector<MotionOperators> unit_;
};

}  // namespace

AbsoluteMatrices absolute_matrices(const System& system, const State& state) {
  State at_rest = state;
  at_rest.v.setZero();
  at_rest.a.setZero();
  at_rest.xdot.setZero();
  DenseTangent tangent(system, at_rest);
  AbsoluteMatrices full;
  full.K = tangent.stiffness();
  full.C = tangent.damping();
  full.M = tangent.mass();
  full.G = tangent.jacobian();
  return full;
}

MatX input_matrix(const LinearModel& model, const System& system, const State& state) {
  State moved = state;
  moved.v.setZero();
  moved.a.setZero();
  moved.xdot.setZero();
  Snapshot snapshot = system.make_snapshot();
  const Layout& layout = system.layout();
  const auto residual = [&] {
    VecX r = VecX::Zero(layout.equations() + Layout::kGroundRoom);
    system.fill(moved, snapshot);
    ResidualSink sink(layout, {r.data(), static_cast<std::size_t>(r.size())});
    system.residual(snapshot.context(), sink);
    return VecX(r.head(layout.first_multiplier()));
  };
  // Central differences: exact but for round-off where forces follow an input in proportion, as they mostly
  // do.
  MatX B(model.size(), static_cast<Index>(system.inputs().size()));
  for (Index k = 0; k < B.cols(); ++k) {
    double& input = moved.history[system.inputs()[static_cast<std::size_t>(k)].entry];
    const double there = input, h = 1e-5 * std::max(1.0, std::abs(there));
    input = there + h;
    const VecX above = residual();
    input = there - h;
    B.col(k) = model.Z.transpose() * (residual() - above) / (2.0 * h);
    input = there;
  }
  return B;
}

LinearModel linearise(const AbsoluteMatrices& full, const System& system, const AllowedMotions& motions) {
  const Layout& layout = system.layout();
  LinearModel model;
  model.states = layout.states;
  model.Z.setZero(layout.first_multiplier(), motions.size() + layout.states);
  model.Z.topLeftCorner(layout.motion_size(), motions.size()) = motions.basis();
  model.Z.bottomRightCorner(layout.states, layout.states).setIdentity();
  for (Index i = 0; i < motions.size(); ++i) model.coordinates.push_back(motions.coordinate(i));
  for (Index i = 0; i < layout.states; ++i)
    model.coordinates.push_back({system.name_of(EquationId{layout.first_state() + i}), false});
  model.M = model.Z.transpose() * full.M * model.Z;
  model.C = model.Z.transpose() * full.C * model.Z;
  model.K = model.Z.transpose() * full.K * model.Z;
  return model;
}

LinearModel linearise(const System& system, const State& state) {
  const AbsoluteMatrices full = absolute_matrices(system, state);
  AllowedMotions motions(system);
  motions.find(state, full.G);
  return linearise(full, system, motions);
}

}  // namespace pintle
