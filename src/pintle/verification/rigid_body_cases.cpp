// Single rigid bodies: tops, conservation, and the scheme on a linear oscillator.
#include <fmt/format.h>

#include <cmath>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

VerificationRow row_of(std::string quantity, double reference, double computed, double error,
                       double tolerance) {
  VerificationRow row;
  row.quantity = std::move(quantity);
  row.reference = reference;
  row.computed = computed;
  row.error = error;
  row.tolerance = tolerance;
  return row;
}

// Heavy top (Bruels, Cardona, Arnold): node at the centre of mass, held at the fixed point by a spherical
// hinge.
ModelDesc heavy_top() {
  return model_of(
      "heavy top",
      {gravity_card({0, 0, -9.81}),
       node_card("top", {0, 1, 0}, Vec3(0, 150, -4.61538).cross(Vec3(0, 1, 0)), {0, 150, -4.61538}),
       body_card("top", 15.0, {0.234375, 0.46875, 0.234375}),
       joint_card("spherical_hinge", "fixed point", "ground", attachment("top", {0, -1, 0})),
       dynamic_card(1.0, 1e-3)});
}

VerificationOutcome heavy_top_case() {
  const Vec3 at_02(0.605550561377, 0.598957681795, -0.523983027430),
      at_1(0.173343964098, 0.640088592071, -0.748490791134);
  VerificationOutcome outcome;
  for (const std::string group : {"spatial", "mixed", "local"}) {
    std::vector<double> early, late;
    Vec3 position = Vec3::Zero();
    for (double step = 4e-4; step > 4e-5; step *= 0.5) {
      const Sampled run = run_sampled(heavy_top(), {0.2, 1.0}, {step, 1.0, 0.9, group});
      early.push_back((position_of(run.states[0]) - at_02).norm());
      position = position_of(run.states[1]);
      late.push_back((position - at_1).norm());
    }
    VerificationRow row = row_of(group + ", h = 5e-05: x(1)", at_1.x(), position.x(), late.back(), 4e-4);
    row.order = observed_order(late);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
    row = row_of(group + ", h = 5e-05: |x(0.2) - reference|", 0.0, early.back(), early.back(), 1e-4);
    row.order = observed_order(early);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
  }
  return outcome;
}

ModelDesc free_body(const Vec3& inertia, const Vec3& angular_velocity) {
  return model_of("free body", {node_card("body", {1, 2, 3}, {0.3, -0.2, 0.1}, angular_velocity),
                                body_card("body", 2.0, inertia), dynamic_card(1.0, 1e-3)});
}

VerificationOutcome asymmetric_top() {
  const Vec3 at_1(-0.1266429228924177, 1.408531707162201, 0.8197638745229699),
      at_10(-0.6034704230925181, -1.278993138547872, 0.887726788215733);
  VerificationOutcome outcome;
  for (const std::string group : {"spatial", "mixed", "local"}) {
    std::vector<double> early, late;
    Vec3 omega = Vec3::Zero();
    for (double step = 8e-3; step > 8e-4; step *= 0.5) {
      const Sampled run = run_sampled(free_body({1, 2, 3}, {1, 1, 1}), {1.0, 10.0}, {step, 10.0, 0.9, group});
      const auto body_rate = [&](std::size_t i) {
        return Vec3(orientation_of(run.states[i]).conjugate() * Vec3(run.states[i].v.segment<3>(3)));
      };
      early.push_back((body_rate(0) - at_1).norm());
      omega = body_rate(1);
      late.push_back((omega - at_10).norm());
    }
    VerificationRow row =
        row_of(group + ", h = 0.001: omega(10) in the body", at_10.x(), omega.x(), late.back(), 2e-5);
    row.order = observed_order(late);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
    row = row_of(group + ", h = 0.001: |omega(1) - reference|", 0.0, early.back(), early.back(), 2e-6);
    row.order = observed_order(early);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
  }
  return outcome;
}

