// Partitioned formulation: the independent coordinates of a System are integrated as ordinary differential
// equations, the others follow from the constraints; see partitioned.md. Without independent coordinates it
// is a kinematic analysis.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pintle/formulations/acceleration_equations.h"
#include "pintle/formulations/coordinate_partition.h"
#include "pintle/formulations/stepper.h"
#include "pintle/integrators/ordinary.h"
#include "pintle/model/checked_card.h"

namespace pintle {

enum class ExplicitMethod : std::uint8_t { rk4, symplectic_euler, rk45 };
std::string_view name_of(ExplicitMethod method);
std::string_view name_of(SystemMatrix matrix);

struct PartitionedSettings {
  ExplicitMethod method = ExplicitMethod::rk4;
  SystemMatrix matrix = SystemMatrix::angular_velocity;
  bool partitions_every_step = false;  // else only when the choice has become bad
  double tolerance = 1e-10;            // of the constraints: m and 1
  int max_iterations = 50;
  double error_tolerance = 1e-8;  // rk45: local error allowed per step, relative to the coordinates, and m, 1
  bool attempts_fix = false;      // steps that differ from those of symplectic Euler are replaced by them
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
};

PartitionedSettings read_partitioned(const CheckedCard& card);

// Why a system cannot be run in this formulation; empty when it can.
std::string why_not_partitioned(const System& system);

class PartitionedStepper final : public Stepper, private OrdinaryEquations {
 public:
  PartitionedStepper(const System& system, const PartitionedSettings& settings,
                     std::vector<Index> redundant = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }
  void renew_loads(State& state) override;

  int order() const override;
  void set_redundant(std::vector<Index> multipliers) override { redundant_ = std::move(multipliers); }
  const std::vector<Index>& redundant() const override { return redundant_; }
  void discard_factors() override { has_factors_ = false; }
  void forget() override;
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, multipliers_);
  }
  std::string_view linear_solver_name() const override { return accelerations_.linear_solver_name(); }
  std::vector<std::pair<std::string, std::string>> summary() const override;

  // Names of the coordinates that are integrated.
  std::vector<std::string> independent_names() const;
  const std::vector<Index>& independent() const { return partition_.independent(); }
  // The same as a State remembers it: positions in State::q. Empty when it is not of this formulation.
  static std::vector<Index> independent_of(const Layout& layout, const State& state);

 private:
  // y = (independent coordinates, their rates, first-order states)
  bool rates(double time, const VecX& y, VecX& y_dot) override;
  std::uint64_t piece() override;  // of trial_
  bool evaluate(double time, const VecX& y);
  void fill_with_unit_parameters();
  bool solve_positions();
  bool solve_velocities(const VecX& y);
  bool solve_accelerations();
  bool factor();
  bool fail(NewtonStatus status, Index equation);

  void adopt_partition(const State& state);
  void review_partition(State& state);
  void choose_partition(State& state, std::string_view why);
  bool is_partition_bad(const State& state);
  void write_memory(State& state) const;
  void gather(const State& state, VecX& y, VecX& y_dot);
  bool try_step(State& state, double h, double end_time);
  bool settle_redundant(State& state, double h, double end_time);
  ResidualError redundant_violation();
  bool take_step(State& state, double h, double end_time);
  bool take_rk4(const State& state, double h, double end_time);
  bool take_rk45(State& state, double end_time);
  bool take_symplectic_euler(double h, double end_time);
  bool needs_fix(const State& start, double h);

  const System& system_;
  const Layout& layout_;
  PartitionedSettings settings_;
  std::vector<Index> redundant_;
  CoordinatePartition partition_;
  AccelerationEquations accelerations_;
  RungeKutta4 rk4_;
  AdaptiveRungeKutta rk45_;
  Snapshot snapshot_;
  State trial_;
  VecX y_, y_dot_, raw_, phi_, rates_, second_rates_, multipliers_;
  // What the motion at the start of a step leads to is where positions are looked for.
  double base_time_ = 0.0;
  VecX base_, base_rates_, base_second_rates_;
  bool has_factors_ = false, has_partition_ = false;
  NewtonReport newton_;
  double farthest_ = 1.0;

  std::int64_t choices_ = 0, fixes_ = 0;
  double last_choice_ = 0.0;
  std::map<std::string, std::int64_t> reasons_;
};

}  // namespace pintle
