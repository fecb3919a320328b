// What holds for constraints only: their derivatives along a motion, their reactions and their rank.
#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>

#include "tests/support/battery_system.h"

namespace pintle {

namespace {

std::string name_of(const BatteryTrial& trial, Index multiplier) {
  return trial.model.system().name_of(EquationId{trial.model.layout().first_multiplier() + multiplier});
}

void compare(BatteryTrial& trial, BatteryCheck check, std::string_view what, const MatX& given,
             const MatX& expected, double tolerance) {
  const WorstEntry worst = worst_entry(given, expected);
  if (is_small(worst.error, tolerance * std::max(1.0, expected.cwiseAbs().maxCoeff()))) return;
  trial.report.fail(check, fmt::format("{} of [{}]: the set says {:.9g}, expected {:.9g}", what,
                                       name_of(trial, worst.row), worst.a, worst.b));
}

VecX constraint_rows(BatterySystem& model, const State& state) {
  return model.residual(state).segment(model.layout().first_multiplier(), model.layout().multipliers);
}

// G from differences: of phi by positions, psi by velocities or chi by accelerations.
MatX jacobian_by_differences(BatterySystem& model) {
  const Index motion = model.layout().motion_size();
  MatX g(model.layout().multipliers, motion), by_v = g, by_a = g;
  for (Index i = 0; i < motion; ++i) {
    const VecX unit = VecX::Unit(motion, i);
    g.col(i) = first_derivative([&](double h) { return model.phi(model.moved(model.state(), h * unit)); });
    State faster = model.state(), accelerated = model.state();
    faster.v += unit;
    accelerated.a += unit;
    by_v.col(i) = model.phi_dot(faster) - model.phi_dot(model.state());
    by_a.col(i) = constraint_rows(model, accelerated) - constraint_rows(model, model.state());
  }
  for (const Index row : model.system().multipliers_of(ConstraintLevel::velocity)) g.row(row) = by_v.row(row);
  for (const Index row : model.system().multipliers_of(ConstraintLevel::acceleration))
    g.row(row) = by_a.row(row);
  return g;
}

// What the multipliers first .. first + count - 1 put into the residual.
VecX multiplier_forces(BatterySystem& model, Index first, Index count) {
  State with = model.state(), without = model.state();
  with.lambda.setZero();
  without.lambda.setZero();
  with.lambda.segment(first, count) = model.state().lambda.segment(first, count);
  return model.residual(with) - model.residual(without);
}

void check_reactions(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const auto& sides = model.second_sides();
  std::size_t side = 0;
  for (const auto& set : model.system().sets()) {
    const ConstraintSet* constraints = set->as_constraints();
    if (!constraints) continue;
    for (Index element = 0; element < constraints->size() && side < sides.size(); ++element, ++side) {
      const VecX forces = multiplier_forces(model, constraints->first_multiplier(element),
                                            constraints->equations_of(element));
      const Context& c = model.context(model.state());
      const Attachment& b = sides[side];
      const Index row = model.layout().motion_of(b.frame);
      const Vec3 force = forces.segment<3>(row);
      Vec3 moment = Vec3::Zero();
      if (!model.layout().is_displacement(b.frame))
        moment = forces.segment<3>(row + 3) - b.arm(c.frames[b.frame]).cross(force);
      const Wrench given = constraints->reaction(c, element);
      const double error = std::max((given.force + force).norm(), (given.moment + moment).norm());
      if (is_small(error, trial.options.exact * std::max(1.0, forces.norm()))) continue;
      const auto f = given.force, m = given.moment;
      trial.report.fail(BatteryCheck::workless,
                        fmt::format("reaction of {}: force ({:.6g}, {:.6g}, {:.6g}) N, moment ({:.6g}, "
                                    "{:.6g}, {:.6g}) N m; minus what "
                                    "the residual has at the second side's point is ({:.6g}, {:.6g}, {:.6g}) "
                                    "and ({:.6g}, {:.6g}, {:.6g})",
                                    describe(*set, element), f[0], f[1], f[2], m[0], m[1], m[2], -force[0],
                                    -force[1], -force[2], -moment[0], -moment[1], -moment[2]));
    }
  }
}

// Sets that call themselves ideal do nothing in the rows of motion where their multipliers are zero.
void check_ideal(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  State without = model.state();
  without.lambda.setZero();
  const VecX residual = model.residual(without);
  VecX loads = VecX::Zero(residual.size());
  ResidualSink sink(model.layout(), {loads.data(), static_cast<std::size_t>(loads.size())});
  model.system().loads(model.context(without), sink);
  const Index rows = model.layout().first_multiplier();
  const double error = (residual - loads).head(rows).norm();
  if (!is_small(error, trial.options.exact * std::max(1.0, residual.head(rows).norm())))
    trial.report.fail(
        BatteryCheck::workless,
        fmt::format("is_ideal() holds, but without multipliers there are loads of {:.6g}", error));
}

// G of the equations that hold in the present mode.
MatX active_rows(BatterySystem& model, const State& state) {
  const MatX g = model.jacobian(state);
  std::vector<Index> inactive, kept;
  model.system().list_inactive(model.context(state), inactive);
  for (Index i = 0; i < g.rows(); ++i)
    if (std::find(inactive.begin(), inactive.end(), i) == inactive.end()) kept.push_back(i);
  MatX rows(static_cast<Index>(kept.size()), g.cols());
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = g.row(kept[static_cast<std::size_t>(i)]);
  return rows;
}

}  // namespace

void check_kinematics(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const Layout& layout = model.layout();
  const State& state = model.state();
  const double tolerance = trial.options.tolerance;
  const MatX matrix = model.constraint_matrix(state);
  const MatX g = model.jacobian(state);
  compare(trial, BatteryCheck::kinematics, "G", g, jacobian_by_differences(model), tolerance);

  MatX expected = MatX::Zero(matrix.rows(), matrix.cols());
  expected.bottomLeftCorner(layout.multipliers, layout.motion_size()) = g;
  expected.topRightCorner(layout.motion_size(), layout.multipliers) = g.transpose();
  if (const WorstEntry worst = worst_entry(matrix, expected); !is_small(worst.error, trial.options.exact))
    trial.report.fail(
        BatteryCheck::kinematics,
        fmt::format("jacobian() must add G and G^T and nothing else: it has {:.9g} where {:.9g} belongs, "
                    "at row [{}], column [{}]",
                    worst.a, worst.b, model.system().name_of(EquationId{worst.row}),
                    model.system().name_of(EquationId{worst.column})));

  VecX rate = first_derivative([&](double t) { return model.phi(model.advanced(state, t)); });
  VecX second = second_derivative([&](double t) { return model.phi(model.advanced(state, t)); });
  const VecX second_of_rates =
      first_derivative([&](double t) { return model.phi_dot(model.advanced(state, t)); });
  const VecX phi_dot = model.phi_dot(state);
  VecX phi = model.phi(state);
  const VecX rows = constraint_rows(model, state);
  VecX unfounded = VecX::Zero(layout.multipliers);  // phi or phi_dot of equations that have none
  for (const Index i : model.system().multipliers_of(ConstraintLevel::velocity)) {
    unfounded[i] = phi[i];
    rate[i] = phi_dot[i];
    second[i] = second_of_rates[i];
    phi[i] = phi_dot[i];
  }
  for (const Index i : model.system().multipliers_of(ConstraintLevel::acceleration)) {
    unfounded[i] = std::abs(phi[i]) + std::abs(phi_dot[i]);
    rate[i] = phi_dot[i];
    second[i] = phi[i] = rows[i];  // chi = G a - gamma
  }
  compare(trial, BatteryCheck::kinematics, "phi below the level", unfounded, VecX::Zero(layout.multipliers),
          0.0);
  compare(trial, BatteryCheck::kinematics, "phi_dot", phi_dot, rate, tolerance);
  // phi'' = G a - gamma
  compare(trial, BatteryCheck::kinematics, "gamma", model.gamma(state), g * state.a - second, tolerance);
  compare(trial, BatteryCheck::kinematics, "phi in the residual", rows, phi, trial.options.exact);
}

void check_workless(BatteryTrial& trial) {
  if (!trial.options.is_workless) return;
  BatterySystem& model = trial.model;
  const VecX forces = multiplier_forces(model, 0, model.layout().multipliers);
  const MatX g = jacobian_by_differences(model);
  const Index motion = model.layout().motion_size();
  // Motions with G v = 0: the right singular vectors that belong to no singular value.
  const Eigen::JacobiSVD<MatX> svd(g, Eigen::ComputeFullV);
  const MatX free = svd.matrixV().rightCols(motion - svd.rank());
  const VecX power = free.transpose() * forces.head(motion);
  const double largest = power.size() > 0 ? power.cwiseAbs().maxCoeff() : 0.0;
  if (!is_small(largest, trial.options.tolerance * std::max(1.0, forces.norm())))
    trial.report.fail(
        BatteryCheck::workless,
        fmt::format("the multipliers do work on a motion that the constraints allow: {:.9g} W at unit "
                    "velocity, with forces of size {:.6g}",
                    largest, forces.norm()));
  check_reactions(trial);
  check_ideal(trial);
}

void check_rank(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const std::optional<State> met = model.consistent(model.state());
  if (!met) {
    trial.report.fail(BatteryCheck::rank,
                      fmt::format("no position was found that meets the constraints; largest |phi| "
                                  "at the start is {:.6g}",
                                  model.phi(model.state()).lpNorm<Eigen::Infinity>()));
    return;
  }
  constexpr double kSmallest = 1e-6;
  const MatX g = active_rows(model, *met).rowwise().normalized();
  if (g.rows() == 0) return;
  const Eigen::JacobiSVD<MatX> svd(g, Eigen::ComputeFullU);
  const VecX values = svd.singularValues();
  if (values.size() < g.rows() || !(values[g.rows() - 1] > kSmallest)) {
    Index culprit = 0;
    svd.matrixU().col(g.rows() - 1).cwiseAbs().maxCoeff(&culprit);
    trial.report.fail(BatteryCheck::rank,
                      fmt::format("the equations depend on each other where they are met: smallest "
                                  "singular value {:.3g} of {} equations; [{}] takes part",
                                  values[values.size() - 1], g.rows(), name_of(trial, culprit)));
  }
  if (!trial.subject.free_motions) return;
  for (const VecX& motion : trial.subject.free_motions(model.system(), model.context(*met))) {
    const VecX rate = g * motion;
    Index worst = 0;
    if (is_small(rate.cwiseAbs().maxCoeff(&worst), trial.options.tolerance * motion.norm())) continue;
    trial.report.fail(BatteryCheck::rank,
                      fmt::format("a motion declared free is hindered: rate {:.6g} of [{}]", rate[worst],
                                  name_of(trial, worst)));
  }
}

}  // namespace pintle
