// Accelerations and multipliers at a State whose positions and velocities are known: the system matrices of
// partitioned.md (7) in angular velocities and (8) in Euler parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/formulations/least_reactions.h"
#include "pintle/math/sparse_pattern.h"
#include "pintle/solvers/gauged_solver.h"
#include "pintle/system/system.h"

namespace pintle {

enum class SystemMatrix : std::uint8_t { angular_velocity, euler_parameters };

class AccelerationEquations {
 public:
  AccelerationEquations(const System& system, SystemMatrix matrix, LinearSolverKind linear_solver);

  // The equations of their loops get a small negative diagonal; of all multipliers that exert the same the
  // least are taken.
  void set_redundant(std::vector<Index> multipliers);

  // Finds a, xdot and lambda of `state`, whose snapshot is filled and is filled again.
  FactorReport solve(State& state, Snapshot& snapshot);

  void forget();
  std::string_view linear_solver_name() const { return linear_->name(); }

 private:
  // Unknowns of the kernel that belong together: a way, the turn of a node, anything of width one.
  struct Group {
    Index kernel = 0, own = 0;  // first unknown in the kernel's numbering and in this matrix's
    Index kernel_width = 1, own_width = 1;
    Index parameters = -1;  // where the Euler parameters are in q; -1: not a turn
  };
  struct Block {
    Index rows = 0, columns = 0;  // groups
    std::array<Index, 9> source{};
    std::array<Index, 16> target{};
  };
  void make_groups();
  void make_pattern();
  void fill_kernel_matrix(const Context& context);
  void regularise(const Context& context, double smallest_inertia);
  void fill_parameter_matrix(const State& state);
  FactorReport factor(const State& state);
  void solve_factored(const State& state, bool has_bias);

  const System& system_;
  const Layout& layout_;
  SystemMatrix matrix_;
  std::unique_ptr<GaugedSolver> linear_;
  std::vector<double> kernel_values_;
  VecX residual_, gamma_, kernel_right_, right_;
  std::vector<Index> redundant_;
  std::optional<LeastReactions> least_;  // once it is needed

  std::vector<Group> groups_;
  std::vector<Block> blocks_;
  SparsePattern pattern_{0, 0};
  std::vector<Index> normalisation_;  // positions of p and p^T, eight per node
  std::vector<double> values_;
  Index first_own_multiplier_ = 0, size_ = 0;
};

}  // namespace pintle
