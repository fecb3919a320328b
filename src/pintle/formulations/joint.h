// Joint formulation: the coordinates of the joints of a tree are integrated as ordinary differential
// equations; see joint.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pintle/formulations/joint_dynamics.h"
#include "pintle/formulations/stepper.h"
#include "pintle/integrators/ordinary.h"
#include "pintle/model/checked_card.h"

namespace pintle {

enum class JointMethod : std::uint8_t { rk4, rk45, implicit };
std::string_view name_of(JointMethod method);

struct JointSettings {
  JointMethod method = JointMethod::rk4;
  std::vector<std::string> cut;   // joints to be met by their equations
  double tolerance = 1e-10;       // of the equations outside the tree: m and 1
  double error_tolerance = 1e-8;  // of steps that are adapted: relative to the coordinates, and m, 1
};

JointSettings read_joint(const CheckedCard& card);

// Why a system cannot be run in this formulation from a State; empty when it can.
std::string why_not_joint(const System& system, const State& state, const JointSettings& settings);

class JointStepper final : public Stepper, private OrdinaryEquations {
 public:
  JointStepper(const System& system, const JointSettings& settings, std::vector<Index> redundant = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }
  void complete(State& state) override;

  double estimate_error(const State&, const State&, double) const override { return 0.0; }
  int order() const override { return settings_.method == JointMethod::rk45 ? 5 : 4; }
  double steps_since_fall(const State&) const override { return 0.0; }
  double steps_since_rise(const State&) const override { return 0.0; }
  // Rows that depend on others are found at every evaluation.
  void set_redundant(std::vector<Index> multipliers) override { redundant_ = std::move(multipliers); }
  const std::vector<Index>& redundant() const override { return redundant_; }
  void discard_factors() override {}
  void forget() override { has_inertia_ = false; }
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, phi_);
  }
  std::string_view linear_solver_name() const override { return "articulated bodies"; }
  std::vector<std::pair<std::string, std::string>> summary() const override;

 private:
  // y = (positions, speeds, first-order states)
  bool rates(double time, const VecX& y, VecX& y_dot) override;
  bool evaluate(double time, const VecX& y, VecX& y_dot);
  std::uint64_t piece() override;  // of trial_
  bool take_rk4(const State& state, double h, double end_time);
  bool take_adapted_steps(const State& state, double end_time);
  bool finish(double time);
  void read_memory(const State& state);
  void split(const VecX& y);
  void join(VecX& y) const;
  void write_memory(State& state) const;
  bool fail(NewtonStatus status, Index equation);

  const System& system_;
  const Layout& layout_;
  JointSettings settings_;
  JointDynamics dynamics_;
  std::vector<Index> redundant_;
  RungeKutta4 rk4_;
  AdaptiveRungeKutta adaptive_;
  Snapshot snapshot_;
  State trial_;
  VecX q_, s_, q_rates_, s_rates_;
  VecX y_, y_dot_, phi_;
  NewtonReport newton_;
  bool has_inertia_ = false;
};

}  // namespace pintle