// Two free bodies held together by a hinge, tumbling: no force from outside.
VerificationOutcome conservation() {
  VerificationOutcome outcome;
  for (const std::string group : {"spatial", "mixed", "local"}) {
    const ModelDesc pair = model_of(
        "two hinged bodies",
        {node_card("one", {0, 0, 0}, {0.1, 0.2, 0.3}, {1, 2, 0.5}),
         node_card("two", {1, 0, 0}, Vec3(0.1, 0.2, 0.3) + Vec3(1, 2, 0.5).cross(Vec3(1, 0, 0)), {1, 2, 0.5}),
         body_card("one", 2.0, {1, 2, 2.5}), body_card("two", 1.0, {0.4, 0.7, 0.9}),
         joint_card("revolute_hinge", "hinge", attachment("one", {0.5, 0, 0}),
                    attachment("two", {-0.5, 0, 0})),
         solver_card("spatial", 0.9).set("tolerance", 1e-13).set("force_tolerance", 1e-13),
         dynamic_card(5.0, 1e-3)});
    std::vector<double> energy_drift, momentum_drift, linear_drift;
    double linear = 0.0;
    for (double step = 8e-3; step > 8e-4; step *= 0.5) {
      Totals first;
      bool has_first = false;
      double angular = 0.0, energy = 0.0;
      linear = 0.0;
      run_sampled(pair, {4.8}, {step, 4.8, 0.9, group},
                  [&](const System& system, const State&, const Context& context) {
                    const Totals now = system.totals(context);
                    if (!has_first) first = now;
                    has_first = true;
                    linear = std::max(linear, (now.linear_momentum - first.linear_momentum).norm() /
                                                  first.linear_momentum.norm());
                    angular = std::max(angular, (now.angular_momentum - first.angular_momentum).norm() /
                                                    first.angular_momentum.norm());
                    energy = std::max(energy, std::abs(now.kinetic - first.kinetic) / first.kinetic);
                  });
      linear_drift.push_back(linear);
      energy_drift.push_back(energy);
      momentum_drift.push_back(angular);
    }
    // With velocities in ground components the momentum is conserved exactly; in node components to second
    // order.
    VerificationRow row =
        row_of(group + ": change of linear momentum", 0.0, linear, linear, group == "local" ? 1e-5 : 1e-12);
    if (group == "local") {
      row.order = observed_order(linear_drift);
      row.least_order = 1.9;
    }
    outcome.rows.push_back(row);
    row = row_of(group + ", h = 0.001: drift of energy", 0.0, energy_drift.back(), energy_drift.back(), 1e-5);
    row.order = observed_order(energy_drift);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
    row = row_of(group + ", h = 0.001: drift of angular momentum", 0.0, momentum_drift.back(),
                 momentum_drift.back(), 1e-5);
    row.order = observed_order(momentum_drift);
    row.least_order = 1.9;
    outcome.rows.push_back(row);
  }
  return outcome;
}

// rho = 1 on x'' = -omega^2 x: the discrete energy x'^2 + (omega x)^2 neither grows nor decays over 10,000
// steps.
VerificationOutcome undamped_oscillator() {
  VerificationOutcome outcome;
  const double stiffness = 4.0;
  for (const double rho : {1.0, 0.8}) {
    Mat6 matrix = Mat6::Zero();
    matrix.diagonal().head<3>().setConstant(stiffness);
    const ModelDesc model = model_of(
        "oscillator", {node_card("body", {1, 0, 0}), body_card("body", 1.0, {1, 1, 1}),
                       load_card("linear_transformation", "spring")
                           .set("node", "body")
                           .set("displacement", rows_of(matrix)),
                       solver_card("spatial", rho).set("tolerance", 1e-13).set("force_tolerance", 1e-14),
                       dynamic_card(1000.0, 0.1)});
    // Largest amplitude over the first and over the last hundred steps.
    double first = 0.0, last = 0.0;
    run_sampled(model, {1000.0}, {}, [&](const System&, const State& state, const Context&) {
      const double amplitude = std::sqrt(state.q[0] * state.q[0] + state.v[0] * state.v[0] / stiffness);
      if (state.time < 10.0) first = std::max(first, amplitude);
      if (state.time > 990.0) last = std::max(last, amplitude);
    });
    const double loss = 1.0 - last / first;
    if (rho == 1.0)
      outcome.rows.push_back(
          row_of("rho = 1: loss of amplitude in 10,000 steps", 0.0, loss, std::abs(loss), 1e-9));
    else  // the same measure sees damping where there is some
      outcome.rows.push_back(row_of("rho = 0.8: growth of amplitude (a loss of 0.5 % at least)", -0.005,
                                    last / first - 1.0, std::max(0.0, last / first - 0.995), 1e-12));
  }
  return outcome;
}

}  // namespace

void add_rigid_body_cases(std::vector<VerificationCase>& all) {
  all.push_back({"rigid_body/heavy_top", "Bruels, Cardona, Arnold; reference of CASES.md", heavy_top_case});
  all.push_back({"rigid_body/asymmetric_top", "Jacobi elliptic functions; CASES.md", asymmetric_top});
  all.push_back({"rigid_body/conservation", "conservation laws", conservation});
  all.push_back({"rigid_body/undamped_oscillator", "spectral radius one", undamped_oscillator});
}

}  // namespace pintle
