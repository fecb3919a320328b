#include "pintle/formulations/absolute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pintle/math/largest_of.h"
#include "pintle/math/round_off.h"
#include "pintle/solvers/schur_diagonal.h"

namespace pintle {

namespace {

// Block -R = -eps F^2 of redundant loops that makes the matrix regular, F the force that one of a multiplier
// stands for, relative to G S^-1 G^T: the matrix is scaled so that its blocks S and G are of the order of the
// masses and of one.
constexpr double kRegularisation = 1e-9;

// Unknowns with less of the typical mass count as massless there.
constexpr double kMassless = 1e-6;

// Of the spectral radius: errors normal to constraints, which grow with the first power of the steps where
// nothing damps them, are of no account below.
constexpr double kHardlyDamped = 0.95;

constexpr double kLarge = std::numeric_limits<double>::infinity();

}  // namespace

AbsoluteStepper::AbsoluteStepper(const System& system, const AbsoluteSettings& settings,
                                 std::vector<Index> redundant_multipliers)
    : system_(system),
      settings_(settings),
      scheme_(make_integrator(system.layout(), settings)),
      linear_(std::make_unique<GaugedSolver>(make_linear_solver(
          settings.linear_solver, system.layout().equations(), system.pattern().nonzeros()))),
      newton_(*linear_, system.layout().equations(), system.pattern().nonzeros(), settings.newton),
      snapshot_(system.make_snapshot()),
      trial_(State::zero(system.layout())),
      velocity_level_(system.multipliers_of(ConstraintLevel::velocity)),
      acceleration_level_(system.multipliers_of(ConstraintLevel::acceleration)) {
  const Layout& layout = system.layout();
  if (settings_.stabilisation == ConstraintStabilisation::automatic) {
    const auto others = static_cast<Index>(velocity_level_.size() + acceleration_level_.size());
    has_chosen_index2_ = settings_.method == IntegrationMethod::generalised_alpha &&
                         settings_.rho > kHardlyDamped && layout.multipliers > others;
    settings_.stabilisation =
        has_chosen_index2_ ? ConstraintStabilisation::index2 : ConstraintStabilisation::none;
  }
  linear_->analyse(view_of(system.pattern()));
  full_residual_.setZero(layout.equations() + Layout::kGroundRoom);
  saved_lambda_.setZero(layout.multipliers);
  inactive_.reserve(static_cast<std::size_t>(layout.multipliers));
  phi_.setZero(layout.multipliers);
  correction_.setZero(layout.equations());
  set_redundant(std::move(redundant_multipliers));
  for (Index i = 0; i < layout.equations(); ++i) kinds_.push_back(layout.kind_of(i));
  trial_.memory.setZero(scheme_->memory_size());
  system_.fill(trial_, snapshot_);
  const Totals totals = system_.totals(snapshot_.context());
  const Index bodies = std::max<Index>(1, layout.structural + layout.displacement);
  typical_mass_ = totals.mass > 0.0 ? totals.mass / bodies : 1.0;
}

void AbsoluteStepper::set_redundant(std::vector<Index> multipliers) {
  redundant_ = std::move(multipliers);
  least_.reset();  // what is switched changes the loops
  linear_->set_gauge({});
  newton_.discard_factors();
}

void AbsoluteStepper::start(State& state, double h) {
  scheme_->start(state);
  newton_.discard_factors();
  if (!scheme_->wants_trial_step()) return;
  // It shows how accelerations change, which the acceleration-like variable needs to start with.
  State ahead = state;
  ahead.step_size = h;
  if (step(ahead, h).is_accepted()) scheme_->refine_start(state, ahead);
  newton_.discard_factors();
}

void AbsoluteStepper::forget() {
  newton_.discard_factors();
  must_analyse_ = true;  // where steps follow
  if (least_) least_->forget();
}

StepReport AbsoluteStepper::step(State& state, double h, double end_time) {
  StepReport report;
  report.step_size = h;
  farthest_ = largest_of(state.q);
  last_increment_ = kLarge;
  if (!settings_.changing_rho.is_constant()) change_rho(state, h, end_time);
  if (system_.has_modes()) {
    system_.fill(state, snapshot_);
    system_.list_inactive(snapshot_.context(), inactive_);
  }
  if (std::exchange(must_analyse_, false)) linear_->analyse(view_of(system_.pattern()));
  // Friction asks for the least reactions of the step itself.
  if (!redundant_.empty() && system_.has_implicit_loads()) newton_.discard_factors();
  report.newton = solve_step(state, h, end_time);
  // In a singular position something is nearly redundant: what little it exerts is taken away with each
  // increment nearly as fast as it is found. There multipliers are left as they come.
  if (report.newton.status == NewtonStatus::too_many_iterations && !linear_->rows().empty()) {
    linear_->set_choosing(false);
    report.newton = solve_step(state, h, end_time);
    linear_->set_choosing(true);
    newton_.discard_factors();
  }
  if (!report.is_accepted()) return report;

  scheme_->end_step(state, trial_);
  system_.commit(snapshot_.context(), trial_);
  std::swap(state, trial_);
  return report;
}

NewtonReport AbsoluteStepper::solve_step(const State& state, double h, double end_time) {
  scheme_->begin_step(state, h, end_time, trial_);
  scheme_->evaluate(trial_);
  if (!linear_->rows().empty()) hold_gauge();
  return newton_.solve(*this);
}

// The radius at the end of the step, from what is measured at its start.
void AbsoluteStepper::change_rho(const State& state, double h, double end_time) {
  system_.fill(state, snapshot_);
  DriveInputs inputs = snapshot_.context().drive_inputs();
  inputs.time = inputs.argument = end_time;
  inputs.step += 1.0;
  inputs.step_size = h;
  scheme_->set_rho(std::clamp(settings_.changing_rho.value(inputs), 0.0, 1.0));
}

void AbsoluteStepper::compute_residual(std::span<double> residual) {
  const Layout& layout = system_.layout();
  full_residual_.setZero();
  system_.fill(trial_, snapshot_);
  ResidualSink sink(layout, {full_residual_.data(), static_cast<std::size_t>(full_residual_.size())});
  system_.residual(snapshot_.context(), sink);

  // Rows on velocities are divided by gamma', those on accelerations by beta', which makes them of the size
  // of those on positions.
  auto rows = full_residual_.segment(layout.first_multiplier(), layout.multipliers);
  if (is_index2()) {
    // The multiplier rows ask for phi_dot = 0; phi = 0 is met by moving the positions alone.
    phi_ = rows;
    system_.phi_dot(snapshot_.context(), {rows.data(), static_cast<std::size_t>(rows.size())});
    rows /= scheme_->velocity_factor();
    for (const Index i : acceleration_level_) rows[i] = phi_[i] / scheme_->acceleration_factor();
    for (const Index i : inactive_)
      rows[i] =
          phi_[i] / (system_.level_of(i) == ConstraintLevel::velocity ? scheme_->velocity_factor() : 1.0);
    for (const auto* level : {&velocity_level_, &acceleration_level_, &inactive_})
      for (const Index i : *level) phi_[i] = 0.0;
  } else {
    for (const Index i : velocity_level_) rows[i] /= scheme_->velocity_factor();
    for (const Index i : acceleration_level_) rows[i] /= scheme_->acceleration_factor();
  }

  // Row scaling of the index-3 system: forces times beta h^2, multipliers over it (Bottasso et al. 2008).
  const double scale = scheme_->row_scale();
  const Index motion = layout.motion_size();
  Eigen::Map<VecX> out(residual.data(), layout.equations());
  out.head(motion) = scale * full_residual_.head(motion);
  out.tail(layout.equations() - motion) = full_residual_.segment(motion, layout.equations() - motion);

  const auto& largest = sink.largest_contribution();
  const EquationTolerances& tolerance = settings_.tolerances;
  const auto allowed = [&](EquationKind kind) -> double& { return allowed_[static_cast<std::size_t>(kind)]; };
  // Sums of contributions cannot be better than their round-off, nor differences of positions than that of
  // the positions.
  const auto relative = [&](EquationKind kind) {
    return std::max(tolerance.relative, kSumRoundOff) * largest[static_cast<std::size_t>(kind)];
  };
  allowed(EquationKind::translation) = scale * (tolerance.force + relative(EquationKind::translation));
  allowed(EquationKind::rotation) = scale * (tolerance.moment + relative(EquationKind::rotation));
  allowed(EquationKind::scalar) = tolerance.scalar + relative(EquationKind::scalar);
  // A violation of phi shifts the reactions by about m phi / (beta h^2): it must not spoil what the forces
  // promise.
  const double by_force = allowed(EquationKind::translation) / typical_mass_;
  const double by_length = tolerance.constraint * std::max(1.0, system_.length_scale());
  allowed(EquationKind::constraint) = std::max(std::min(by_length, by_force), kSumRoundOff * farthest_);
}

ResidualError AbsoluteStepper::assess(std::span<const double> residual) const {
  ResidualError error;
  const auto consider = [&](double value, EquationKind kind, Index equation) {
    const double ratio = std::abs(value) / allowed_[static_cast<std::size_t>(kind)];
    if (ratio <= error.worst) return;
    error.worst = ratio;  // also when NaN
    error.culprit = equation;
  };
  for (Index i = 0; i < static_cast<Index>(residual.size()); ++i) {
    consider(residual[static_cast<std::size_t>(i)], kinds_[static_cast<std::size_t>(i)], i);
    if (std::isnan(error.worst)) return error;
  }
  if (is_index2())
    for (Index i = 0; i < phi_.size(); ++i)
      consider(phi_[i], EquationKind::constraint, system_.layout().first_multiplier() + i);
  const double solution = settings_.tolerances.solution;
  if (solution > 0.0 && last_increment_ <= solution) error.worst = std::min(error.worst, 1.0);
  return error;
}

void AbsoluteStepper::compute_tangent(std::span<double> values) {
  std::fill(values.begin(), values.end(), 0.0);
  scheme_->fill_operators(trial_);
  const double scale = scheme_->row_scale();
  coefficients_.frames = scheme_->operators();
  coefficients_.scalar_velocity = scheme_->velocity_factor();
  coefficients_.scalar_acceleration = scheme_->acceleration_factor();
  coefficients_.state_rate = scheme_->state_rate_factor();
  coefficients_.motion_row_scale = scale;
  coefficients_.multiplier_scale = 1.0 / scale;
  coefficients_.velocity_row_scale = 1.0 / scheme_->velocity_factor();
  coefficients_.acceleration_row_scale = 1.0 / scheme_->acceleration_factor();
  TangentSink sink(system_.blocks(), coefficients_, values);
  system_.tangent(snapshot_.context(), sink);
  if (!redundant_.empty()) regularise(values);
}

std::vector<std::pair<std::string, std::string>> AbsoluteStepper::summary() const {
  if (!has_chosen_index2_) return {};
  return {{"stabilisation", fmt::format("index2, for rho = {:g} damps next to nothing", settings_.rho)}};
}

// The loops at the State of the snapshot.
void AbsoluteStepper::find_loops() {
  if (!least_) least_.emplace(system_, snapshot_.context(), redundant_);
}

// Measured by the typical mass. Iterations see the constraints as they are and so make up for it.
void AbsoluteStepper::regularise(std::span<double> values) {
  const Index first = system_.layout().first_multiplier();
  find_loops();
  least_->measure(snapshot_.context());
  const std::vector<Index>& multipliers = least_->multipliers();
  if (linear_->rows().empty()) {
    std::vector<Index> rows = multipliers;
    for (Index& row : rows) row += first;
    linear_->set_gauge(std::move(rows));
    stray_.resize(static_cast<Index>(multipliers.size()));
  }
  const SaddleMatrix matrix{view_of(system_.pattern()), values, system_.diagonal(), first};
  const auto regularisation_of = [&](std::size_t i, double usual) {
    return least_->regularisation(i, usual, matrix, kMassless * typical_mass_);
  };
  double usual = kRegularisation / typical_mass_;
  // Friction follows the reactions of the step, so these are to be least in the measure of all formulations.
  if (system_.has_implicit_loads())
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
      const double force = least_->force_of(i);
      usual = std::max(usual, regularisation_of(i, usual) / (force * force));
    }
  for (std::size_t i = 0; i < multipliers.size(); ++i) {
    const double value = regularisation_of(i, usual);
    const Index row = first + multipliers[i];
    values[static_cast<std::size_t>(system_.diagonal()[static_cast<std::size_t>(row)])] -= value;
    linear_->set_regularisation(i, value);
  }
  hold_gauge();
}

