// Mechanisms of the IFToMM collection (A01, A02) and Andrews' squeezer of the IVP test set (A03); CASES.md.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "pintle/verification/cases.h"
#include "pintle/verification/mechanisms.h"

namespace pintle {

namespace {

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

VerificationRow four_bar_row(const ModelDesc& model, std::string name, double step, const Vec3& reference,
                             double tolerance, double order = 0.0) {
  const Sampled run = run_sampled(model, {10.0}, {step, 10.0, {}, {}});
  const Vec3 top = top_of_first_bar(run.states[0]);
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
  const Vec3 two = kTopOfTwoFourBars, forty = kTopOfFortyFourBars;
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
    const Vec3 top = top_of_first_bar(run.states[0]);
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

VerificationOutcome squeezer_case() {
  std::vector<double> errors;
  std::array<SqueezerCoordinates, 3> runs{};
  double step = 4e-6;
  for (auto& run : runs) {
    run = squeezer_at_end(squeezer(), {.step = step});
    double worst = 0.0;
    for (std::size_t i = 0; i < 7; ++i) worst = std::max(worst, std::abs(run[i] - kSqueezerAtEnd[i]));
    errors.push_back(worst);
    step *= 0.5;
  }
  VerificationOutcome outcome;
  for (std::size_t i = 0; i < 7; ++i) {
    // Extrapolated from three step sizes: the terms in h^2 and h^3 are removed.
    const double fine = runs[2][i] + (runs[2][i] - runs[1][i]) / 3.0,
                 coarse = runs[1][i] + (runs[1][i] - runs[0][i]) / 3.0;
    VerificationRow row;
    row.quantity = fmt::format("{}(0.03)", kSqueezerNames[i]);
    row.reference = kSqueezerAtEnd[i];
    row.computed = fine + (fine - coarse) / 7.0;
    row.error = std::abs(row.computed - kSqueezerAtEnd[i]) / std::abs(kSqueezerAtEnd[i]);
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
