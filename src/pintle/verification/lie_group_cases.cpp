// The four tests of the Lie-group report (document 002, sections 7.1 to 7.4), references of ERRATA 13 to 15.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

using std::numbers::pi;

const std::vector<std::string> kGroups{"spatial", "mixed", "local"};
const std::vector<double> kRhos{1.0, 0.9, 0.5, 0.0};

// Error of a model at its end time for halved steps, in every group and for every rho: one row each, with its
// order.
struct Convergence {
  ModelDesc model;
  double end_time;
  double largest_step;
  int halvings;
  std::function<Vec3(const State&)> quantity;
  Vec3 reference;
  double tolerance;    // at the smallest step
  double floor = 0.0;  // what Newton's tolerance leaves: errors below tell no order
};

VerificationOutcome convergence_of(const Convergence& study) {
  VerificationOutcome outcome;
  for (const std::string& group : kGroups)
    for (const double rho : kRhos) {
      std::vector<double> errors;
      Vec3 computed = Vec3::Zero();
      double step = study.largest_step;
      for (int k = 0; k <= study.halvings; ++k, step *= 0.5) {
        const Sampled run = run_sampled(study.model, {study.end_time}, {step, study.end_time, rho, group});
        computed = study.quantity(run.states[0]);
        errors.push_back((computed - study.reference).norm());
      }
      VerificationRow row;
      row.quantity = fmt::format("{}, rho = {}, h = {:g}", group, rho, 2.0 * step);
      row.reference = study.reference.x();
      row.computed = computed.x();
      row.error = errors.back();
      row.tolerance = study.tolerance;
      while (errors.size() > 2 && errors.back() < study.floor) errors.pop_back();
      row.order = observed_order(errors);
      row.least_order = 1.9;
      outcome.rows.push_back(row);
    }
  return outcome;
}

// A body that turns under a constant follower torque about its axis 3; watched: the point (0, 0, -0.6) of the
// body.
ModelDesc spinning_body(const Vec3& inertia, const Vec3& angular_velocity) {
  return model_of(
      "body with follower torque",
      {node_card("body", Vec3::Zero(), Vec3::Zero(), angular_velocity), body_card("body", 1.0, inertia),
       load_card("couple", "torque")
           .set("at", "body")
           .set("value", Value::list({0, 0, 30}))
           .set("follower", true),
       dynamic_card(1.0, 1e-3)});
}

Vec3 watched_point(const State& state) { return orientation_of(state) * Vec3(0, 0, -0.6); }

VerificationOutcome sphere() {
  return convergence_of({spinning_body({3, 3, 3}, {10, 15, 20}),
                         1.0,
                         16e-3,
                         5,
                         watched_point,
                         // ERRATA's 0.04804971, ... with four more digits, from Euler's equations in
                         // quaternions by Runge-Kutta in 20,000 steps of extended precision.
                         {0.0480497110087, -0.2122237829783, -0.5591531911832},
                         5e-5,
                         1e-8});
}

VerificationOutcome axisymmetric() {
  return convergence_of({spinning_body({20, 20, 7}, {1, 2, 3}),
                         5.0,
                         4e-3,
                         3,
                         watched_point,
                         {-0.44938751, -0.32739465, -0.22552961},
                         3e-4});
}

// Forced damped oscillator along x.
VerificationOutcome oscillator() {
  Mat6 stiffness = Mat6::Zero(), damping = Mat6::Zero();
  stiffness(0, 0) = pi * pi;
  damping(0, 0) = 2.0 * 0.3 * pi;
  const ModelDesc model = model_of(
      "forced damped oscillator",
      {node_card("body", Vec3::Zero()), body_card("body", 1.0, {1, 1, 1}),
       load_card("linear_transformation", "spring and damper")
           .set("node", "body")
           .set("displacement", rows_of(stiffness))
           .set("velocity", rows_of(damping)),
       load_card("force", "forcing").set("at", "body").set("value", Value::list({"sin(2 * pi * t)", 0, 0})),
       dynamic_card(5.0, 1e-2)});
  return convergence_of({model,
                         5.0,
                         2e-2,
                         3,
                         [](const State& state) { return position_of(state); },
                         {-0.0113397125, 0.0, 0.0},
                         1e-5});
}

Mat6 symmetric(const std::vector<double>& lower) {
  Mat6 matrix;
  std::size_t k = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = 1e-4 * lower[k++];
  return matrix;
}

