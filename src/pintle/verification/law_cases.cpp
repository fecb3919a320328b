// Constitutive laws at work: oscillators, a torsion pendulum, a bouncing ball, a body in a viscous medium.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

VerificationRow row_of(std::string quantity, double reference, double computed, double tolerance,
                       const std::vector<double>& errors, double least_order) {
  VerificationRow row;
  row.quantity = std::move(quantity);
  row.reference = reference;
  row.computed = computed;
  row.error = errors.back();
  row.tolerance = tolerance;
  row.order = observed_order(errors);
  row.least_order = least_order;
  return row;
}

Value law_of(std::string type, std::initializer_list<std::pair<std::string, Value>> fields) {
  Value law = Value::map({{"type", std::move(type)}});
  const Value rest = Value::map(fields);
  for (const ValueEntry& entry : rest.as_map()) law.as_map().push_back(entry);
  return law;
}

constexpr double kMass = 0.5, kStart = 0.4, kEnd = 2.0;

// The position of a mass on a rod of length 1 m along x, drawn out by 0.4 m.
ModelDesc rod_oscillator(const Value& law) {
  return model_of("rod oscillator",
                  {node_card("mass", {1.0 + kStart, 0, 0}), body_card("mass", kMass, {1, 1, 1}),
                   joint_card("rod", "rod", "ground", "mass").set("length", 1).set("law", law),
                   dynamic_card(kEnd, 1e-3)});
}

// m x'' = -F(x, x') by the classical Runge-Kutta scheme with steps that are short against all that happens.
double reference_position(const std::function<double(double, double)>& force) {
  constexpr int kSteps = 200000;
  const double h = kEnd / kSteps;
  std::array<double, 2> y{kStart, 0.0};
  const auto slope = [&](const std::array<double, 2>& at) {
    return std::array<double, 2>{at[1], -force(at[0], at[1]) / kMass};
  };
  const auto moved = [&](double step, const std::array<double, 2>& k) {
    return std::array<double, 2>{y[0] + step * k[0], y[1] + step * k[1]};
  };
  for (int i = 0; i < kSteps; ++i) {
    const auto a = slope(y), b = slope(moved(h / 2, a)), c = slope(moved(h / 2, b)), d = slope(moved(h, c));
    for (std::size_t j = 0; j < 2; ++j) y[j] += h / 6 * (a[j] + 2 * b[j] + 2 * c[j] + d[j]);
  }
  return y[0];
}

struct Oscillator {
  Value law;
  std::function<double(double, double)> force;  // of strain and rate
};

std::vector<Oscillator> oscillators() {
  const auto bend = [](double x) { return std::max(x - 0.1, 0.0) + std::min(x + 0.2, 0.0); };
  const Value cube = Value::list({Value::map({{"type", "power"}, {"exponent", 3}})});
  const auto numbers = [](double k) { return Value::list({k}); };
  return {
      {law_of("linear_elastic", {{"stiffness", 20}, {"prestress", 1}, {"prestrain", "0.1*t"}}), {}},
      {law_of("linear_viscoelastic", {{"stiffness", 20}, {"proportional", 0.05}}),
       [](double x, double v) { return 20 * x + v; }},
      {law_of("cubic_elastic_generic",
              {{"stiffness_1", numbers(10)}, {"stiffness_2", numbers(5)}, {"stiffness_3", numbers(100)}}),
       [](double x, double) { return 10 * x + 5 * std::abs(x) * x + 100 * x * x * x; }},
      {law_of("log_elastic", {{"stiffness", 20}}), [](double x, double) { return 20 * std::log(1 + x); }},
      {law_of("isotropic_hardening_elastic",
              {{"stiffness", 40}, {"reference_strain", 0.3}, {"linear_stiffness", 5}}),
       [](double x, double) {
         const double s = 3.0 / 0.09 * x * x;
         return (5 + 40 * s) / (1 + s) * x;
       }},
      {law_of("double_linear_elastic",
              {{"stiffness", 10}, {"upper_strain", 0.1}, {"lower_strain", -0.2}, {"second_stiffness", 50}}),
       [bend](double x, double) { return 10 * x + 40 * bend(x); }},
      {law_of("double_linear_viscoelastic", {{"stiffness", 10},
                                             {"upper_strain", 0.1},
                                             {"lower_strain", -0.2},
                                             {"second_stiffness", 50},
                                             {"viscosity", 0.3}}),
       [bend](double x, double v) { return 10 * x + 40 * bend(x) + 0.3 * v; }},
      {law_of("turbulent_viscoelastic", {{"stiffness", 20}, {"parabolic_viscosity", 1}, {"threshold", 0.5}}),
       [](double x, double v) { return 20 * x + std::max(std::abs(v), 0.5) * v; }},
      {law_of("scalar_function_viscoelastic", {{"functions", cube}, {"rate_functions", cube}}),
       [](double x, double v) { return x * x * x + v * v * v; }},
      {law_of("array", {{"laws", Value::list({law_of("linear_elastic_generic", {{"stiffness", 20}}),
                                              law_of("linear_viscous", {{"viscosity", 0.2}})})}}),
       [](double x, double v) { return 20 * x + 0.2 * v; }},
  };
}

