// Every method on a compound pendulum and on a closed loop, against the equations of one degree of freedom.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

using std::numbers::pi;

constexpr double kGravity = 9.81;

struct Method {
  std::string name;
  Card solver;
  int order = 2;
  bool has_reactions = true;  // that converge
};

std::vector<Method> all_methods() {
  const auto solver = [](const char* method) {
    return Card{"solver", "absolute", "", {}, {}}.set("method", method);
  };
  return {{"generalised_alpha 0.8", solver("generalised_alpha").set("rho", 0.8)},
          {"ms 0.6", solver("ms").set("rho", 0.6)},
          {"ms 0.9", solver("ms").set("rho", 0.9)},
          {"hope 0.4", solver("hope").set("rho", 0.4)},
          {"bdf", solver("bdf")},
          {"bdf order 1", solver("bdf").set("order", 1), 1},
          {"crank_nicolson", solver("crank_nicolson"), 2, false},
          {"crank_nicolson, index2", solver("crank_nicolson").set("stabilisation", "index2")},
          {"implicit_euler", solver("implicit_euler"), 1}};
}

// A quantity at the end of a run, with what it should be.
struct Quantity {
  std::string name;
  double reference = 0.0;
  std::function<double(const State&)> of;
  double tolerance = 0.0;  // at the smallest step, of second-order methods
  bool is_reaction = false;
};

VerificationOutcome method_convergence(const std::vector<Card>& cards, double end_time, int steps,
                                       const std::vector<Quantity>& quantities) {
  constexpr int kHalvings = 3;
  VerificationOutcome outcome;
  for (const Method& method : all_methods()) {
    std::vector<Card> all = cards;
    all.push_back(method.solver);
    all.push_back(dynamic_card(end_time, end_time / steps));
    const ModelDesc model = model_of("methods", std::move(all));
    std::vector<std::vector<double>> errors(quantities.size());
    std::vector<double> computed(quantities.size());
    double step = end_time / steps;
    for (int k = 0; k <= kHalvings; ++k, step *= 0.5) {
      const Sampled run = run_sampled(model, {end_time}, {step, end_time, {}, {}});
      for (std::size_t i = 0; i < quantities.size(); ++i) {
        computed[i] = quantities[i].of(run.states.at(0));
        errors[i].push_back(std::abs(computed[i] - quantities[i].reference));
      }
    }
    for (std::size_t i = 0; i < quantities.size(); ++i) {
      if (quantities[i].is_reaction && !method.has_reactions) continue;
      VerificationRow row;
      row.quantity = fmt::format("{}: {}", method.name, quantities[i].name);
      row.reference = quantities[i].reference;
      row.computed = computed[i];
      row.error = errors[i].back();
      row.tolerance = quantities[i].tolerance * (method.order == 1 ? 200.0 : 1.0);
      row.order = observed_order(errors[i]);
      row.least_order = method.order - 0.15;
      outcome.rows.push_back(row);
    }
  }
  return outcome;
}

// A rod on a hinge, let go at 120 degrees from below; a quarter of its period, an elliptic
// integral, later it passes the lowest point.
VerificationOutcome compound_pendulum() {
  const double length = 1.0, mass = 2.0, arm = 0.5 * length, amplitude = 2.0 * pi / 3.0;
  const double inertia = mass * length * length / 3.0, omega0 = std::sqrt(mass * kGravity * arm / inertia);
  const double quarter = std::comp_ellint_1(std::sin(0.5 * amplitude)) / omega0;
  const double speed = 2.0 * omega0 * std::sin(0.5 * amplitude);  // at the lowest point
  const Vec3 start(-arm * std::sin(amplitude), -arm * std::cos(amplitude), 0.0);
  // The hinge's side on the rod points to the pivot in the axes of the node, which start parallel to the
  // ground's.
  const std::vector<Card> cards{
      gravity_card({0, -kGravity, 0}), node_card("rod", start),
      body_card("rod", mass, {0.01, mass * length * length / 12.0, mass * length * length / 12.0}),
      joint_card("revolute_hinge", "pivot", "ground", attachment("rod", -start))};
  const auto rate = [](const State& state) { return state.v[5]; };
  return method_convergence(
      cards, quarter, 200,
      {{"x of the centre (m)", 0.0, [](const State& state) { return state.q[0]; }, 2e-5},
       {"angular velocity (rad/s)", speed, rate, 1e-4},
       {"reaction, upward (N)", mass * (kGravity + arm * speed * speed),
        [mass](const State& state) { return mass * (state.a[1] + kGravity); }, 1e-2, true}});
}

// Angle and rate at `time` of theta'' = k sin(theta), by Runge-Kutta steps so small that nothing is left of
// their error.
std::pair<double, double> inverted_pendulum(double k, double rate, double time) {
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  double theta = 0.0;
  const auto f = [k](double angle) { return k * std::sin(angle); };
  for (int i = 0; i < kSteps; ++i) {
    const double a1 = f(theta), a2 = f(theta + 0.5 * h * rate),
                 a3 = f(theta + 0.5 * h * rate + 0.25 * h * h * a1),
                 a4 = f(theta + h * rate + 0.5 * h * h * a2);
    theta += h * rate + h * h / 6.0 * (a1 + a2 + a3);
    rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return {theta, rate};
}

// IFToMM A02 with one loop: two upright bars and a coupler of 1 m and 1 kg each, tipped over with 1 m/s. All
// move as a pendulum of inertia 5/3 kg m^2 and weight moment 2 g sin(theta).
VerificationOutcome four_bar() {
  const Vec3 inertia(1e-3, 1.0 / 12.0, 1.0 / 12.0), upright(1.0 / 12.0, 1e-3, 1.0 / 12.0);
  std::vector<Card> cards{gravity_card({0, -kGravity, 0})};
  for (int i = 0; i < 2; ++i) {
    const std::string bar = fmt::format("bar {}", i);
    cards.push_back(node_card(bar, {double(i), 0.5, 0}, {0.5, 0, 0}, {0, 0, -1}));
    cards.push_back(body_card(bar, 1.0, upright));
    cards.push_back(joint_card("revolute_hinge", fmt::format("pivot {}", i), ground_at({double(i), 0, 0}),
                               attachment(bar, {0, -0.5, 0})));
  }
  cards.push_back(node_card("coupler", {0.5, 1, 0}, {1, 0, 0}));
  cards.push_back(body_card("coupler", 1.0, inertia));
  cards.push_back(joint_card("revolute_hinge", "near", attachment("bar 0", {0, 0.5, 0}),
                             attachment("coupler", {-0.5, 0, 0})));
  cards.push_back(
      joint_card("in_line", "far", attachment("coupler", {0.5, 0, 0}), attachment("bar 1", {0, 0.5, 0})));
  const double end_time = 0.5;
  const auto [theta, rate] = inverted_pendulum(1.2 * kGravity, 1.0, end_time);
  return method_convergence(
      cards, end_time, 50,
      {{"x of the coupler (m)", 0.5 + std::sin(theta),
        [](const State& state) { return position_of(state, 2).x(); }, 2e-5},
       {"rate of the bars (rad/s)", -rate, [](const State& state) { return state.v[5]; }, 2e-4}});
}

}  // namespace

void add_method_cases(std::vector<VerificationCase>& all) {
  all.push_back({"methods/compound_pendulum", "elliptic integral", compound_pendulum});
  all.push_back({"methods/four_bar", "equation of one degree of freedom", four_bar});
}

}  // namespace pintle
