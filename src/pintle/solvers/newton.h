// Newton's method with factors that are kept as long as they serve: across iterations and across calls.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/solvers/linear_solver.h"
#include "pintle/solvers/secant_updates.h"

namespace pintle {

// How far a residual is from being accepted: 1 or less is good enough.
struct ResidualError {
  double worst = 0.0;  // largest ratio of an entry to its tolerance; NaN when an entry is not finite
  Index culprit = -1;  // the equation it belongs to
};

// Something to be solved: it holds its own iterate. None of these may allocate.
class NonlinearProblem {
 public:
  virtual ~NonlinearProblem() = default;
  virtual void compute_residual(std::span<double> residual) = 0;
  virtual void compute_tangent(std::span<double> values) = 0;
  virtual ResidualError assess(std::span<const double> residual) const = 0;
  virtual void apply(std::span<const double> increment) = 0;
  // Whether an increment is below the round-off of the iterate, so that no further one can help.
  virtual bool is_negligible(std::span<const double> increment) const = 0;

  // For damping: remember the iterate, and go back to it.
  virtual void save_iterate() = 0;
  virtual void restore_iterate() = 0;
};

struct NewtonSettings {
  int max_iterations = 20;
  double slow_rate = 0.7;      // contraction per iteration above which old factors are renewed at once
  int patient_iterations = 8;  // more iterations than this with old factors: renew them before the next solve
  // Iterations that old factors may cost beyond those of fresh ones, added up over solves.
  int worth_of_factors = 14;
  int growths_allowed =
      2;  // Newton need not be monotone: damping starts when the error grew more often in a row
  int max_halvings = 8;  // damping: how often an increment is halved
};

enum class NewtonStatus { converged, too_many_iterations, diverged, singular, not_finite };

struct NewtonReport {
  NewtonStatus status = NewtonStatus::converged;
  int iterations = 0;
  int factorisations = 0;
  int halvings = 0;
  double rate = 0.0;  // last contraction of the error
  ResidualError error;
  FactorReport factor;  // of the last factorisation
  bool is_converged() const { return status == NewtonStatus::converged; }
};

class Newton {
 public:
  Newton(LinearSolver& linear, Index size, Index nonzeros, const NewtonSettings& settings);

  NewtonReport solve(NonlinearProblem& problem);

  // The next solve factorises first: the coefficients or the iterate have jumped.
  void discard_factors() { has_factors_ = false; }
  bool has_factors() const { return has_factors_; }
  std::span<const double> residual() const { return residual_; }
  std::span<double> values() { return values_; }

 private:
  bool renew_factors(NonlinearProblem& problem, NewtonReport& report);
  void weigh_factors(const NewtonReport& report);
  void damped_update(NonlinearProblem& problem, NewtonReport& report, double error_before);

  LinearSolver& linear_;
  NewtonSettings settings_;
  std::vector<double> residual_, increment_, values_;
  SecantUpdates secants_;
  bool has_factors_ = false;
  int fresh_iterations_ = 0;   // of the solve that began with these factors
  int excess_iterations_ = 0;  // beyond that number, since
};

}  // namespace pintle
