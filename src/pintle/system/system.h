// System: nodes, element sets, pattern and names of a model. Constant after assembly; all that changes is in
// a State.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/system/constraint_set.h"
#include "pintle/system/driven_vector.h"
#include "pintle/system/element_set.h"
#include "pintle/system/measurement.h"
#include "pintle/system/measurement_order.h"

namespace pintle {

struct NodeInfo {
  ElementLabel label;
  std::string type;         // as written: "dynamic", "static", "displacement", "scalar"
  bool has_inertia = true;  // false: the node only balances forces
  // How the initial assembly holds it: weights of its corrections, and whether its angular velocity turns
  // with it.
  double position_weight = 1.0, velocity_weight = 1.0;
  bool omega_rotates = false;
};

// Outputs of one node or element, in the order they are evaluated.
struct ChannelGroup {
  std::string kind, type, name;
  std::vector<ChannelInfo> channels;
  Index first = 0;  // position of the first number in the vector of all channels
};

// A number that is set between steps: its name, and its entry of State::history.
struct SystemInput {
  std::string name;
  Index entry = 0;
};

class System {
 public:
  const Layout& layout() const { return layout_; }
  Snapshot make_snapshot() const { return {layout_, measurements_.size(), most_outputs_}; }

  // Kinematics, gravity and measurements at a State.
  void fill(const State& state, Snapshot& snapshot) const;
  // After fill(): measurements, by slot, each made of the next and the last of the first, so that none can be
  // found; gravity has the slot behind the last. Empty: there are none.
  std::vector<Index> find_circle(Snapshot& snapshot) const;

  void residual(const Context& context, ResidualSink& sink) const;
  // The same in the rows of motion and states where all multipliers are zero: ideal constraints are left out.
  void loads(const Context& context, ResidualSink& sink) const;
  // Whether loads may depend on multipliers or accelerations: friction, switches, drives that listen to them.
  bool has_implicit_loads() const;
  void tangent(const Context& context, TangentSink& sink) const;
  // Adds the inertia: derivatives of the rows of motion and states with respect to a and xdot alone.
  void add_inertia(const Context& context, std::span<double> values) const;

  // Constraints, at multiplier indices; rows of other levels than those asked for stay zero.
  void phi(const Context& context, std::span<double> out) const;
  void phi_dot(const Context& context, std::span<double> out) const;
  void gamma(const Context& context, std::span<double> out) const;
  void constraint_jacobian(const Context& context, TangentSink& sink) const;
  ConstraintLevel level_of(Index multiplier) const { return levels_[static_cast<std::size_t>(multiplier)]; }
  std::vector<Index> multipliers_of(ConstraintLevel level) const;
  // Multipliers of equations that do not hold at present and are zero: of joints that are switched off, of
  // contacts that slip. `out` has room for all multipliers when it is not to allocate.
  void list_inactive(const Context& context, std::vector<Index>& out) const;

  Totals totals(const Context& context) const;
  // What a set may do to the energy, and whether the potential of weight stays the same function of
  // positions.
  WorkDone work_done(std::size_t set) const;
  bool has_constant_gravity() const;
  void start_history(const Context& context, State& state) const;
  void commit(const Context& context, State& state) const;
  // Whether a step that led from one State to the other has changed a mode: stick to slip, on to off.
  bool has_modes() const { return !modes_.empty(); }
  bool changes_mode(const State& before, const State& after) const;
  void copy_modes(const State& from, State& to) const {
    for (const Index mode : modes_) to.history[mode] = from.history[mode];
  }
  // Of what is switched by drives alone.
  void copy_switches(const State& from, State& to) const {
    for (const Switch& item : switches_) to.history[item.mode] = from.history[item.mode];
  }

  // A number that changes where drives or forces that are put together of pieces may have a kink: `x > 5 ?
  // ...`, a line that becomes taut. Steps of a high order are divided there.
  bool has_pieces() const { return has_pieces_; }
  // Drives that tell how many steps were made, or how long they are: other steps, other loads.
  bool depends_on_steps() const { return depends_on_steps_; }
  std::uint64_t piece(const Context& context) const;

  const SparsePattern& pattern() const { return pattern_; }
  const BlockTable& blocks() const { return blocks_; }
  std::span<const Index> diagonal() const { return diagonal_; }

  std::span<const std::unique_ptr<ElementSet>> sets() const { return sets_; }
  // Whether a drive switches the set on and off.
  bool is_switched(std::size_t set) const { return switch_of_[set] >= 0; }
  std::span<const Measurement> measurements() const { return measurements_; }

