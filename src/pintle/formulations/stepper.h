// Stepper: a System turned into something that goes from State to State. The formulations differ in their
// unknowns; what a run sees of them is this.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/solvers/newton.h"
#include "pintle/system/system.h"

namespace pintle {

// Outcome of one step.
struct StepReport {
  NewtonReport newton;
  double step_size = 0.0;
  bool is_accepted() const { return newton.is_converged(); }
};

// Largest |phi| and |phi_dot| at a State.
struct ConstraintViolation {
  double position = 0.0, velocity = 0.0;
};
ConstraintViolation violation_of(const System& system, const State& state, Snapshot& snapshot, VecX& phi);

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Prepares the State's memory of a consistent State; `h` is the first step size.
  virtual void start(State& state, double h) = 0;
  // Takes one step of size h that ends at end_time (state.time + h, less round-off). On failure `state` is
  // untouched and trial() shows where the iteration ended.
  virtual StepReport step(State& state, double h, double end_time) = 0;
  StepReport step(State& state, double h) { return step(state, h, state.time + h); }
  virtual const State& trial() const = 0;
  // Reactions of a State that start() or step() has led to, where the step does without them.
  virtual void complete(State& /*state*/) {}
  virtual bool is_completed() const { return false; }  // whether complete() changes anything
  // Whether that takes its time, and is better left to another Stepper of the same settings, which may be in
  // another thread.
  virtual bool is_completed_apart() const { return false; }

  // Local error of the last step in units of the tolerance, and the order of the method. Zero where steps are
  // not adapted by the analysis.
  virtual double estimate_error(const State& /*before*/, const State& /*after*/, double /*tolerance*/) const {
    return 0.0;
  }
  virtual int order() const = 0;
  // Steps since the size fell or rose, with the one that did so.
  virtual double steps_since_fall(const State& /*state*/) const { return 0.0; }
  virtual double steps_since_rise(const State& /*state*/) const { return 0.0; }

  // Other equations have become redundant.
  virtual void set_redundant(std::vector<Index> multipliers) = 0;
  virtual const std::vector<Index>& redundant() const = 0;

  // Loads have jumped at a State that start() or step() has led to. Steps that begin with its accelerations
  // need new ones; implicit ones find their own.
  virtual void renew_loads(State& /*state*/) {}

  // The next step starts with new factors: its size has changed.
  virtual void discard_factors() {}
  // Forgets all that is not in the State: factors, pivot order, scaling. A run that goes on from a written
  // State and the run that wrote it then do the same arithmetic.
  virtual void forget() = 0;

  virtual ConstraintViolation violation(const State& state) = 0;
  virtual std::string_view linear_solver_name() const = 0;
  // What is to be told about the formulation after a run: pairs of a title and a text.
  virtual std::vector<std::pair<std::string, std::string>> summary() const { return {}; }
};

}  // namespace pintle
