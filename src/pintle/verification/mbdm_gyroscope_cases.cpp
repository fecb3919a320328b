// Section 10.4 of MBDM's document, which it leaves empty: a fast wheel on an arm that a ball joint holds,
// from MBDM's files.
//
// A symmetric top: A the inertia across the arm about the ball, C along it, w the spin (constant), theta the
// angle between arm and vertical, phi its azimuth. With u = cos(theta), a = C w / A, c = 2 m g l / A:
//   steady:    A u phi'^2 - C w phi' + m g l = 0, the slow root
//   let go from rest at u0:  phi' = a (u0 - u) / (1 - u^2),  u'^2 = c (u0 - u)(u - u1)(u2 - u),
//              u1 < u0 < u2 where u1, u2 are the roots of c (1 - u^2) = a^2 (u0 - u).
// With u = u1 + (u0 - u1) sin^2(s), dt = 2 ds / sqrt(c (u2 - u)): integrands are smooth and periodic, so that
// sums over equal parts give all digits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/mbdm_files.h"

namespace pintle {

namespace {

using std::numbers::pi;

constexpr double kWheelMass = 2.0, kArm = 0.2, kAlong = 0.02, kAcross = 0.0112, kSpin = 100.0;
constexpr double kWeightMoment = kWheelMass * 9.81 * kArm;
constexpr double kAboutBall = kAcross + kWheelMass * kArm * kArm;
constexpr double kTilt = pi / 3.0;  // theta at the start

// The arm is the wheel's x axis; it starts in the plane of x and z.
MbdmFileSet wheel_files(double precession) {
  MbdmBodyLines wheel{"wheel", kWheelMass, {kAlong, kAcross, kAcross}};
  wheel.angles = {0, kTilt - 0.5 * pi, 0};
  wheel.r = kArm * Vec3(std::sin(kTilt), 0, std::cos(kTilt));
  wheel.v = {0, kArm * std::sin(kTilt) * precession, 0};
  wheel.omega = {kSpin, 0, precession * std::sin(kTilt)};
  return {
      "Gyroscopic_wheel", 1.0, 1e-3, {wheel, mbdm_stand()}, {mbdm_hold(2), {"S", 1, 2, {-kArm, 0, 0}}}, {}};
}

struct Arm {
  double theta, phi, speed;
};

Arm arm_of(const State& state, double near_phi) {
  const Vec3 x = position_of(state);
  const double phi = std::atan2(x.y(), x.x());
  return {std::atan2(x.head<2>().norm(), x.z()), near_phi + std::remainder(phi - near_phi, 2.0 * pi),
          state.v.head<3>().norm()};
}

struct Expected {
  std::string name;
  double time, reference;
  double near_phi;  // the azimuth
  double Arm::*what;
};

struct Series {
  std::string title;
  std::vector<double> steps;  // halving
  bool is_absolute;

