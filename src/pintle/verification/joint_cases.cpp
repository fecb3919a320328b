// Trees in joint coordinates: pendulums against their equations, a chain of mixed joints against another
// formulation, a floating base against the conservation of momentum.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "pintle/math/so3.h"
#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

using std::numbers::pi;

// Uniform rods of 1 m and 1 kg, one below the other, released at rest 60 degrees off the vertical.
constexpr double kRelease = pi / 3, kWeight = 9.81;

ModelDesc rods(int n, double end_time) {
  const Vec3 along(std::sin(kRelease), -std::cos(kRelease), 0);
  const Mat3 turn(Eigen::AngleAxisd(kRelease - 0.5 * pi, Vec3::UnitZ()));
  std::vector<Card> cards{gravity_card({0, -kWeight, 0}), dynamic_card(end_time, 1e-3)};
  for (int i = 0; i < n; ++i) {
    const std::string rod = fmt::format("rod {}", i);
    cards.push_back(node_card(rod, (i + 0.5) * along).set("orientation", rows_of(turn)));
    cards.push_back(body_card(rod, 1.0, {1e-3, 1.0 / 12.0, 1.0 / 12.0}));
    const Value above = i == 0 ? Value("ground") : attachment(fmt::format("rod {}", i - 1), {0.5, 0, 0});
    cards.push_back(
        joint_card("revolute_hinge", fmt::format("hinge {}", i), above, attachment(rod, {-0.5, 0, 0})));
  }
  return model_of(fmt::format("{} rods", n), std::move(cards));
}

// With the angles t_i from the vertical, and c_ij = n - max(i, j) - 1/2 (i, j = 0, 1, ...; for i = j: n - i -
// 2/3),
//   sum_j c_ij (cos(t_i - t_j) t_j'' + sin(t_i - t_j) t_j'^2) = -g (n - i - 1/2) sin t_i.
VecX accelerations_of_rods(const VecX& angles, const VecX& rates) {
  const Index n = angles.size();
  MatX mass(n, n);
  VecX right(n);
  for (Index i = 0; i < n; ++i) {
    right[i] = -kWeight * (static_cast<double>(n - i) - 0.5) * std::sin(angles[i]);
    for (Index j = 0; j < n; ++j) {
      const double c = static_cast<double>(n - std::max(i, j)) - (i == j ? 2.0 / 3.0 : 0.5);
      mass(i, j) = c * std::cos(angles[i] - angles[j]);
      right[i] -= c * std::sin(angles[i] - angles[j]) * rates[j] * rates[j];
    }
  }
  return mass.llt().solve(right);
}