// Multipliers are extrapolated from step to step, and so would be what is left in them without effect.
void AbsoluteStepper::hold_gauge() {
  for (Index i = 0; i < stray_.size(); ++i)
    stray_[i] = scheme_->row_scale() * trial_.lambda[least_->multipliers()[static_cast<std::size_t>(i)]];
  linear_->bring_back(stray_);
}

void AbsoluteStepper::apply(std::span<const double> increment) {
  const Layout& layout = system_.layout();
  if (is_index2()) {
    // G du = -(phi + G dq), with G dq = -(phi_dot / gamma') from the increment just found.
    const Eigen::Map<const VecX> residual(newton_.residual().data(), layout.equations());
    correction_.setZero();
    correction_.tail(layout.multipliers) = residual.tail(layout.multipliers) - phi_;
    for (const auto* level : {&velocity_level_, &acceleration_level_, &inactive_})
      for (const Index i : *level) correction_[layout.first_multiplier() + i] = 0.0;
    linear_->solve({correction_.data(), static_cast<std::size_t>(correction_.size())});
    scheme_->apply_position_correction({correction_.data(), static_cast<std::size_t>(layout.motion_size())});
  }
  scheme_->apply(increment);
  const Eigen::Map<const VecX> delta(increment.data(), layout.equations());
  last_increment_ = largest_of(delta.head(layout.first_multiplier()));
  trial_.lambda += delta.tail(layout.multipliers) / scheme_->row_scale();
  scheme_->evaluate(trial_);
}