// m x'' + 20 (x - t/10) + 1 = 0: x = t/10 - 1/20 + a cos wt + b sin wt
double driven_position() {
  const double w = std::sqrt(20 / kMass);
  return 0.1 * kEnd - 0.05 + (kStart + 0.05) * std::cos(w * kEnd) - 0.1 / w * std::sin(w * kEnd);
}

VerificationOutcome rod_oscillators() {
  VerificationOutcome outcome;
  for (const Oscillator& one : oscillators()) {
    const double reference = one.force ? reference_position(one.force) : driven_position();
    std::vector<double> errors;
    double computed = 0.0;
    for (double step = 8e-3; step > 4e-4; step *= 0.5) {
      const Sampled run = run_sampled(rod_oscillator(one.law), {kEnd}, {step, kEnd, 0.9, "spatial"});
      computed = position_of(run.states[0]).x() - 1.0;
      errors.push_back(std::abs(computed - reference));
    }
    // Where a force has a bend, each one crossed within a step adds an error of second order with a factor
    // that depends on where in the step it lies; the slope then scatters about two.
    const bool has_bend = one.law.find("upper_strain") || one.law.find("threshold");
    outcome.rows.push_back(row_of(fmt::format("{}, h = 0.0005: x(2)", one.law.find("type")->as_text()),
                                  reference, computed, 2e-5, errors, has_bend ? 1.7 : 1.9));
  }
  return outcome;
}

// A sphere held by an isotropic hinge turns about a fixed axis: theta = theta0 cos(wt) + (omega0/w) sin(wt),
// here through more than a turn to either side.
VerificationOutcome torsion_pendulum() {
  const double w = std::sqrt(3.0 / 0.5), omega = 20.0, end = 3.0;
  const Vec3 axis = Vec3(1, -2, 2) / 3.0;
  const ModelDesc model =
      model_of("torsion pendulum", {node_card("sphere", {0, 0, 0}, Vec3::Zero(), omega * axis),
                                    body_card("sphere", 2.0, {0.5, 0.5, 0.5}),
                                    joint_card("deformable_hinge", "spring", "ground", "sphere")
                                        .set("law", law_of("linear_elastic", {{"stiffness", 3}})),
                                    dynamic_card(end, 1e-3)});
  VerificationOutcome outcome;
  for (const std::string group : {"spatial", "local"}) {
    std::vector<double> errors, drift;
    double computed = 0.0;
    for (double step = 8e-3; step > 8e-4; step *= 0.5) {
      double first = -1.0, worst = 0.0;
      const Sampled run = run_sampled(model, {end}, {step, end, 0.9, group},
                                      [&](const System& system, const State&, const Context& context) {
                                        const Totals now = system.totals(context);
                                        const double energy = now.kinetic + now.potential;
                                        if (first < 0.0) first = energy;
                                        worst = std::max(worst, std::abs(energy / first - 1.0));
                                      });
      // omega along the axis is the derivative: omega0 cos(wt)
      computed = axis.dot(run.states[0].v.segment<3>(3));
      errors.push_back(std::abs(computed - omega * std::cos(w * end)));
      drift.push_back(worst);
    }
    outcome.rows.push_back(row_of(group + ", h = 0.001: angular velocity at 3 s", omega * std::cos(w * end),
                                  computed, 1e-3, errors, 1.9));
    outcome.rows.push_back(
        row_of(group + ", h = 0.001: change of energy", 0.0, drift.back(), 1e-5, drift, 1.9));
  }
  outcome.rows.front().note = fmt::format("largest angle {:.1f} rad", std::abs(omega / w));
  return outcome;
}

