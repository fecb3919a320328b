// Joint formulation with the kernel's generalised-alpha method: the increments of the joint coordinates are
// solved for at the end of each step, with the multipliers of the equations outside the tree; see joint.md.
#pragma once

#include <memory>
#include <vector>

#include "pintle/formulations/absolute.h"
#include "pintle/formulations/joint.h"
#include "pintle/formulations/joint_tangent.h"
#include "pintle/integrators/generalised_alpha.h"

namespace pintle {

// The stepper that settings ask for.
std::unique_ptr<Stepper> make_joint_stepper(const System& system, const JointSettings& settings,
                                            std::vector<Index> redundant = {});

class JointAlphaStepper final : public Stepper, public NonlinearProblem {
 public:
  JointAlphaStepper(const System& system, const JointSettings& settings, std::vector<Index> redundant = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }
  void complete(State& state) override;
  bool is_completed() const override { return !system_.has_implicit_loads(); }
  bool is_completed_apart() const override { return is_completed(); }

  double estimate_error(const State& before, const State& after, double tolerance) const override;
  int order() const override { return scheme_.order(); }
  double steps_since_fall(const State& state) const override;
  double steps_since_rise(const State& state) const override;
  void set_redundant(std::vector<Index> multipliers) override;
  const std::vector<Index>& redundant() const override { return redundant_; }
  void discard_factors() override { newton_.discard_factors(); }
  void forget() override;
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, phi_);
  }
  std::string_view linear_solver_name() const override { return linear_->name(); }
  std::vector<std::pair<std::string, std::string>> summary() const override { return summary_of(dynamics_); }

  // How many these are, and Newton's view of the step: increments, states and multipliers as JointTangent
  // numbers them.
  Index unknowns() const { return tangent_.size(); }
  void compute_residual(std::span<double> residual) override;
  void compute_tangent(std::span<double> values) override;
  ResidualError assess(std::span<const double> residual) const override;
  void apply(std::span<const double> increment) override;
  bool is_negligible(std::span<const double> increment) const override;
  void save_iterate() override;
  void restore_iterate() override;

 private:
  // A step seen by the scheme: the speeds are scalars that start at zero, the rows its multipliers.
  static Layout layout_of_scheme(const System& system, const JointDynamics& dynamics);
  void read_memory(const State& state);
  void read_memory(const State& state, State& joints) const;
  void write_memory(const State& joints, State& state) const;
  void take_blow(const State& state, double end_time);
  void predict_given(double end_time);
  void evaluate();
  void evaluate_residual();
  void settle_tree_multipliers();
  void find_reactions(State& state);
  void set_tolerances(const std::array<double, kEquationKinds>& largest);
  void regularise();
  void translate(NewtonReport& report) const;
  bool is_on(Index row, ConstraintLevel level) const;

  const System& system_;
  const Layout& layout_;
  JointSettings settings_;
  EquationTolerances tolerances_;
  JointDynamics dynamics_;
  JointTangent tangent_;
  GeneralisedAlpha scheme_;
  std::unique_ptr<LinearSolver> linear_;
  Newton newton_;
  std::vector<Index> redundant_;
  Snapshot snapshot_;
  State trial_;
  State joints_, joints_trial_;  // start and end of a step as the scheme sees them
  VecX q_start_, q_;             // joint coordinates there
  VecX full_residual_, reduced_, saved_lambda_, settled_, phi_, diagonal_;
  VecX given_, given_increment_;
  MatX matrix_;
  VecX allowed_;  // by unknown, in the units of the (scaled) residual
  double typical_mass_ = 1.0, farthest_ = 0.0;
  bool has_inertia_ = false;
};

}  // namespace pintle