  // Of some radians of motion, of which rk4 loses (h w)^4 at most, and generalised-alpha (h w)^2 / 8.
  double tolerance() const {
    constexpr double kWay = 4.0;
    const double turn = steps.back() * kSpin;
    return kWay * (is_absolute ? turn * turn / 8.0 : std::pow(turn, 4));
  }
  double least_order() const { return is_absolute ? 1.9 : 3.8; }
};

// The same quantities by both formulations, over three step sizes.
VerificationOutcome compare_top(MbdmFileSet files, const std::vector<double>& times,
                                const std::vector<Expected>& expected, const std::vector<Series>& series) {
  VerificationOutcome outcome;
  files.end_time = times.back();
  for (const Series& one : series) {
    files.step = one.steps[0];
    std::vector<std::vector<double>> errors(expected.size());
    std::vector<double> found(expected.size());
    for (const double step : one.steps) {
      const Sampled run =
          run_sampled(read_mbdm(files), times, one.is_absolute ? absolute_at(step) : as_written_at(step));
      for (std::size_t k = 0; k < expected.size(); ++k) {
        const auto at = std::find(times.begin(), times.end(), expected[k].time) - times.begin();
        found[k] = arm_of(run.states[static_cast<std::size_t>(at)], expected[k].near_phi).*expected[k].what;
        errors[k].push_back(std::abs(found[k] - expected[k].reference));
      }
    }
    for (std::size_t k = 0; k < expected.size(); ++k) {
      VerificationRow row = difference_row(fmt::format("{}: {}", one.title, expected[k].name),
                                           expected[k].reference, found[k], one.tolerance());
      // Below that, round-off and Newton's tolerance decide.
      if (errors[k].back() > 1e-11) {
        row.order = observed_order(errors[k]);
        row.least_order = one.least_order();
      }
      outcome.rows.push_back(row);
    }
  }
  return outcome;
}

VerificationOutcome steady_precession() {
  const double u = std::cos(kTilt), momentum = kAlong * kSpin;
  const double rate = 2.0 * kWeightMoment /
                      (momentum + std::sqrt(momentum * momentum - 4.0 * kAboutBall * u * kWeightMoment));
  constexpr double kSteadyEnd = 2.0;
  return compare_top(
      wheel_files(rate), {kSteadyEnd},
      {{"azimuth after 2 s (rad)", kSteadyEnd, rate * kSteadyEnd, rate * kSteadyEnd, &Arm::phi},
       {"angle from the vertical (rad)", kSteadyEnd, kTilt, 0.0, &Arm::theta}},
      {{"rk4, h = 1/8 ms", {5e-4, 2.5e-4, 1.25e-4}, false},
       {"absolute, h = 1/4 ms", {1e-3, 5e-4, 2.5e-4}, true}});
}

VerificationOutcome nutation() {
  const double u0 = std::cos(kTilt), a = kAlong * kSpin / kAboutBall, c = 2.0 * kWeightMoment / kAboutBall;
  const double root = std::sqrt(a * a * a * a - 4.0 * c * (a * a * u0 - c));
  const double u1 = 0.5 * (a * a - root) / c, u2 = 0.5 * (a * a + root) / c;
  constexpr int kParts = 64;
  double period = 0.0, turn = 0.0;
  for (int i = 0; i < kParts; ++i) {
    const double s = std::sin((i + 0.5) * pi / kParts), u = u1 + (u0 - u1) * s * s;
    const double dt = 2.0 / std::sqrt(c * (u2 - u)) * pi / kParts;
    period += dt;
    turn += a * (u0 - u) / (1.0 - u * u) * dt;
  }
  const double half = 0.5 * period, end = 5.0 * period;
  const double lowest_speed = kArm * std::sqrt(1.0 - u1 * u1) * a * (u0 - u1) / (1.0 - u1 * u1);
  return compare_top(wheel_files(0.0), {half, end},
                     {{"lowest angle, half a period (rad)", half, std::acos(u1), 0.0, &Arm::theta},
                      {"azimuth there (rad)", half, 0.5 * turn, 0.5 * turn, &Arm::phi},
                      {"speed there (m/s)", half, lowest_speed, 0.0, &Arm::speed},
                      {"angle after 5 periods (rad)", end, kTilt, 0.0, &Arm::theta},
                      {"azimuth after 5 periods (rad)", end, 5.0 * turn, 5.0 * turn, &Arm::phi}},
                     {{"rk4, T/3200", {period / 800, period / 1600, period / 3200}, false},
                      {"absolute, T/3200", {period / 800, period / 1600, period / 3200}, true}});
}

}  // namespace

void add_mbdm_gyroscope_cases(std::vector<VerificationCase>& all) {
  all.push_back({"mbdm/wheel_steady", "symmetric top, steady precession", steady_precession});
  all.push_back({"mbdm/wheel_nutating", "symmetric top, quadrature", nutation});
}

}  // namespace pintle
