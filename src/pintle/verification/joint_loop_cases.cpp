// Closed loops in joint coordinates, cut wherever that may be: A02, A03 and the slider-crank of CASES.md, the
// four-bar of ERRATA 3.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/mechanisms.h"

namespace pintle {

namespace {

// A02 passes the position with all links in line, where the loops lose rank, five times in 10 s.
VerificationOutcome four_bars_by_joints() {
  VerificationOutcome outcome;
  const auto run = [&](const char* name, const ModelDesc& model, const Vec3& reference,
                       std::initializer_list<double> steps, double tolerance) {
    std::vector<double> errors;
    Vec3 top = Vec3::Zero();
    for (const double step : steps) {
      top = top_of_first_bar(
          run_sampled(with_solver(model, joint_solver_card()), {10.0}, {.step = step}).states[0]);
      errors.push_back((top - reference).norm());
    }
    VerificationRow row = difference_row(name, reference.x(), top.x(), tolerance);
    row.error = errors.back();
    if (errors.size() > 1) {
      row.order = observed_order(errors);
      row.least_order = 3.8;
    }
    outcome.rows.push_back(row);
  };
  run("N = 2, h = 0.001: x(10) of B0", four_bars(2, false), kTopOfTwoFourBars, {4e-3, 2e-3, 1e-3}, 1e-8);
  run("N = 2, redundant hinges, h = 0.002", four_bars(2, true), kTopOfTwoFourBars, {2e-3}, 1e-7);
  run("N = 40, h = 0.01: x(10) of B0", four_bars(40, false), kTopOfFortyFourBars, {1e-2}, 1e-4);
  return outcome;
}

VerificationOutcome squeezer_by_joints() {
  VerificationOutcome outcome;
  const Card solver = joint_solver_card("rk45").set("error_tolerance", 1e-11);
  const SqueezerCoordinates found = squeezer_at_end(with_solver(squeezer(), solver), {.step = 1e-3});
  for (std::size_t i = 0; i < found.size(); ++i) {
    VerificationRow row =
        difference_row(fmt::format("{}(0.03)", kSqueezerNames[i]), kSqueezerAtEnd[i], found[i], 1e-9);
    row.error /= std::abs(kSqueezerAtEnd[i]);  // nine digits can be trusted
    outcome.rows.push_back(row);
  }
  return outcome;
}

// Uniform crank and rod, a slider, no gravity, from rest in line by a constant torque.
constexpr double kCrankLength = 0.1, kRodLength = 0.3, kCrankMass = 0.2, kRodMass = 0.2, kSliderMass = 0.4,
                 kMotorTorque = 0.1;

ModelDesc slider_crank_in_line() {
  const auto thin = [](double mass, double length) {
    return Vec3(1e-6, mass * length * length / 12.0, mass * length * length / 12.0);
  };
  const Vec3 end(kCrankLength + kRodLength, 0, 0), half_crank(0.5 * kCrankLength, 0, 0),
      half_rod(0.5 * kRodLength, 0, 0);
  const Mat3 along_x(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitY()));  // axis 3 along x
  return model_of(
      "slider-crank",
      {node_card("crank", half_crank), node_card("rod", 2.0 * half_crank + half_rod),
       node_card("slider", end), body_card("crank", kCrankMass, thin(kCrankMass, kCrankLength)),
       body_card("rod", kRodMass, thin(kRodMass, kRodLength)),
       body_card("slider", kSliderMass, {1e-4, 1e-4, 1e-4}),
       joint_card("revolute_hinge", "O", "ground", attachment("crank", -half_crank)),
       joint_card("revolute_hinge", "pin", attachment("crank", half_crank), attachment("rod", -half_rod)),
       joint_card("revolute_hinge", "wrist", attachment("rod", half_rod), "slider"),
       joint_card("prismatic", "guide", ground_at(end, along_x), attachment("slider", Vec3::Zero(), along_x)),
       load_card("couple", "motor").set("at", "crank").set("value", list_of({0, 0, kMotorTorque})),
       dynamic_card(3.0, 1e-3)});
}

// Twice the kinetic energy at unit rate of the crank.
double crank_inertia_at(double angle) {
  const double s = std::sin(angle), c = std::cos(angle);
  const double sin_b = -kCrankLength / kRodLength * s, cos_b = std::sqrt(1.0 - sin_b * sin_b);
  const double rate = -kCrankLength * c / (kRodLength * cos_b);
  const Vec3 pin = kCrankLength * Vec3(-s, c, 0), rod = kRodLength * rate * Vec3(-sin_b, cos_b, 0);
  return kCrankMass * kCrankLength * kCrankLength / 3.0 +
         kRodMass * ((pin + 0.5 * rod).squaredNorm() + rod.squaredNorm() / 12.0) +
         kSliderMass * (pin + rod).squaredNorm();
}

// The work of the torque is the kinetic energy: t = int sqrt(I / (2 M angle)), with angle = u^2, by Simpson.
double time_of_angle(double angle) {
  constexpr int kPieces = 40000;
  const auto rate = [](double u) { return 2.0 * std::sqrt(crank_inertia_at(u * u) / (2.0 * kMotorTorque)); };
  const double end = std::sqrt(angle);
  double sum = rate(0.0) + rate(end);
  for (int i = 1; i < kPieces; ++i) sum += (i % 2 == 0 ? 2.0 : 4.0) * rate(end * i / kPieces);
  return sum * end / kPieces / 3.0;
}

VerificationOutcome slider_crank_by_joints() {
  constexpr double kRunTime = 3.0;
  VerificationOutcome outcome;
  const ModelDesc model = with_solver(slider_crank_in_line(), joint_solver_card());
  std::vector<double> errors;
  double angle = 0.0, rate = 0.0;
  for (const double step : {4e-4, 2e-4, 1e-4}) {
    angle = 0.0;
    const Sampled run = run_sampled(model, {kRunTime}, {.step = step},
                                    [&](const System&, const State& state, const Context&) {
                                      const Vec3 along = orientation_of(state) * Vec3::UnitX();
                                      const double now = std::atan2(along.y(), along.x());
                                      angle += std::remainder(now - angle, 2.0 * std::numbers::pi);
                                    });
    rate = run.states[0].v[5];
    errors.push_back(std::abs(time_of_angle(angle) - kRunTime));
  }
  VerificationRow row =
      difference_row("h = 0.0001: time of the angle at 3 s (s)", kRunTime, time_of_angle(angle), 1e-8);
  row.order = observed_order(errors);
  row.least_order = 3.8;
  outcome.rows.push_back(row);
  outcome.rows.push_back(difference_row("rate at that angle, from the work (rad/s)",
                                        std::sqrt(2.0 * kMotorTorque * angle / crank_inertia_at(angle)), rate,
                                        1e-6));
  // ode45 with a tolerance of 1e-6 per step: its rate at the end is 5e-3 rad/s off what the work gives.
  outcome.rows.push_back(difference_row("MATLAB: angle at 3 s (rad)", 121.89082, angle, 5e-3));
  return outcome;
}

// The document's point: no lucky cut is needed.
VerificationOutcome crank_rocker_cut_anywhere() {
  VerificationOutcome outcome;
  constexpr int kTurns = 3;
  constexpr double kRunTime = kTurns * kCrankRockerPeriod;
  for (const char* cut : {"A", "B", "C", "D"}) {
    const ModelDesc model = with_solver(crank_rocker(), joint_solver_card("rk4", cut));
    const Sampled run =
        run_sampled(model, {kRunTime}, {.step = kCrankRockerPeriod / 2000, .end_time = kRunTime});
    // The crank is up again, but for an angle that it passes at its rate.
    const Vec3 crank = position_of(run.states[0]);
    const double late = std::atan2(crank.x(), crank.z()) / -run.states[0].v[4];
    outcome.rows.push_back(difference_row(fmt::format("period, cut at {} (s)", cut), kCrankRockerPeriod,
                                          kCrankRockerPeriod + late / kTurns, 1e-7));
  }
  return outcome;
}

}  // namespace

void add_joint_loop_cases(std::vector<VerificationCase>& all) {
  all.push_back({"joint/four_bars", "IFToMM A02", four_bars_by_joints});
  all.push_back(
      {"joint/slider_crank", "work of the torque, quadrature; MATLAB (CASES.md)", slider_crank_by_joints});
  all.push_back({"joint/squeezer", "IVP test set, Andrews (A03); relative", squeezer_by_joints});
  all.push_back({"joint/crank_rocker_cut_anywhere", "ERRATA 3, document 004", crank_rocker_cut_anywhere});
}

}  // namespace pintle
