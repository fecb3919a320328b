// Joint formulation: the coordinates of the joints of a tree are integrated as ordinary differential
// equations; see joint.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/formulations/joint_dynamics.h"
#include "pintle/formulations/joint_reduction.h"
#include "pintle/formulations/refusal.h"
#include "pintle/formulations/stepper.h"
#include "pintle/integrators/ordinary.h"
#include "pintle/model/checked_card.h"

namespace pintle {

enum class JointMethod : std::uint8_t { rk4, rk45, implicit, generalised_alpha };
std::string_view name_of(JointMethod method);

// How equations outside the tree are met: by their multipliers, all joint coordinates being integrated, or by
// solving them for the dependent coordinates, only the independent ones being integrated.
enum class LoopClosure : std::uint8_t { multipliers, reduction };

struct JointSettings {
  JointMethod method = JointMethod::rk4;
  LoopClosure loops = LoopClosure::multipliers;
  std::vector<std::string> cut;   // joints to be met by their equations
  SourcePlace cut_place;          // where the model says so
  double tolerance = 1e-10;       // of the equations outside the tree: m and 1
  double error_tolerance = 1e-8;  // of steps that are adapted: relative to the coordinates, and m, 1
  double rho = 0.8;               // of generalised_alpha: spectral radius at infinite frequency
};

JointSettings read_joint(const CheckedCard& card, Diagnostics& diagnostics);

// Why a system cannot be run in this formulation from a State.
Refusal why_not_joint(const System& system, const State& state, const JointSettings& settings);
// Parts of a model that nothing holds to the rest, in a note.
void tell_floating_parts(const System& system, const JointSettings& settings, Diagnostics& diagnostics);

// What is told of the coordinates after a run.
std::vector<std::pair<std::string, std::string>> summary_of(const JointDynamics& dynamics);

class JointStepper final : public Stepper, private OrdinaryEquations {
 public:
  JointStepper(const System& system, const JointSettings& settings, std::vector<Index> redundant = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }
  void complete(State& state) override;
  bool is_completed() const override { return !system_.has_implicit_loads(); }
  bool is_completed_apart() const override { return is_completed(); }
  void renew_loads(State& state) override;

  int order() const override { return settings_.method == JointMethod::rk45 ? 5 : 4; }
  // Rows that depend on others are found at every evaluation.
  void set_redundant(std::vector<Index> multipliers) override;
  const std::vector<Index>& redundant() const override { return redundant_; }
  void forget() override;
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, phi_);
  }
  std::string_view linear_solver_name() const override { return "articulated bodies"; }
  std::vector<std::pair<std::string, std::string>> summary() const override;
  std::int64_t choices() const { return choices_; }  // of independent coordinates

 private:
  // y = (positions, speeds, first-order states); with reduction the independent ones alone
  bool rates(double time, const VecX& y, VecX& y_dot) override;
  bool evaluate(double time, const VecX& y, VecX& y_dot);
  std::uint64_t piece() override;  // of trial_
  void hold_rank();
  bool take_step(const State& state, double h, double end_time);
  bool take_rk4(const State& state, double h, double end_time);
  bool take_adapted_steps(const State& state, double end_time);
  bool pass(const State& state, double end_time);
  bool is_unchanged_by_commit(const State& state);
  bool finish(double time);
  bool has_jumped(double time);
  void read_memory(const State& state);
  Eigen::Ref<VecX> rates_in_memory(State& state) const;
  bool split(double time, const VecX& y);
  void join(VecX& y) const;
  void put_rates(VecX& y_dot);
  void adopt_choice(const State& state);
  void renew_choice();
  void use_reduction(bool is_reduced);
  void restart_without_reduction(const State& state);
  void write_memory(State& state) const;
  bool fail(NewtonStatus status, Index equation);

  const System& system_;
  const Layout& layout_;
  JointSettings settings_;
  JointDynamics dynamics_;
  std::optional<JointReduction> reduction_;
  bool is_reduced_ = false;  // in the step at hand
  std::vector<Index> redundant_;
  RungeKutta4 rk4_;
  AdaptiveRungeKutta adaptive_;
  Snapshot snapshot_;
  State trial_;
  VecX q_, s_, q_rates_, s_rates_;
  VecX y_, y_dot_, phi_, jump_;
  NewtonReport newton_;
  bool has_inertia_ = false;
  std::int64_t choices_ = 0;
  // Steps of the integrator need not end with those of the analysis; it is on its way from this State then.
  bool may_pass_ = false, is_under_way_ = false;
  double left_at_ = 0.0;
  VecX left_;
};

}  // namespace pintle