// Angles at the end by the classical method with steps so small that round-off is left.
VecX angles_of_rods(Index n, double end_time) {
  constexpr double kStep = 1e-4;
  VecX t = VecX::Constant(n, kRelease), w = VecX::Zero(n);
  for (long i = std::lround(end_time / kStep); i > 0; --i) {
    const VecX a1 = accelerations_of_rods(t, w), w2 = w + 0.5 * kStep * a1;
    const VecX a2 = accelerations_of_rods(t + 0.5 * kStep * w, w2), w3 = w + 0.5 * kStep * a2;
    const VecX a3 = accelerations_of_rods(t + 0.5 * kStep * w2, w3), w4 = w + kStep * a3;
    const VecX a4 = accelerations_of_rods(t + kStep * w3, w4);
    t += kStep / 6.0 * (w + 2.0 * w2 + 2.0 * w3 + w4);
    w += kStep / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return t;
}

double angle_of_rod(const State& state, int i) {
  const Vec3 along = orientation_of(state, i) * Vec3::UnitX();
  return std::atan2(along.x(), -along.y());
}

double error_of_angles(const State& state, const VecX& reference) {
  double worst = 0.0;
  for (int i = 0; i < reference.size(); ++i)
    worst = std::max(worst, std::abs(std::remainder(angle_of_rod(state, i) - reference[i], 2.0 * pi)));
  return worst;
}

VerificationOutcome pendulums_of_rods() {
  VerificationOutcome outcome;
  constexpr double kRunTime = 2.0;
  for (const int n : {2, 5}) {
    const ModelDesc model = rods(n, kRunTime);
    const VecX reference = angles_of_rods(n, kRunTime);
    const int last = n - 1;
    const double expected = std::remainder(reference[last], 2.0 * pi);
    std::vector<double> errors;
    State at_end;
    for (const double step : {4e-3, 2e-3, 1e-3}) {
      at_end = run_sampled(with_solver(model, joint_solver_card()), {kRunTime}, {.step = step}).states[0];
      errors.push_back(error_of_angles(at_end, reference));
    }
    VerificationRow row = difference_row(fmt::format("{} rods, rk4, h = 0.001: lowest angle", n), expected,
                                         angle_of_rod(at_end, last), 1e-6);
    row.error = errors.back();
    row.order = observed_order(errors);
    row.least_order = 3.8;
    outcome.rows.push_back(row);
    for (const char* integrator : {"rk45", "implicit"}) {
      const Card solver = joint_solver_card(integrator).set("error_tolerance", 1e-11);
      at_end = run_sampled(with_solver(model, solver), {kRunTime}, {.step = 0.1}).states[0];
      row = difference_row(fmt::format("{} rods, {}, 1e-11: lowest angle", n, integrator), expected,
                           angle_of_rod(at_end, last), 1e-8);
      row.error = error_of_angles(at_end, reference);
      outcome.rows.push_back(row);
    }
  }
  return outcome;
}

// Revolute, universal, cylindrical, spherical and prismatic joints one below the other, with axes in odd
// directions; springs keep the slides near their places.
ModelDesc mixed_chain() {
  const std::array<const char*, 5> types{"revolute_hinge", "universal_hinge", "cylindrical",
                                         "spherical_hinge", "prismatic"};
  std::vector<Card> cards{gravity_card({0, 0, -kWeight}), dynamic_card(1.0, 1e-3)};
  for (std::size_t i = 0; i < types.size(); ++i) {
    const double at = 0.4 * static_cast<double>(i);
    const std::string name = fmt::format("link {}", i);
    const Mat3 axes = so3::exp_matrix(Vec3(0.3 + at, 0.5 - at, 0.2 + 2.0 * at));
    cards.push_back(node_card(name, {at + 0.2, 0, -0.1}));
    cards.push_back(body_card(name, 1.0 - 0.3 * at, {0.01, 0.03, 0.02 + 0.01 * at}));
    const Value above = i == 0 ? ground_at(Vec3::Zero(), axes)
                               : attachment(fmt::format("link {}", i - 1), {0.2, 0, 0.1}, axes);
    const Value below = attachment(name, {-0.2, 0, 0.1}, axes);
    cards.push_back(joint_card(types[i], fmt::format("joint {}", i), above, below));
    if (i == 2 || i == 4)
      cards.push_back(joint_card("deformable_displacement_joint", fmt::format("spring {}", i), above, below)
                          .set("law", Value::map({{"type", "linear_elastic"}, {"stiffness", 60.0}})));
  }
  return model_of("chain of mixed joints", std::move(cards));
}

struct SpatialRun {
  State at_end;
  double energy = 0.0, momentum = 0.0, angular = 0.0;  // largest changes, of momenta relative
};

SpatialRun run_watched(const ModelDesc& model, double end_time, const JobOptions& options) {
  SpatialRun run;
  Totals first;
  run.at_end =
      run_sampled(model, {end_time}, options,
                  [&](const System& system, const State& state, const Context& context) {
                    const Totals now = system.totals(context);
                    if (state.step == 0) first = now;
                    const auto change = [](const Vec3& a, const Vec3& b) {
                      return b.norm() > 0.0 ? (a - b).norm() / b.norm() : a.norm();
                    };
                    run.energy = std::max(
                        run.energy, std::abs(now.kinetic + now.potential - first.kinetic - first.potential));
                    run.momentum = std::max(run.momentum, change(now.linear_momentum, first.linear_momentum));
                    run.angular = std::max(run.angular, change(now.angular_momentum, first.angular_momentum));
                  })
          .states[0];
  return run;
}

VerificationOutcome chain_of_mixed_joints() {
  const ModelDesc model = mixed_chain();
  std::vector<double> motions, reactions, energies;
  double energy = 0.0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const SpatialRun joint = run_watched(model, 1.0, {.step = step, .formulation = "joint"}),
                     other = run_watched(model, 1.0, {.step = step, .formulation = "partitioned"});
    motions.push_back((joint.at_end.q - other.at_end.q).norm());
    reactions.push_back((joint.at_end.lambda - other.at_end.lambda).norm() / joint.at_end.lambda.norm());
    energies.push_back(energy = joint.energy);
  }
  VerificationOutcome outcome;
  const auto add = [&](const char* name, const std::vector<double>& errors, double tolerance) {
    VerificationRow row = difference_row(name, 0.0, errors.back(), tolerance);
    row.order = observed_order(errors);
    row.least_order = 3.8;
    outcome.rows.push_back(row);
  };
  add("rk4, h = 0.001: positions and quaternions", motions, 1e-7);
  add("all multipliers, relative", reactions, 1e-6);
  add("largest change of energy (J)", energies, 1e-6);
  return outcome;
}

