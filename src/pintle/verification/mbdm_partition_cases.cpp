// Changes of the independent coordinates, and redundant joints, in models of MBDM's files: a pendulum that
// turns over, a four-bar whose crank turns and whose rocker goes back and forth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/mbdm_files.h"
#include "pintle/verification/mechanisms.h"

namespace pintle {

namespace {

using std::numbers::pi;

constexpr double kGround = 9.81;

MbdmBodyLines lines_of(const PlaneBar& bar) {
  MbdmBodyLines lines{bar.name, bar.mass, bar.inertia()};
  lines.r = bar.centre();
  lines.v = bar.centre_velocity();
  lines.angles = {0, -bar.angle, 0};
  lines.omega = {0, -bar.rate, 0};
  return lines;
}

struct Drift {
  Sampled run;
  double energy = 0.0;  // largest change
};

Drift run_with(MbdmFileSet files, const std::string& parameters, double end_time, double step,
               const JobOptions& options = {}) {
  files.end_time = end_time;
  files.step = step;
  files.beside["parameters"] = parameters;
  Drift drift;
  double start = NAN;
  drift.run = run_sampled(read_mbdm(files), {end_time}, options,
                          [&](const System& system, const State&, const Context& context) {
                            const Totals totals = system.totals(context);
                            const double energy = totals.kinetic + totals.potential;
                            if (std::isnan(start)) start = energy;
                            drift.energy = std::max(drift.energy, std::abs(energy - start));
                          });
  return drift;
}

bool has_chosen_anew(const RunReport& report) {
  return std::any_of(report.formulation.begin(), report.formulation.end(),
                     [](const auto& line) { return line.first == "chosen anew"; });
}

// A jump at a change of coordinates would stay when steps shrink; what rk4 loses falls with h^4. Coordinates
// that were chosen some time ago lose little more than those of every step.
void add_drift_rows(VerificationOutcome& outcome, const Drift& needed, const Drift& always,
                    const Drift& coarse, double energy) {
  outcome.rows.push_back(truth_row("coordinates were chosen anew", has_chosen_anew(needed.run.report)));
  outcome.rows.push_back(
      difference_row("largest change of energy, every step (J)", 0.0, always.energy, 1e-9 * energy));
  VerificationRow row = difference_row("the same, when needed (J)", 0.0, needed.energy, 2.0 * always.energy);
  row.order = std::log2(coarse.energy / needed.energy);
  row.least_order = 3.8;
  outcome.rows.push_back(row);
}

// Its energy is 1.2 times that at rest on top: w(angle) = W sqrt(1 - k^2 sin^2(angle / 2)), a turn takes
// 4 K(k) / W.
VerificationOutcome pendulum_turning_over() {
  constexpr double kLength = 1.0, kBarMass = 2.0;
  const double k = std::sqrt(1.0 / 1.2), lowest_rate = 2.0 * std::sqrt(1.5 * kGround / kLength) / k;
  const double turn = 4.0 * std::comp_ellint_1(k) / lowest_rate;
  constexpr int kTurns = 3, kSteps = 1000;
  MbdmFileSet files{
      "Pendulum",
      turn,
      turn,
      {lines_of({"bar", kBarMass, kLength, Vec3::Zero(), -0.5 * pi, Vec3::Zero(), lowest_rate}),
       mbdm_stand()},
      {mbdm_hold(2), joint_along("R", 1, 2, {-0.5 * kLength, 0, 0}, {0, 0, 0}, Vec3::UnitY(), Vec3::UnitX())},
      {}};
  const double end = kTurns * turn, h = turn / kSteps;
  const Drift needed = run_with(files, "Partition : when_needed\n", end, h);
  const Drift always = run_with(files, "Partition : every_step\n", end, h);
  const Drift coarse = run_with(files, "Partition : when_needed\n", end, 2.0 * h);
  VerificationOutcome outcome;
  const State& state = needed.run.states[0];
  // rk4 loses (h w)^4 of each radian, h w = 0.009.
  outcome.rows.push_back(difference_row("x after three turns (m)", 0.0, position_of(state).x(), 1e-7));
  outcome.rows.push_back(difference_row("rate then (rad/s)", -lowest_rate, state.v[4], 1e-7));
  add_drift_rows(outcome, needed, always, coarse, kBarMass * kGround * kLength);
  return outcome;
}

// ERRATA 3, as four revolutes in space: of their twenty equations three are redundant.
MbdmFileSet four_bar_files() {
  const auto [crank, coupler, rocker] = crank_rocker_bars();
  const auto revolute = [](int i, int j, const Vec3& in_i, const Vec3& in_j) {
    return joint_along("R", i, j, in_i, in_j, Vec3::UnitY(), Vec3::UnitX());
  };
  const auto end = [](const PlaneBar& bar, double side) { return Vec3(0.5 * side * bar.length, 0, 0); };
  return {"Four_bar",
          1.0,
          1e-3,
          {lines_of(crank), lines_of(coupler), lines_of(rocker), mbdm_stand()},
          {mbdm_hold(4), revolute(4, 1, Vec3::Zero(), end(crank, -1)),
           revolute(1, 2, end(crank, 1), end(coupler, -1)), revolute(2, 3, end(coupler, 1), end(rocker, 1)),
           revolute(3, 4, end(rocker, -1), kCrankRockerPivot)},
          {}};
}

VerificationOutcome four_bar_turning() {
  constexpr int kTurns = 3, kSteps = 2000;
  const MbdmFileSet files = four_bar_files();
  const double end = kTurns * kCrankRockerPeriod, h = kCrankRockerPeriod / kSteps;
  const Drift needed = run_with(files, "Partition : when_needed\n", end, h);
  const Drift always = run_with(files, "Partition : every_step\n", end, h);
  const Drift coarse = run_with(files, "Partition : when_needed\n", end, 2.0 * h);
  const State& state = needed.run.states[0];
  VerificationOutcome outcome;
  // The period has an error of half its last digit.
  outcome.rows.push_back(difference_row("x of the crank after three turns (m)", 0.0, position_of(state).x(),
                                        kTurns * 5e-8 * 0.15));
  outcome.rows.push_back(difference_row("rate of the crank then (rad/s)", -1.0, state.v[4], 1e-5));
  add_drift_rows(outcome, needed, always, coarse, 50.0);
  const std::string& said = needed.run.said;
  const bool is_named = said.find("3 of its 5 equations are redundant (") != std::string::npos;
  outcome.rows.push_back(truth_row("three redundant equations are named", is_named));
  std::vector<double> errors;
  double x = 0.0;
  for (const double step : {2.0 * h, h, 0.5 * h}) {
    x = position_of(run_with(files, "", end, step, absolute_at(step)).run.states[0]).x();
    errors.push_back(std::abs(x));
  }
  VerificationRow row = difference_row("absolute, T/4000: x of the crank (m)", 0.0, x, 1e-4);
  row.order = observed_order(errors);
  row.least_order = 1.9;
  outcome.rows.push_back(row);
  return outcome;
}

}  // namespace

void add_mbdm_partition_cases(std::vector<VerificationCase>& all) {
  all.push_back({"mbdm/pendulum_turning_over", "elliptic integral, energy", pendulum_turning_over});
  all.push_back({"mbdm/four_bar_turning", "ERRATA 3, energy", four_bar_turning});
}

}  // namespace pintle
