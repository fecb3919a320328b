// Linear formulation: small motions about the start, with constant matrices; see linear.md.
#pragma once

#include <Eigen/QR>
#include <memory>
#include <string>
#include <vector>

#include "pintle/formulations/displacement.h"
#include "pintle/formulations/linear_model.h"
#include "pintle/formulations/stepper.h"
#include "pintle/integrators/ordinary.h"

namespace pintle {

// Why a system cannot be run in this formulation from a State; empty when it can.
std::string why_not_linear(const System& system, const State& state);

class LinearStepper final : public Stepper, private OrdinaryEquations {
 public:
  explicit LinearStepper(const System& system, std::vector<Index> redundant = {});

  using Stepper::step;
  void start(State& state, double h) override;
  StepReport step(State& state, double h, double end_time) override;
  const State& trial() const override { return trial_; }
  void complete(State& state) override;
  bool is_completed() const override { return layout_.multipliers > 0; }

  int order() const override { return 4; }
  void set_redundant(std::vector<Index> multipliers) override { redundant_ = std::move(multipliers); }
  const std::vector<Index>& redundant() const override { return redundant_; }
  void forget() override { model_.reset(); }
  ConstraintViolation violation(const State& state) override {
    return violation_of(system_, state, snapshot_, phi_);
  }
  std::string_view linear_solver_name() const override { return "constant matrices"; }
  std::vector<std::pair<std::string, std::string>> summary() const override;

 private:
  // What follows from the reference State.
  struct Model {
    State reference;  // at rest, with the multipliers found at the start
    AllowedMotions motions;
    AbsoluteMatrices full;
    LinearModel reduced;
    MatX inverse_inertia;  // of second-order coordinates and states: (u'', x') from forces
    VecX phi;              // of the reference, round-off
    Eigen::CompleteOrthogonalDecomposition<MatX> reactions;  // G^T lambda = given, of least norm
    explicit Model(const System& system) : motions(system) {}
  };
  void make_model(State reference);
  void read_memory(const State& state);
  void write_memory(State& state) const;

  // y = (u, x - x0, u')
  bool rates(double time, const VecX& y, VecX& y_dot) override;
  void take_loads(double time);
  void take_driven();
  void displace(const VecX& y, const VecX& y_dot);

  const System& system_;
  const Layout& layout_;
  std::vector<Index> redundant_;
  std::unique_ptr<Model> model_;
  RungeKutta4 rk4_;
  Snapshot snapshot_;
  State trial_;
  VecX residual_, phi_;
  Displacement driven_, displaced_;  // by prescribed positions alone, and altogether
  bool is_driven_ = false;
  VecX right_, found_;
  VecX y_, y_dot_;
};

}  // namespace pintle