// A base and an arm on a hinge about z, whose angle a motor changes by `slew` within 2 s. Nothing acts from
// outside.
constexpr double kBaseMass = 10.0, kArmMass = 2.0, kBaseInertia = 4.0, kArmInertia = 0.3, kToHinge = 0.5,
                 kToArm = 0.6, kSlew = 2.0;

ModelDesc slewing_arm(const Vec3& velocity, const Vec3& spin) {
  const Vec3 arm(kToHinge + kToArm, 0, 0), on_base(kToHinge, 0, 0), on_arm(-kToArm, 0, 0);
  return model_of(
      "slewing arm",
      {node_card("base", Vec3::Zero(), velocity, spin),
       node_card("arm", arm, velocity + spin.cross(arm), spin),
       body_card("base", kBaseMass, {2, 3, kBaseInertia}),
       body_card("arm", kArmMass, {0.05, 0.28, kArmInertia}),
       joint_card("revolute_hinge", "shoulder", attachment("base", on_base), attachment("arm", on_arm)),
       joint_card("revolute_driver", "motor", attachment("base", on_base), attachment("arm", on_arm))
           .set("angle", fmt::format("{} * (t - sin(pi * t) / pi)", 0.5 * kSlew)),
       dynamic_card(2.0, 1e-3)});
}

// Angular momentum zero: the base turns by -int (J + m (b^2 + a b cos)) / (J0 + J + m (a^2 + b^2 + 2 a b
// cos)).
double turn_of_base() {
  constexpr double kReduced = kBaseMass * kArmMass / (kBaseMass + kArmMass);
  constexpr int kPieces = 200;  // Simpson
  const auto rate = [](double angle) {
    const double b = kToArm, ab = kToHinge * kToArm * std::cos(angle);
    return (kArmInertia + kReduced * (b * b + ab)) /
           (kBaseInertia + kArmInertia + kReduced * (kToHinge * kToHinge + b * b + 2.0 * ab));
  };
  double sum = rate(0.0) + rate(kSlew);
  for (int i = 1; i < kPieces; ++i) sum += (i % 2 == 0 ? 2.0 : 4.0) * rate(kSlew * i / kPieces);
  return -sum * kSlew / kPieces / 3.0;
}

VerificationOutcome slewing_arm_case() {
  VerificationOutcome outcome;
  const auto solver = joint_solver_card();
  const SpatialRun still =
      run_watched(with_solver(slewing_arm(Vec3::Zero(), Vec3::Zero()), solver), 2.0, {.step = 1e-3});
  const Quat turn = orientation_of(still.at_end);
  outcome.rows.push_back(difference_row("at rest: turn of the base after the slew", turn_of_base(),
                                        2.0 * std::atan2(turn.z(), turn.w()), 1e-11));
  outcome.rows.push_back(difference_row("at rest: rate of the base then", 0.0, still.at_end.v[5], 1e-12));
  const SpatialRun spinning =
      run_watched(with_solver(slewing_arm({0.1, -0.2, 0.05}, {0.3, 0.5, -0.4}), solver), 2.0, {.step = 2e-4});
  // Ten thousand steps, each of which may round every momentum once.
  outcome.rows.push_back(
      difference_row("spinning: change of linear momentum", 0.0, spinning.momentum, 1e4 * 2.2e-16));
  outcome.rows.push_back(
      difference_row("spinning: change of angular momentum", 0.0, spinning.angular, 1e4 * 2.2e-16));
  return outcome;
}

}  // namespace

void add_joint_cases(std::vector<VerificationCase>& all) {
  all.push_back({"joint/pendulums_of_rods", "their equations in closed form, integrated by themselves",
                 pendulums_of_rods});
  all.push_back({"joint/chain_of_mixed_joints", "coordinate partitioning, energy", chain_of_mixed_joints});
  all.push_back({"joint/slewing_arm", "conservation of momentum, quadrature", slewing_arm_case});
}

}  // namespace pintle
