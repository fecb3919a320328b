// Mechanisms of the IFToMM collection (A01, A02) and Andrews' squeezer of the IVP test set (A03); CASES.md.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

using std::numbers::pi;

// A01: point mass on a massless rod.
VerificationOutcome pendulum() {
  const ModelDesc model =
      model_of("pendulum", {gravity_card({0, -9.81, 0}),
                            Card{"node", "displacement", "mass", {}, {}}.set("position", list_of({-1, 0, 0})),
                            Card{"body", "point_mass", "mass", {}, {}}.set("node", "mass").set("mass", 1.0),
                            joint_card("distance", "rod", "ground", "mass"), solver_card("spatial", 0.9),
                            dynamic_card(10.0, 1e-3)});
  const std::array<Vec3, 3> references{Vec3(0.986291751131875, -0.165010853125541, 0),
                                       Vec3(-0.942305435043757, -0.334754338414001, 0),
                                       Vec3(-0.275087462576117, -0.961419205099125, 0)};
  const std::vector<double> times{1.0, 5.0, 10.0};
  std::array<std::vector<double>, 3> errors;
  std::array<double, 3> x{};
  for (double step = 2e-3; step > 2e-4; step *= 0.5) {
    const Sampled run = run_sampled(model, times, {step, 10.0, {}, {}});
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 position = run.states[i].q.head<3>();
      errors[i].push_back((position - references[i]).norm());
      x[i] = position.x();
    }
  }
  VerificationOutcome outcome;
  for (std::size_t i = 0; i < 3; ++i) {
    VerificationRow row;
    row.quantity = fmt::format("h = 0.00025: x({:g})", times[i]);
    row.reference = references[i].x();
    row.computed = x[i];
    row.error = errors[i].back();
    row.tolerance = 2e-5;
    row.order = observed_order(errors[i]);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
  }
  return outcome;
}

// A02: N four-bars in a row. Hinges turn about z. The far end of each coupler is held by an in-line joint, so
// that no equation is redundant; `is_redundant` makes it a hinge too, three redundant equations per loop.
ModelDesc four_bars(int n, bool is_redundant) {
  const Vec3 inertia(1e-3, 1.0 / 12.0, 1.0 / 12.0), upright_inertia(1.0 / 12.0, 1e-3, 1.0 / 12.0);
  std::vector<Card> cards{gravity_card({0, -9.81, 0}), solver_card("spatial", 0.95),
                          dynamic_card(10.0, 1e-3)};
  for (int i = 0; i <= n; ++i) {
    const std::string bar = fmt::format("bar {}", i);
    cards.push_back(node_card(bar, {double(i), 0.5, 0}, {0.5, 0, 0}, {0, 0, -1}));
    cards.push_back(body_card(bar, 1.0, upright_inertia));
    cards.push_back(joint_card("revolute_hinge", fmt::format("pivot {}", i), ground_at({double(i), 0, 0}),
                               attachment(bar, {0, -0.5, 0})));
  }
  for (int i = 0; i < n; ++i) {
    const std::string coupler = fmt::format("coupler {}", i);
    cards.push_back(node_card(coupler, {i + 0.5, 1, 0}, {1, 0, 0}));
    cards.push_back(body_card(coupler, 1.0, inertia));
    cards.push_back(joint_card("revolute_hinge", fmt::format("near {}", i),
                               attachment(fmt::format("bar {}", i), {0, 0.5, 0}),
                               attachment(coupler, {-0.5, 0, 0})));
    cards.push_back(joint_card(is_redundant ? "revolute_hinge" : "in_line", fmt::format("far {}", i),
                               attachment(coupler, {0.5, 0, 0}),
                               attachment(fmt::format("bar {}", i + 1), {0, 0.5, 0})));
  }
  return model_of(fmt::format("{} four-bars", n), std::move(cards));
}

VerificationRow four_bar_row(const ModelDesc& model, std::string name, double step, const Vec3& reference,
                             double tolerance, double order = 0.0) {
  const Sampled run = run_sampled(model, {10.0}, {step, 10.0, {}, {}});
  const Vec3 top = position_of(run.states[0]) + orientation_of(run.states[0]) * Vec3(0, 0.5, 0);
  VerificationRow row;
  row.quantity = std::move(name);
  row.reference = reference.x();
  row.computed = top.x();
  row.error = (top - reference).norm();
  row.tolerance = tolerance;
  if (order != 0.0) row.order = order;
  return row;
}

