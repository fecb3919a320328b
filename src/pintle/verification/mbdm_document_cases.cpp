// Sections 10.1 and 10.2 of MBDM's document from its files: a body on a spring, the kinematic slider-crank.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/mbdm_slider_crank.h"

namespace pintle {

namespace {

// Tables 22 and 23, eq. 93: z = -m g / k (1 - cos(w t)), w^2 = k / m.
VerificationOutcome mbdm_body_on_spring() {
  constexpr double kCube = 60.0, kStiffness = 1e4, kG = 9.81, kSpringEnd = 1.0;
  const double w = std::sqrt(kStiffness / kCube), depth = kCube * kG / kStiffness;
  MbdmFileSet files{"TestCase_1", kSpringEnd, 1e-3, {{"body", kCube, Vec3::Constant(10)}}, {}, {}};
  files.beside["mooring"] =
      "Number of mooring lines: 1\n\nMooring 1\nFairlead attached to body nr: 1\n"
      "Anchor location in GCS: 0.0, 0.0, 2.0\nFairlead location in LCS of the body: 0.0, 0.0, 0.5\n"
      "Correction for mass centre offset: 0, 0, 0\nNot stretched length of the line: 1.5\n"
      "Stiffness coefficient: 10000.0\nDamping coefficient: 0.0\n";
  const ModelDesc model = read_mbdm(files);
  constexpr std::array<const char*, 3> kLevelsOfZ{"z (m)", "dz/dt (m/s)", "d2z/dt2 (m/s2)"};
  const std::array<double, 3> sizes{2.0 * depth, depth * w, kG};
  std::array<std::vector<double>, 3> errors;
  std::array<double, 3> last{}, exact{};
  for (double step = 8e-3; step > 9e-4; step *= 0.5) {
    std::array<double, 3> worst{};
    const auto watch = [&](const System&, const State& state, const Context& context) {
      const Frame& frame = context.frames[1];
      const double c = std::cos(w * state.time), s = std::sin(w * state.time);
      exact = {-depth * (1.0 - c), -depth * w * s, -kG * c};
      last = {frame.x.z(), frame.v.z(), frame.a.z()};
      for (std::size_t i = 0; i < 3; ++i) worst[i] = std::max(worst[i], std::abs(last[i] - exact[i]));
    };
    run_sampled(model, {kSpringEnd}, as_written_at(step), watch);
    for (std::size_t i = 0; i < 3; ++i) errors[i].push_back(worst[i]);
  }
  VerificationOutcome outcome;
  for (std::size_t i = 0; i < 3; ++i) {
    VerificationRow row =
        difference_row(fmt::format("{}, worst of all steps", kLevelsOfZ[i]), exact[i], last[i],
                       // The phase of rk4 is late by (wh)^4 w t / 120.
                       1.5 * sizes[i] * std::pow(w * 1e-3, 4) * w * kSpringEnd / 120.0);
    row.error = errors[i].back();
    row.order = observed_order(errors[i]);
    row.least_order = 3.9;
    row.note = "rk4, h = 0.008 to 0.001";
    outcome.rows.push_back(row);
  }
  return outcome;
}

// Table 26 (ERRATA 6 and 8). Errors are told in parts of 1 and of the largest value: rates grow with (2 pi)^n
// to 124 m/s^2.
VerificationOutcome mbdm_kinematic_slider_crank() {
  using std::numbers::pi;
  constexpr double kRate = 2.0 * pi;
  MbdmFileSet files = slider_crank_files();
  files.is_kinematic = true;
  files.accuracy = 1e-8;
  files.bodies[0].angles.z() = pi / 4.0;
  files.bodies[1].r = {3.0152, 0.7066, 0};
  files.bodies[1].angles.z() = -0.4158;
  files.bodies[2].r = {4.6162, 0, 0};
  files.joints.push_back({"RDRV", 4, 1, Vec3::UnitX(), Vec3::UnitZ(), {pi / 4.0, 0, 0}, Vec3::UnitX()});
  files.joints.back().dist = kRate;
  constexpr std::array<const char*, 3> kThings{"rod's centre", "rod's angle", "slider"};
  constexpr std::array<const char*, 3> kLevels{"position", "velocity", "acceleration"};
  std::array<std::array<double, 3>, 3> worst{}, largest{};
  for (auto& list : largest) list.fill(1.0);
  int instants = 0;
  run_sampled(read_mbdm(files), {1.0}, {}, [&](const System&, const State& state, const Context& context) {
    const SliderCrankMotion exact = slider_crank_motion(pi / 4.0 + kRate * state.time, kRate);
    const Frame &rod = context.frames[2], &slider = context.frames[3];
    const std::array<Vec3, 3> centre{rod.x, rod.v, rod.a}, block{slider.x, slider.v, slider.a};
    const std::array<double, 3> angle{std::atan2(rod.R(1, 0), rod.R(0, 0)), rod.omega.z(), rod.alpha.z()};
    for (std::size_t i = 0; i < 3; ++i) {
      worst[0][i] = std::max(worst[0][i], (centre[i] - exact.rod_centre[i]).norm());
      worst[1][i] = std::max(worst[1][i], std::abs(angle[i] - exact.rod_angle[i]));
      worst[2][i] = std::max(worst[2][i], (block[i] - Vec3(exact.slider[i], 0, 0)).norm());
      largest[0][i] = std::max(largest[0][i], exact.rod_centre[i].norm());
      largest[1][i] = std::max(largest[1][i], std::abs(exact.rod_angle[i]));
      largest[2][i] = std::max(largest[2][i], std::abs(exact.slider[i]));
    }
    ++instants;
  });
  VerificationOutcome outcome;
  outcome.rows.push_back(difference_row("instants compared", 1001, instants, 0));
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i)
      outcome.rows.push_back(difference_row(fmt::format("{}, {}: worst of all", kThings[k], kLevels[i]), 0.0,
                                            worst[k][i] / largest[k][i], 1e-10));
  return outcome;
}

}  // namespace

void add_mbdm_document_cases(std::vector<VerificationCase>& all) {
  all.push_back({"mbdm/body_on_spring", "MBDM's document, eq. 93", mbdm_body_on_spring});
  all.push_back({"mbdm/kinematic_slider_crank", "closed form, ERRATA 8", mbdm_kinematic_slider_crank});
}

}  // namespace pintle
