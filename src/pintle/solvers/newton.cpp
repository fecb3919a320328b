#include "pintle/solvers/newton.h"

#include <algorithm>
#include <cmath>

namespace pintle {

namespace {

// An iteration that leaves more of the error may be fighting round-off: if its factors are of this solve. Old
// ones may leave as much of reactions that change while nothing moves.
constexpr double kStagnation = 0.3;

}  // namespace

Newton::Newton(LinearSolver& linear, Index size, Index nonzeros, const NewtonSettings& settings)
    : linear_(linear),
      settings_(settings),
      residual_(static_cast<std::size_t>(size)),
      increment_(static_cast<std::size_t>(size)),
      values_(static_cast<std::size_t>(nonzeros)),
      secants_(size) {}

bool Newton::renew_factors(NonlinearProblem& problem, NewtonReport& report) {
  problem.compute_tangent(values_);
  report.factor = linear_.factor(values_);
  ++report.factorisations;
  has_factors_ = report.factor.status == LinearStatus::ok;
  if (!has_factors_) report.status = NewtonStatus::singular;
  return has_factors_;
}

NewtonReport Newton::solve(NonlinearProblem& problem) {
  NewtonReport report;
  bool factors_are_fresh = false, stagnates = false;
  secants_.clear();
  problem.compute_residual(residual_);
  report.error = problem.assess(residual_);
  int growths = 0;  // in a row, with fresh factors

  while (!(report.error.worst <= 1.0)) {
    if (!std::isfinite(report.error.worst)) {
      report.status = NewtonStatus::not_finite;
      break;
    }
    if (report.iterations == settings_.max_iterations) {
      report.status = NewtonStatus::too_many_iterations;
      break;
    }
    if (!has_factors_) {
      if (!renew_factors(problem, report)) break;
      factors_are_fresh = true;
    }

    const double error_before = report.error.worst;
    problem.save_iterate();
    std::transform(residual_.begin(), residual_.end(), increment_.begin(), [](double r) { return -r; });
    linear_.solve(increment_);
    if (factors_are_fresh) secants_.clear();
    secants_.improve(increment_);
    if (stagnates && problem.is_negligible(increment_)) break;  // as good as numbers allow
    problem.apply(increment_);
    ++report.iterations;
    problem.compute_residual(residual_);
    report.error = problem.assess(residual_);
    report.rate = report.error.worst / error_before;
    stagnates = report.rate > kStagnation && report.factorisations > 0;

    const bool got_worse = !(report.rate < 1.0) && !(report.error.worst <= 1.0);
    if (got_worse && !factors_are_fresh) {
      // Old factors lead astray: go back and take new ones.
      problem.restore_iterate();
      problem.compute_residual(residual_);
      report.error = problem.assess(residual_);
      has_factors_ = false;
    } else if (got_worse && ++growths > settings_.growths_allowed) {
      damped_update(problem, report, error_before);
    } else if (report.rate > settings_.slow_rate || report.iterations > settings_.patient_iterations) {
      has_factors_ = false;
    }
    if (!got_worse) growths = 0;
    factors_are_fresh = false;
  }

  weigh_factors(report);
  if (report.iterations > settings_.patient_iterations) has_factors_ = false;
  if (!report.is_converged()) has_factors_ = false;
  return report;
}

// Old factors are given up once they have cost more iterations than new ones are worth.
void Newton::weigh_factors(const NewtonReport& report) {
  if (report.factorisations > 0) {
    fresh_iterations_ = report.iterations;
    excess_iterations_ = 0;
    return;
  }
  excess_iterations_ += std::max(0, report.iterations - fresh_iterations_);
  if (excess_iterations_ > settings_.worth_of_factors) has_factors_ = false;
}

// Halves the increment until the error falls below what it was.
void Newton::damped_update(NonlinearProblem& problem, NewtonReport& report, double error_before) {
  for (int halving = 0; halving < settings_.max_halvings; ++halving) {
    problem.restore_iterate();
    for (double& entry : increment_) entry *= 0.5;
    problem.apply(increment_);
    ++report.halvings;
    problem.compute_residual(residual_);
    report.error = problem.assess(residual_);
    if (report.error.worst < error_before) break;
  }
  report.rate = report.error.worst / error_before;
  has_factors_ = false;
}

}  // namespace pintle
