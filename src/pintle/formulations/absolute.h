// Absolute formulation: a System stepped as it stands, index-3 equations in the coordinates of the nodes and
// multipliers, by an integrator on the groups of the nodes and a Newton method that reuses its factors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/drives/drive.h"
#include "pintle/formulations/least_reactions.h"
#include "pintle/formulations/stepper.h"
#include "pintle/integrators/integrator.h"
#include "pintle/model/checked_card.h"
#include "pintle/solvers/gauged_solver.h"
#include "pintle/solvers/newton.h"
#include "pintle/system/system.h"

namespace pintle {

class SystemBuilder;

// When an equation counts as solved: |r| <= relative * (largest contribution of its kind) + absolute, per
// kind.
struct EquationTolerances {
  double relative = 1e-8;  // of forces, moments and scalar balances
  double force = 1e-10;    // N
  double moment = 1e-10;   // N m
  double constraint =
      1e-10;  // m (times the model's length scale) and rad, at most; less if reactions need it
  double scalar = 1e-10;
  double solution = 0.0;  // increments (m, rad) no larger than this end the iteration, too; zero: they do not
};

enum class IntegrationMethod : std::uint8_t {
  generalised_alpha,
  ms,
  hope,
  bdf,
  crank_nicolson,
  implicit_euler
};
std::string_view name_of(IntegrationMethod method);
bool has_radius(IntegrationMethod method);  // a spectral radius that can be chosen

// automatic: index2 where generalised-alpha is to damp next to nothing, which leaves its errors normal to
// constraints to grow; else none.
enum class ConstraintStabilisation : std::uint8_t { automatic, none, index2 };

struct AbsoluteSettings {
  IntegrationMethod method = IntegrationMethod::generalised_alpha;
  LieFormulation formulation = LieFormulation::spatial;
  double rho = 0.8;
  Drive changing_rho;  // goes before rho unless it is constant; ms and hope
  int bdf_order = 2;
  ConstraintStabilisation stabilisation = ConstraintStabilisation::automatic;
  EquationTolerances tolerances;
  NewtonSettings newton;
  LinearSolverKind linear_solver = LinearSolverKind::automatic;
};

// Reads what a "solver" card of type "absolute" says.
AbsoluteSettings read_absolute(const CheckedCard& card, Diagnostics& diagnostics);
// Its drives, which may listen to quantities of the system that is being built.
void build_drives(const CheckedCard& card, SystemBuilder& builder, AbsoluteSettings& settings);

std::unique_ptr<Integrator> make_integrator(const Layout& layout, const AbsoluteSettings& settings);

class AbsoluteStepper final : public Stepper, public NonlinearProblem {
 public:
  // `redundant_multipliers`: equations that follow from others, by the rank analysis at the start. In steps
  // the joints of their loops yield a little; complete() makes reactions the least ones.
  AbsoluteStepper(const System& system, const AbsoluteSettings& settings,
                  std::vector<Index> redundant_multipliers = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }

  double estimate_error(const State& before, const State& after, double tolerance) const override {
    return scheme_->estimate_error(before, after, tolerance, system_.length_scale());
  }
  int order() const override { return scheme_->order(); }
  double steps_since_fall(const State& state) const override { return scheme_->steps_since_fall(state); }
  double steps_since_rise(const State& state) const override { return scheme_->steps_since_rise(state); }

  void complete(State& state) override;
  bool is_completed() const override { return !redundant_.empty() && !system_.has_implicit_loads(); }
  bool is_completed_apart() const override { return is_completed(); }

  void set_redundant(std::vector<Index> multipliers) override;
  const std::vector<Index>& redundant() const override { return redundant_; }
  void discard_factors() override { newton_.discard_factors(); }
  void forget() override;
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, phi_);
  }
  std::vector<std::pair<std::string, std::string>> summary() const override;
  std::string_view linear_solver_name() const override { return linear_->name(); }

  // Newton's view of the step.
  void compute_residual(std::span<double> residual) override;
  void compute_tangent(std::span<double> values) override;
  ResidualError assess(std::span<const double> residual) const override;
  void apply(std::span<const double> increment) override;
  bool is_negligible(std::span<const double> increment) const override;
  void save_iterate() override;
  void restore_iterate() override;

 private:
  NewtonReport solve_step(const State& state, double h, double end_time);
  void find_loops();
  void regularise(std::span<double> values);
  void hold_gauge();
  void change_rho(const State& state, double h, double end_time);
  bool is_index2() const { return settings_.stabilisation == ConstraintStabilisation::index2; }

  const System& system_;
  AbsoluteSettings settings_;
  std::unique_ptr<Integrator> scheme_;
  std::unique_ptr<GaugedSolver> linear_;
  Newton newton_;
  Snapshot snapshot_;
  State trial_;
  VecX full_residual_, saved_lambda_, phi_, correction_;
  std::array<double, kEquationKinds> allowed_{};  // tolerance per kind in the units of the (scaled) residual
  double typical_mass_ = 1.0;                     // per node
  double farthest_ = 0.0;                         // largest coordinate at the start of the step
  double last_increment_ = 0.0;                   // of the iteration: largest m or rad
  std::vector<EquationKind> kinds_;
  TangentCoefficients coefficients_;
  std::vector<Index> velocity_level_, acceleration_level_;  // multipliers of equations on these
  std::vector<Index> inactive_;     // multipliers of equations that do not hold during this step
  bool has_chosen_index2_ = false;  // since nothing else was said
  bool must_analyse_ = false;       // the pattern, after forget()
  std::vector<Index> redundant_;
  std::optional<LeastReactions> least_;  // once it is needed
  VecX stray_;                           // scaled multipliers of these loops
};

}  // namespace pintle
