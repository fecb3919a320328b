// The linear problems of an assembly: smallest motions that meet the constraints, and accelerations with the
// multipliers that go with them.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/formulations/redundant_equations.h"
#include "pintle/solvers/linear_solver.h"
#include "pintle/system/system.h"

namespace pintle {

// The saddle-point matrix [W G^T; G -eps I] on the pattern of the system, and what is solved with it.
class AssemblyProjection {
 public:
  // A radian counts as much as this length; zero: the extent of the model.
  explicit AssemblyProjection(const System& system, double length = 0.0);

  const System& system() const { return system_; }
  const Layout& layout() const { return layout_; }

  // All that follows is at the state filled last.
  const Context& fill(const State& state);
  VecX phi();
  VecX phi_dot();

  // Motion (dx, dtheta L) with G motion = -phi that together with what was `moved` before is smallest.
  // Equations of higher levels do not restrict it. False when the matrix is singular.
  bool solve_smallest_motion(const VecX& phi, ConstraintLevel level, const VecX& moved = {});
  // From now on only this node is moved; nothing: all are.
  void move_only(std::optional<FrameIndex> frame) { moved_alone_ = frame; }

  // [M G^T; G 0] (a, lambda) = (-residual, right), with the factors found before. Where inertias do not
  // suffice, such as those of a rod without thickness about its own line, all unknowns get a little.
  FactorReport factor_inertia(const std::vector<RedundantEquation>& redundant);
  void solve_inertia(const VecX& residual, const VecX& right);

  // What takes away accelerations that an imbalance gives to the little inertia of supported unknowns: they
  // are left with what the constraints ask for. False: there are none.
  bool settle_massless(const VecX& a);

  // The least of the multipliers that exert the same.
  void take_least(const std::vector<RedundantEquation>& redundant, VecX& lambda);

  const VecX& solution() const { return solution_; }
  auto motion() const { return solution_.head(layout_.motion_size()); }
  auto states() const { return solution_.segment(layout_.motion_size(), layout_.states); }
  auto multipliers() const { return solution_.tail(layout_.multipliers); }

 private:
  enum class Support : std::uint8_t { of_massless, of_all };
  enum class Measure : std::uint8_t { heaviest, lightest };

  void clear();
  double& diagonal(Index i);
  void add_jacobian(ConstraintLevel highest);
  void regularise(const std::vector<RedundantEquation>& redundant, Measure measure, double largest_inertia);
  FactorReport factor_inertia(const std::vector<RedundantEquation>& redundant, Support support,
                              Measure measure);
  void regularised_part(VecX& vector) const;
  double support_inertia(Support support);

  const System& system_;
  double length_;  // that weighs rotations
  const Layout& layout_;
  std::unique_ptr<LinearSolver> linear_;
  Snapshot snapshot_;
  std::vector<double> values_;
  VecX solution_, phi_;
  std::vector<std::pair<Index, double>> support_;  // unknowns without inertia, and what they were given
  std::vector<Index> inactive_;                    // multipliers of equations that do not hold at present
  VecX regularisation_;                            // by multiplier, where it is to leave no trace
  std::optional<FrameIndex> moved_alone_;
};

}  // namespace pintle
