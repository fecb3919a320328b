// JointDynamics: a System in the coordinates of the joints of its tree. Loads and inertia come from the
// System, the recursions from trees; joints that close loops, and whatever else is an equation, are met by
// multipliers; see joint.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pintle/formulations/driven_edges.h"
#include "pintle/formulations/least_reactions.h"
#include "pintle/formulations/topology.h"
#include "pintle/solvers/linear_solver.h"
#include "pintle/solvers/semidefinite_solver.h"
#include "pintle/trees/articulated_body.h"
#include "pintle/trees/joint_coordinates.h"

namespace pintle {

// Positions q and speeds s: those of the joints, then those of the scalar nodes. None of these allocates.
class JointDynamics {
 public:
  JointDynamics(const System& system, Topology topology);
  JointDynamics(const JointDynamics&) = delete;
  JointDynamics& operator=(const JointDynamics&) = delete;

  const Topology& topology() const { return topology_; }
  const Tree& tree() const { return tree_; }
  // Where measure() or place() has put the bodies.
  const TreeMotion& motion() const { return motion_; }
  Index positions() const { return tree_.coordinates() + layout_.scalars; }
  Index speeds() const { return tree_.speeds() + layout_.scalars; }
  // Coordinates that drives give.
  const DrivenEdges& driven() const { return driven_; }
  // Multipliers of equations that the tree does not meet by itself.
  const std::vector<Index>& equations() const { return rows_; }

  // Coordinates of a State whose nodes obey the joints; what of it does not is told.
  TreeMisfit measure(const State& state, VecX& q, VecX& s);
  // Places and velocities of the nodes and scalars.
  void place(const VecX& q, const VecX& s, State& state);
  // Rates of q; its quaternions brought to unit length.
  void position_rates(const VecX& q, const VecX& s, VecX& rates) const;
  void normalise(VecX& q) const;

  // Inertia of the bodies at a State: once, or whenever elements are switched.
  void take_inertia(const State& state);

  // The rates of the speeds, with accelerations, rates of states and multipliers of the State. It is placed
  // at q and s, with what is given at its time; its multipliers are where the iteration for friction starts.
  FactorReport accelerations(State& state, VecX& rates);
  // Equations that follow from others at the start.
  void set_redundant(std::vector<Index> multipliers);
  // After accelerations(): all multipliers, the least ones where equations are redundant.
  void find_multipliers(State& state);
  // From the accelerations of a State, where the tree meets all equations: its multipliers. False: these
  // accelerations do not go with its loads.
  bool find_reactions(State& state);

  // After accelerations() at a State nearby: moves q, s so that the equations outside the tree hold. False:
  // the violation stays above the tolerance; `worst` is then its multiplier.
  bool project_positions(VecX& q, const VecX& s, State& state, double tolerance, Index& worst);
  void project_speeds(const VecX& q, VecX& s, State& state);

  // After accelerations() at a State nearby: given speeds jump by so much, and the others follow as after a
  // blow.                                                                                       (joint.md 15)
  void strike(const VecX& q, const VecX& jump, VecX& s);

  // For methods that meet the equations of motion at a State that is placed (joint_balance.cpp).
  // Accelerations of the nodes and scalars that belong to rates of the speeds.
  void place_accelerations(const VecX& rates, State& state);
  // P forces, in the numbering of the speeds.
  void reduce(const VecX& forces, VecX& reduced);
  // From what is left of the equations of motion: the multipliers of the joints in the tree that meet them.
  // Those that went into `residual` are replaced.
  void find_tree_multipliers(const VecX& residual, State& state);
  // How the equations outside the tree answer to their own multipliers, diag(A) by equations(); zero where
  // they do not hold at present. (4)
  bool factor_equations(const State& state, VecX& diagonal);
  // The equations outside the tree at a State that is placed, by equations(): G P^T, phi, phi_dot. Zero where
  // they do not hold at present.
  void equation_matrix(const State& state, MatX& matrix);
  // After equation_matrix(): the length of a row of G, with ways in lengths of the model.
  double equation_size(Index row) const;
  void equation_values(const State& state, VecX& values);
  void equation_rates(const State& state, VecX& rates);
  // At a State that is placed: of multipliers that exert the same, the least ones.
  void take_least_multipliers(State& state);

  // Stages of explicit methods are a little off the joints of loops, where rows that depend on others look
  // independent. So how rows depend on each other is found where the loops are closed, at the start of each
  // step, and held during the step. (redundancy.md 5)
  bool is_rank_held() const { return is_rank_held_; }
  void release_rank() { is_rank_held_ = false; }
  void hold_rank();                    // after accelerations() there
  void hold_rank(const State& state);  // at a State that is placed

