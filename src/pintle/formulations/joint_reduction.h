// JointReduction: loops of joints closed by solving their equations for as many joint coordinates as there
// are equations; the others are independent; see joint.md.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "pintle/formulations/joint_dynamics.h"

namespace pintle {

// Coordinates are the increments z from a reference position: q = reference moved along z.
class JointReduction {
 public:
  JointReduction(const System& system, JointDynamics& dynamics);

  Index count() const { return static_cast<Index>(independent_.size()); }  // of independent coordinates
  const std::vector<Index>& independent() const { return independent_; }

  // At q and s: which coordinates are solved for, by full pivoting on G P^T. Allocates.
  void choose(const VecX& q, const VecX& s, State& state);
  // Whether there is no choice, the dependent ones move much more with the independent ones than when they
  // were chosen, equations are nearly dependent, or turns have become large.                    (joint.md 12)
  bool has_worsened() const;
  // At the State of the last choose(), set_reference() or place(): equations are so near to becoming
  // dependent that they do not tell the dependent coordinates well. (joint.md 13)
  bool is_nearly_singular() const;

  // Starts anew from q: z is zero there.
  void set_reference(const VecX& q, const VecX& s, State& state);
  // The independent part of z and of s.
  void gather(const VecX& s, Eigen::Ref<VecX> z_independent, Eigen::Ref<VecX> s_independent) const;
  // q, s and the State that belong to independent coordinates and speeds. False: the violation stays above
  // the tolerance, `worst` is then its multiplier, or equations are nearly dependent.       (joint.md 10, 11)
  bool place(const Eigen::Ref<const VecX>& z_independent, const Eigen::Ref<const VecX>& s_independent,
             double tolerance, VecX& q, VecX& s, State& state, Index& worst);
  // Rates of the independent coordinates.
  void rates(const VecX& s, Eigen::Ref<VecX> z_rates) const;

  // A State remembers the choice, or that there is none.
  Index memory_size() const { return 1 + 2 * speeds_; }
  static void write_no_choice(Eigen::Ref<VecX> memory);
  void write_memory(Eigen::Ref<VecX> memory) const;
  void read_memory(const Eigen::Ref<const VecX>& memory);

 private:
  void factor(const State& state);
  void find_scales();
  void list_independent();
  void assess();
  void move(VecX& q) const;
  void solve();
  bool solve_positions(double tolerance, VecX& q, VecX& s, State& state, Index& worst);
  void solve_speeds(const VecX& q, VecX& s, State& state);
  double violation(Index& worst) const;

  const System& system_;
  JointDynamics& dynamics_;
  Index speeds_ = 0;
  std::vector<Index> independent_, dependent_;  // of the speeds
  std::vector<Index> rows_;                     // solved for the dependent ones, in equations()
  std::vector<double> scale_;                   // of a coordinate: m, or 1
  MatX matrix_;                                 // G P^T by equations()
  MatX by_dependent_, by_independent_, moved_;  // of unit rows_, ways in lengths of the model
  Eigen::PartialPivLU<MatX> factors_;
  VecX reference_, z_, values_, unit_, right_, change_;
  double quality_ = 0.0, quality_when_chosen_ = 0.0, smallest_pivot_ = 1.0;
};

}  // namespace pintle