VerificationOutcome four_bar_case() {
  const Vec3 two(0.3284581115408, 0.9445185381786, 0), forty(0.1805122266867, 0.9835727405823, 0);
  VerificationOutcome outcome;
  const ModelDesc small = four_bars(2, false);
  std::vector<double> errors, drifts;
  for (double step = 1e-3; step > 1e-4; step *= 0.5) {
    double drift = 0.0, first = 0.0;
    const Sampled run = run_sampled(small, {10.0}, {step, 10.0, {}, {}},
                                    [&](const System& system, const State& state, const Context& context) {
                                      const Totals totals = system.totals(context);
                                      const double energy = totals.kinetic + totals.potential;
                                      if (state.step == 0) first = energy;
                                      drift = std::max(drift, std::abs(energy - first));
                                    });
    const Vec3 top = position_of(run.states[0]) + orientation_of(run.states[0]) * Vec3(0, 0.5, 0);
    errors.push_back((top - two).norm());
    drifts.push_back(drift);
    VerificationRow row;
    row.quantity = fmt::format("N = 2, h = {:g}: x(10) of B0", step);
    row.reference = two.x();
    row.computed = top.x();
    row.error = errors.back();
    row.tolerance = 100 * step * step;  // the error is close to 46 h^2
    if (errors.size() > 3) {
      row.order = observed_order(errors);
      row.least_order = 1.9;
    }
    outcome.rows.push_back(row);
  }
  VerificationRow energy;
  energy.quantity = "N = 2, h = 0.001: energy error (Exudyn 1.143e-3 J)";
  energy.reference = 1.143e-3;
  energy.computed = drifts.front();
  energy.error = std::abs(drifts.front() / 1.143e-3 - 1.0);
  energy.tolerance = 0.01;
  energy.order = observed_order(drifts);
  energy.least_order = 1.9;
  outcome.rows.push_back(energy);
  outcome.rows.push_back(four_bar_row(four_bars(2, true), "N = 2, redundant hinges, h = 0.00025: x(10)",
                                      2.5e-4, two, 100 * 6.25e-8));
  outcome.rows.push_back(
      four_bar_row(four_bars(40, false), "N = 40, h = 0.00025: x(10) of B0", 2.5e-4, forty, 100 * 6.25e-8));
  return outcome;
}

// A03. Symbols as in CASES.md and in the IVP test set; every body's node is at its centre of mass.
// NOLINTBEGIN(readability-identifier-naming): the symbols of the source
struct Squeezer {
  static constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, sa = .01874,
                          sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                          ub = .00449, zf = .02, zt = .04, fa = .01421;
  static constexpr std::array<double, 7> mass{.04325, .00365, .02373, .00706, .07050, .00706, .05498};
  static constexpr std::array<double, 7> inertia{2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7,
                                                 1.169e-5, 5.667e-7, 1.912e-5};
};
// NOLINTEND(readability-identifier-naming)

// Angles of the seven bodies from the seven coordinates (beta, theta, gamma, phi, delta, omega, epsilon).
std::array<double, 7> body_angles(const std::array<double, 7>& q) {
  return {q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]};
}