// Dropped from rest at height H on a stop of stiffness k: the times of flight and of contact are known, and
// the height of the return is H, which tells the energy. The stop is felt from the first step behind the
// surface: the ball comes back by up to two steps late or early, and then has up to 2 g h of speed left.
VerificationOutcome bouncing_ball() {
  constexpr double kHeight = 0.5, kGravity = 9.81, kStiffness = 5000.0, kBall = 1.0;
  const double speed = std::sqrt(2 * kGravity * kHeight), w = std::sqrt(kStiffness / kBall);
  const double contact = 2.0 / w * (std::numbers::pi - std::atan(speed * w / kGravity));
  const double top = 2.0 * speed / kGravity + contact;  // back at the height of the start
  const ModelDesc model = model_of(
      "bouncing ball", {gravity_card({0, 0, -kGravity}), node_card("ball", {0, 0, kHeight}),
                        body_card("ball", kBall, {1, 1, 1}),
                        joint_card("deformable_displacement_joint", "stop", "ground", "ball")
                            .set("law", law_of("linear_elastic_bistop",
                                               {{"stiffness", Value::list({0, 0, kStiffness})},
                                                {"activating_condition", "node.ball.position.z < 0"},
                                                {"deactivating_condition", "node.ball.position.z > 0"}})),
                        dynamic_card(top, 1e-3)});
  VerificationOutcome outcome;
  std::vector<double> errors;
  double height = 0.0, left = 0.0, last_step = 0.0;
  for (double step = top / 500; step > top / 20000; step *= 0.5) {
    const Sampled run = run_sampled(model, {top}, {step, top, 0.9, "spatial"});
    height = position_of(run.states[0]).z();
    left = run.states[0].v[2];
    last_step = step;
    errors.push_back(std::abs(height - kHeight));
  }
  outcome.rows.push_back(row_of("height of the return", kHeight, height, 2e-4, errors, 0.8));
  VerificationRow row;
  row.quantity = "speed there";
  row.computed = left;
  row.error = std::abs(left);
  row.tolerance = 2.0 * kGravity * last_step;
  outcome.rows.push_back(row);
  return outcome;
}

// A body with different viscosities along its axes slows down exponentially along each of them.
VerificationOutcome viscous_medium() {
  const ModelDesc model = model_of(
      "viscous medium",
      {node_card("body", {0, 0, 0}, {1, 2, 3}), body_card("body", 2.0, {1, 1, 1}),
       Card{"joint", "viscous_body", "drag", {}, {}}
           .set("at", "body")
           .set("law", law_of("linear_viscous_generic", {{"viscosity", Value::list({1, 2, 4, 1, 1, 1})}})),
       dynamic_card(1.0, 1e-3)});
  const Vec3 exact(std::exp(-0.5), 2 * std::exp(-1.0), 3 * std::exp(-2.0));
  VerificationOutcome outcome;
  std::vector<double> errors;
  double computed = 0.0;
  for (double step = 8e-3; step > 8e-4; step *= 0.5) {
    const Sampled run = run_sampled(model, {1.0}, {step, 1.0, 0.9, "spatial"});
    computed = run.states[0].v[2];
    errors.push_back((run.states[0].v.head<3>() - exact).norm());
  }
  outcome.rows.push_back(
      row_of("h = 0.001: velocity along z at 1 s", exact.z(), computed, 1e-6, errors, 1.9));
  return outcome;
}

}  // namespace

void add_law_cases(std::vector<VerificationCase>& all) {
  all.push_back(
      {"laws/rod_oscillators", "closed form, and Runge-Kutta on the scalar equation", rod_oscillators});
  all.push_back({"laws/torsion_pendulum", "closed form", torsion_pendulum});
  all.push_back({"laws/bouncing_ball", "closed form", bouncing_ball});
  all.push_back({"laws/viscous_medium", "closed form", viscous_medium});
}

}  // namespace pintle