// Nor may constraints be left open: no increment improves those that contradict each other.
bool AbsoluteStepper::is_negligible(std::span<const double> increment) const {
  const Layout& layout = system_.layout();
  const Eigen::Map<const VecX> residual(newton_.residual().data(), layout.equations());
  const double open = largest_of(residual.tail(layout.multipliers));
  if (open > std::max(settings_.tolerances.constraint * std::max(1.0, system_.length_scale()),
                      100.0 * kSumRoundOff * std::max(1.0, farthest_)))
    return false;
  const Eigen::Map<const VecX> motion(increment.data(), layout.motion_size());
  return motion.size() > 0 &&
         motion.lpNorm<Eigen::Infinity>() <= kSumRoundOff * std::max(farthest_, scheme_->largest_increment());
}

void AbsoluteStepper::save_iterate() {
  scheme_->save_iterate();
  saved_lambda_ = trial_.lambda;
}

void AbsoluteStepper::restore_iterate() {
  scheme_->restore_iterate();
  last_increment_ = kLarge;
  trial_.lambda = saved_lambda_;
  scheme_->evaluate(trial_);
}

// Friction follows the reactions: there they stay as they are, least where the step's factors were found.
void AbsoluteStepper::complete(State& state) {
  if (!is_completed()) return;
  system_.fill(state, snapshot_);
  if (least_) least_->forget();  // what is found follows from the State alone
  find_loops();
  least_->apply(snapshot_.context(), state.lambda);
}

}  // namespace pintle