 private:
  static std::size_t slot_of(Index i) { return static_cast<std::size_t>(i); }
  // Where a multiplier acts: one entry of its column of G^T.
  struct Entry {
    Index equation, position;  // row of the column, and where its value is stored
  };
  std::span<const Entry> entries_of(Index multiplier) const {
    const std::size_t m = slot_of(multiplier);
    return {entries_.data() + first_entry_[m], entries_.data() + first_entry_[m + 1]};
  }
  // What a multiplier outside the tree moves: its column of Y, A = Y^T Y.
  struct RowPath {
    struct Place {
      Index body, part;  // where an entry goes: which of the bodies and of its six forces; -1 and the scalar
    };
    Index column = 0;
    std::vector<Index> bodies;  // between the root and those it acts on, leaves first
    std::vector<Place> places;  // by entry
    std::vector<Index> nonzeros;
  };
  // What carries a body: the joint of the tree, whose multipliers act on it at these places.
  struct Support {
    struct Entry {
      Index column, part, position;  // which multiplier, which of the six forces, where its value is stored
    };
    FrameIndex frame, parent;
    Index motion;
    Index first_multiplier;
    std::size_t multipliers;  // none: it floats
    std::vector<Entry> entries;
  };
  void list_entries();
  void list_supports();
  void list_rows();
  void list_paths();
  void place_entry(Index equation, RowPath& path) const;

  // Forces and accelerations are in the numbering of the System's motion.
  double along(Index multiplier, const VecX& motion) const;             // G motion
  void add_force(Index multiplier, double factor, VecX& forces) const;  // forces += factor G^T
  void add_forces_of_rows(const VecX& by_row, double factor, VecX& forces) const;
  void to_wrenches(const VecX& forces);
  // With all that velocities bring, and M^-1 alone.
  void accelerate(const VecX& forces, VecX& rates, VecX& accelerations);
  void respond(const VecX& forces, VecX& rates);
  void add_inertia_forces(const VecX& accelerations, VecX& forces) const;  // forces += M a
  void take_jacobian();
  void measure_inertia();
  double usual_response(Index multiplier) const;
  void measure_rows(Index count);
  void list_active();
  void factor_rows();
  void solve_rows();
  void add_dependencies();
  void find_innovations(Index multiplier, const RowPath& path);
  double gather_rows();
  void move_by_rows();
  bool close(VecX& q, const VecX& s, State& state, double tolerance, Index& worst);
  // Multipliers of the joints in the tree that exert what is missing in the balance of the bodies at
  // snapshot_. Returns the largest part of it that no joint can exert.
  double balance(VecX& missing, VecX& lambda);
  bool factor_tree(FactorReport& report);

  const System& system_;
  const Layout& layout_;
  Topology topology_;
  Tree tree_;
  DrivenEdges driven_;
  TreeMotion motion_;
  ArticulatedBody articulated_;
  Snapshot snapshot_;
  bool has_implicit_loads_ = false;
  bool has_jacobian_ = false;  // in values_, at the State of the last accelerations()

  std::vector<double> values_;  // of the System's pattern
  std::vector<std::size_t> first_entry_;
  std::vector<Entry> entries_;
  std::vector<Support> supports_;         // leaves first
  std::vector<Index> rows_;               // multipliers of equations outside the tree
  std::vector<Index> active_, inactive_;  // those of them that hold at present, and all that do not
  std::vector<bool> is_ideal_;            // by multiplier: System::loads() does without it
  std::vector<bool> is_in_tree_;          // by multiplier
  std::vector<Index> kin_;                // by multiplier: the first one of its joint and kind
  VecX units_;                            // D, of the active rows
  std::vector<RowPath> paths_;            // by multiplier
  std::vector<Wrench> path_wrenches_;     // on the bodies of a path
  MatX innovations_;                      // Y
  MatX delassus_;                         // G M^-1 G^T of the active rows
  SemidefiniteSolver delassus_solver_;
  std::vector<Index> redundant_;
  std::optional<LeastReactions> least_;  // once it is needed
  bool is_rank_held_ = false;
  std::vector<Index> held_;  // the active rows when the rank was held
  VecX held_units_;          // D then
  MatX dependencies_;        // N, its first columns: G^T N = 0, N^T D N = 1
  Index dependency_count_ = 0;

  std::vector<BodyMotion> measured_;
  std::vector<Wrench> wrenches_;
  VecX residual_, gamma_, phi_, state_mass_, scalar_mass_;
  double least_mass_ = 1.0, least_inertia_ = 1.0;
  VecX forces_, missing_, accelerations_, tau_, before_, increment_, by_row_, lambda_, null_rows_;
};

}  // namespace pintle
