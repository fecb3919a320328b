// The yardstick for coordinate partitioning: the method of the MBDM report as it is described, with dense
// matrices and a new choice of coordinates by full pivoting at every step.
#pragma once

#include "pintle/formulations/configuration_jacobian.h"
#include "pintle/system/system.h"

namespace pintle {

class DensePartitioning {
 public:
  explicit DensePartitioning(const System& system);
  // One step of the Runge-Kutta method of order four; false when an iteration fails.
  bool step(State& state, double h);

 private:
  void choose(const State& state);
  bool evaluate(double time, const VecX& y, VecX& y_dot);
  MatX jacobian_at(const State& state);

  const System& system_;
  const Layout& layout_;
  ConfigurationJacobian jacobian_;
  Snapshot snapshot_;
  State trial_;
  std::vector<Index> dependent_, independent_;
};

}  // namespace pintle
