// AllowedMotions: the small motions that the constraints of a System leave open at a State, in coordinates of
// the joints of its tree; see docs/theory/linear.md.
#pragma once

#include <Eigen/LU>
#include <string>
#include <vector>

#include "pintle/formulations/joint_dynamics.h"

namespace pintle {

// "hinge 1: rotation"
struct CoordinateInfo {
  std::string name;
  bool is_rotation = false;
};

class AllowedMotions {
 public:
  explicit AllowedMotions(const System& system);

  // At a State that meets the constraints. G is that of all multipliers, by row.
  void find(const State& state, const MatX& G);

  // Z: by column the motion of all nodes and scalars that goes with one independent coordinate.  (linear.md
  // 4)
  const MatX& basis() const { return basis_; }
  Index size() const { return basis_.cols(); }
  const CoordinateInfo& coordinate(Index i) const {
    return infos_[static_cast<std::size_t>(independent_[static_cast<std::size_t>(i)])];
  }

  // The motion of all nodes that changes the constraints by -phi: dependent coordinates move, no others.
  VecX closing_motion(const VecX& phi) const { return all_ * closing_speeds(phi); }

  // Moves the nodes of the State that was given last along increments of the independent coordinates, and so
  // that the constraints change by -phi. Rotations are finite: nodes stay on what their joints allow.
  void move(const VecX& increments, const VecX& phi, State& state);

 private:
  void list_infos();
  void find_tree_motions();
  void eliminate(const MatX& rows);
  VecX closing_speeds(const VecX& phi) const;

  const System& system_;
  const Layout& layout_;
  JointDynamics dynamics_;
  std::vector<CoordinateInfo> infos_;  // of all speeds
  VecX unit_;                          // of each speed, so that ways and angles compare: m
  VecX q_, s_;
  MatX P_;
  MatX all_;        // by column the motion of nodes and scalars that goes with one speed of the tree
  MatX from_free_;  // all speeds from the independent ones
  MatX basis_;      // all_ from_free_
  std::vector<Index> independent_;  // among the speeds
  std::vector<Index> rows_;         // multipliers of equations that the tree does not meet by itself
  VecX row_length_;
  Eigen::FullPivLU<MatX> factors_;
};

}  // namespace pintle