  // Frames 1.. are nodes()[0..]; scalars follow.
  std::span<const NodeInfo> nodes() const { return nodes_; }
  const NodeInfo& node_of(FrameIndex frame) const { return nodes_[static_cast<std::size_t>(frame) - 1]; }
  const NodeInfo& node_of_scalar(Index scalar) const { return node_of(layout_.frames() + scalar); }

  // "joint 'hinge 12' (wing.mbd:84): orientation constraint about x", "node 'hub' (...): moment balance about
  // y"
  std::string name_of(EquationId equation) const;
  std::string unit_of(EquationId equation) const;
  // The element that owns a multiplier.
  struct Owner {
    const ConstraintSet* set = nullptr;
    Index element = 0;
    Index equation = 0;
    EquationInfo info() const { return set->equation(element, equation); }
  };
  Owner owner_of(Index multiplier) const;

  const std::vector<ChannelGroup>& channel_groups() const { return channel_groups_; }
  Index channel_count() const { return channel_count_; }
  void evaluate_channels(const Context& context, std::span<double> out) const;

  // What may be set in the history of a State.
  std::span<const SystemInput> inputs() const { return inputs_; }

  // Says at which steps results are written: not zero. None: at all of those that the settings ask for.
  const std::optional<Drive>& output_meter() const { return output_meter_; }

  // A length typical of the model, for tolerances on constraints.
  double length_scale() const { return length_scale_; }

 private:
  friend class SystemBuilder;
  void list_channels();
  void order_measurements(const std::vector<std::vector<Index>>& needs);
  void measure(Index slot, Snapshot& snapshot) const;
  double output_of(const Measurement& measurement, Snapshot& snapshot) const;
  Vec3 measured(Index slot, Snapshot& snapshot) const;
  void set_measured(Index slot, double value, Snapshot& snapshot) const;
  void start_circle(double value, Snapshot& snapshot) const;
  bool settle_circle(Snapshot& snapshot) const;
  bool is_made_of(Index slot, Index part, Snapshot& snapshot) const;
  void list_levels();
  void make_unit_accelerations();
  void commit_drives(const Context& context, State& state) const;
  void connect_switches(std::vector<std::pair<std::size_t, Drive>> switched, Connector& connector);
  void commit_switches(const Context& context, State& state) const;

  // A set that a drive switches on and off.
  struct Switch {
    std::size_t set = 0;
    Drive drive;
    Index mode = 0;  // in the history: 1 on, 0 off
    Index first_multiplier = 0;
    std::vector<BlockId> blocks = {};  // by multiplier, for lambda = 0
  };
  bool is_on(std::size_t set, const Context& context) const {
    const int position = switch_of_[set];
    if (position < 0) return true;
    const Index mode = switches_[static_cast<std::size_t>(position)].mode;
    return context.history[static_cast<std::size_t>(mode)] != 0.0;
  }
  // What is switched off exerts nothing; a joint still tells its coordinates.
  bool is_silent(std::size_t set, const Context& context) const {
    return !is_on(set, context) && !sets_[set]->as_constraints();
  }
  template <class Visit>
  void for_each_active_constraint(const Context& context, Visit&& visit) const {
    for (std::size_t i = 0; i < constraints_.size(); ++i)
      if (is_on(constraint_position_[i], context)) visit(*constraints_[i]);
  }

  Layout layout_;
  std::vector<NodeInfo> nodes_;
  std::vector<std::unique_ptr<ElementSet>> sets_;
  std::vector<const ConstraintSet*> constraints_;
  std::vector<std::size_t> constraint_position_;  // of each of them in sets_
  std::vector<Switch> switches_;
  std::vector<int> switch_of_;  // by set; -1: it is always on
  std::vector<Index> modes_;    // where in the history
  std::vector<std::string> state_names_;
  std::vector<ConstraintLevel> levels_;  // by multiplier
  std::vector<MotionOperators> unit_accelerations_;
  std::vector<Measurement> measurements_;
  MeasurementOrder order_;        // of measurements and gravity
  std::size_t most_outputs_ = 0;  // of elements that measurements are of
  DrivenVector gravity_;
  std::vector<Drive> remembering_drives_, piecewise_drives_;
  bool has_pieces_ = false, depends_on_steps_ = false;
  std::vector<SystemInput> inputs_;
  std::vector<double> drive_history_;  // how it starts; it comes before that of the elements
  SparsePattern pattern_{0, 0};
  BlockTable blocks_;
  std::vector<Index> diagonal_;
  std::vector<ChannelGroup> channel_groups_;
  std::vector<std::size_t> channel_sizes_;  // of an element, by set
  Index channel_count_ = 0;
  std::optional<Drive> output_meter_;
  double length_scale_ = 1.0;
};

// "joint 'crank pin' (slider.json:12)"
std::string describe(const ElementSet& set, Index element);

}  // namespace pintle