// Body with follower loads and follower linear transformations; the printed operators of eqs. 48 to 50.
ModelDesc follower_loads() {
  const Mat6 stiffness =
      symmetric({7.69, 3.78, 1.55, 8.26, 2.59, 5.34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const Mat6 damping = symmetric({3.48, 1.96, 4.42, 6.35, 6.96, 4.42, 2.66, 2.78, 4.21, 4.30, 4.07,
                                  5.67, 5.70, 8.21, 3.77, 7.73, 6.72, 3.76, 5.31, 3.27, 8.34});
  const Mat6 inertia = symmetric({3.18, 3.32, 6.47, 5.79, 3.25, 1.10, 5.06, 7.42, 3.46, 7.72, 3.36,
                                  3.31, 5.50, 5.13, 5.25, 7.50, 7.39, 4.21, 8.22, 6.36, 5.20});
  return model_of(
      "body with follower loads",
      {gravity_card({0, 0, -9.81}), node_card("body", {1, 2, 3}, {1.5, 1, 0.5}, {0.1, 0.2, 0.1}),
       body_card("body", 1.0, {20, 20, 10}),
       load_card("linear_transformation", "operators")
           .set("node", "body")
           .set("displacement", rows_of(stiffness))
           .set("velocity", rows_of(damping))
           .set("acceleration", rows_of(inertia))
           .set("follower", true),
       load_card("force", "thrust")
           .set("at", "body")
           .set("value", Value::list({"0.1 * sin(pi / 5 * t)", 0, 0}))
           .set("follower", true),
       load_card("couple", "torque")
           .set("at", "body")
           .set("value", Value::list({0, "0.1 * sin(pi / 10 * t)", 0}))
           .set("follower", true),
       load_card("force", "weight balance").set("at", "body").set("value", Value::list({0, 0, 9.81})),
       dynamic_card(100.0, 0.05)});
}

VerificationOutcome follower() {
  struct Reference {
    double time;
    Vec3 position;
    Eigen::Vector4d quaternion;
  };
  const std::vector<Reference> references{
      {10, {17.23733586, 11.58909432, 7.34845171}, {0.29576787, 0.55936521, 0.71674117, 0.29311094}},
      {20, {32.04573744, 18.81475535, 13.03783891}, {-0.71500157, 0.48004133, 0.43650407, -0.26037910}},
      {50, {68.52627297, 27.36068024, 20.02683239}, {0.26526156, -0.26907435, 0.00366519, 0.92586277}},
      {100, {52.14374124, 30.28720911, 11.52413097}, {-0.68928359, -0.11007313, 0.51795835, 0.49446050}}};
  VerificationOutcome outcome;
  for (const auto& [step, tolerance] : {std::pair{0.05, 1e-3}, std::pair{0.005, 1e-5}})
    for (const std::string& group : kGroups) {
      const Sampled run = run_sampled(follower_loads(), {10, 20, 50, 100}, {step, 100.0, 0.9, group});
      for (std::size_t i = 0; i < references.size(); ++i) {
        const Reference& reference = references[i];
        const Quat turn = orientation_of(run.states[i]);
        const Eigen::Vector4d quaternion(turn.w(), turn.x(), turn.y(), turn.z());
        const double sign = quaternion.dot(reference.quaternion) < 0.0 ? -1.0 : 1.0;
        const Vec3 position = position_of(run.states[i]);
        VerificationRow row;
        row.quantity = fmt::format("{}, h = {}: x({:g})", group, step, reference.time);
        row.reference = reference.position.x();
        row.computed = position.x();
        row.error = (position - reference.position).norm() / reference.position.norm();
        row.tolerance = tolerance;
        outcome.rows.push_back(row);
        row.quantity = fmt::format("{}, h = {}: quaternion({:g})", group, step, reference.time);
        row.reference = reference.quaternion[0];
        row.computed = sign * quaternion[0];
        row.error = (sign * quaternion - reference.quaternion).norm();
        outcome.rows.push_back(row);
      }
    }
  return outcome;
}

}  // namespace

void add_lie_group_cases(std::vector<VerificationCase>& all) {
  all.push_back({"lie_group/sphere_follower_torque", "document 002, 7.1; ERRATA 14, t = 1 s", sphere});
  all.push_back({"lie_group/axisymmetric_body", "document 002, 7.2; ERRATA 14, t = 5 s", axisymmetric});
  all.push_back({"lie_group/forced_oscillator", "document 002, 7.3; ERRATA 15, t = 5 s", oscillator});
  all.push_back(
      {"lie_group/follower_loads", "document 002, 7.4; ERRATA 13, rho = 0.9, relative errors", follower});
}

}  // namespace pintle