ModelDesc squeezer(double step) {
  using S = Squeezer;
  const std::array<double, 7> q{
      -0.0617138900142764, 0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886,
      1.230547444549821};
  const std::array<double, 7> angle = body_angles(q);
  const Vec3 a(-.06934, -.00227, 0), b(-.03635, .03273, 0), c(.014, .072, 0);
  const auto turn = [](double phi) { return Mat3(Eigen::AngleAxisd(phi, Vec3::UnitZ())); };
  const auto body = [&](std::size_t i, const Vec3& local) { return Vec3(turn(angle[i]) * local); };
  // Where bodies meet, then centres of mass.
  const Vec3 p1 = body(0, {S::rr, 0, 0}), p = p1 + body(1, {-S::d, 0, 0});
  const Vec3 end5 = a + body(4, {S::zt, 0, 0}), end7 = a + body(6, {0, -S::u, 0});
  const std::array<Vec3, 7> centre{body(0, {S::ra, 0, 0}),          p1 + body(1, {-S::da, 0, 0}),
                                   b + body(2, {S::sb, -S::sa, 0}), end5 + body(3, {0, -(S::e - S::ea), 0}),
                                   a + body(4, {S::ta, S::tb, 0}),  end7 + body(5, {S::zf - S::fa, 0, 0}),
                                   a + body(6, {-S::ub, -S::ua, 0})};
  std::vector<Card> cards;
  const auto name = [](std::size_t i) { return fmt::format("K{}", i + 1); };
  for (std::size_t i = 0; i < 7; ++i) {
    cards.push_back(node_card(name(i), centre[i]).set("orientation", rows_of(turn(angle[i]))));
    cards.push_back(body_card(name(i), S::mass[i], Vec3(1, 1, 1) * S::inertia[i]));
  }
  const auto on = [&](std::size_t i, const Vec3& point) {
    return attachment(name(i), turn(-angle[i]) * (point - centre[i]));
  };
  const auto hinge = [&](std::string label, Value first, Value second) {
    cards.push_back(joint_card("revolute_hinge", std::move(label), std::move(first), std::move(second)));
  };
  hinge("O", "ground", on(0, Vec3::Zero()));
  hinge("P1", on(0, p1), on(1, p1));
  hinge("B", ground_at(b), on(2, b));
  hinge("A5", ground_at(a), on(4, a));
  hinge("A7", ground_at(a), on(6, a));
  hinge("K4-K5", on(4, end5), on(3, end5));
  hinge("K6-K7", on(6, end7), on(5, end7));
  for (const std::size_t i : {2u, 3u, 5u})
    cards.push_back(joint_card("in_line", fmt::format("P{}", i), on(1, p), on(i, p)));
  const Vec3 spring_end = b + body(2, {S::sd, -S::sc, 0});
  cards.push_back(joint_card("spring_damper", "spring", ground_at(c), on(2, spring_end))
                      .set("stiffness", 4530.0)
                      .set("length", 0.07785));
  cards.push_back(load_card("couple", "motor").set("at", "K1").set("value", Value::list({0, 0, 0.033})));
  cards.push_back(solver_card("spatial", 0.9));
  cards.push_back(dynamic_card(0.03, step));
  return model_of("Andrews' squeezer", std::move(cards));
}

// The coordinates at the end, angles followed step by step so that full turns count.
std::array<double, 7> squeezer_at_end(double step) {
  const std::array<double, 7> start =
      body_angles({-0.0617138900142764, 0, 0.455279819163070, 0.222668390165886, 0.487364979543843,
                   -0.222668390165886, 1.230547444549821});
  std::array<double, 7> angle = start;
  run_sampled(squeezer(step), {0.03}, {}, [&](const System&, const State& state, const Context&) {
    for (std::size_t i = 0; i < 7; ++i) {
      const Quat turn = orientation_of(state, static_cast<int>(i));
      const double now = 2.0 * std::atan2(turn.z(), turn.w());
      angle[i] += std::remainder(now - angle[i], 2.0 * pi);
    }
  });
  return {angle[0], angle[1] - angle[0], angle[2], angle[3] - angle[4],
          angle[4], angle[5] - angle[6], angle[6]};
}

VerificationOutcome squeezer_case() {
  const std::array<double, 7> reference{15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                        -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                        1.048080741042263};
  const std::array<const char*, 7> names{"beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"};
  std::vector<double> errors;
  std::array<std::array<double, 7>, 3> runs{};
  double step = 4e-6;
  for (auto& run : runs) {
    run = squeezer_at_end(step);
    double worst = 0.0;
    for (std::size_t i = 0; i < 7; ++i) worst = std::max(worst, std::abs(run[i] - reference[i]));
    errors.push_back(worst);
    step *= 0.5;
  }
  VerificationOutcome outcome;
  for (std::size_t i = 0; i < 7; ++i) {
    // Extrapolated from three step sizes: the terms in h^2 and h^3 are removed.
    const double fine = runs[2][i] + (runs[2][i] - runs[1][i]) / 3.0,
                 coarse = runs[1][i] + (runs[1][i] - runs[0][i]) / 3.0;
    VerificationRow row;
    row.quantity = fmt::format("{}(0.03)", names[i]);
    row.reference = reference[i];
    row.computed = fine + (fine - coarse) / 7.0;
    row.error = std::abs(row.computed - reference[i]) / std::abs(reference[i]);
    row.tolerance = 5e-8;
    if (i == 0) {
      row.order = observed_order(errors);
      row.least_order = 1.9;
      row.note = fmt::format("largest error at h = 1e-6: {:.1e} rad", errors.back());
    }
    outcome.rows.push_back(row);
  }
  return outcome;
}

}  // namespace

void add_mechanism_cases(std::vector<VerificationCase>& all) {
  all.push_back({"mechanism/pendulum", "IFToMM A01", pendulum});
  all.push_back({"mechanism/four_bars", "IFToMM A02, rho = 0.95", four_bar_case});
  all.push_back({"mechanism/squeezer",
                 "IVP test set, Andrews (A03); relative, extrapolated from h = 4e-6, 2e-6, 1e-6",
                 squeezer_case});
}

}  // namespace pintle
