// Equations on velocities: Chaplygin's sleigh and a rotor of prescribed speed, against closed solutions.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

// Errors at steps that halve, and what was computed last.
struct Study {
  std::string quantity;
  double tolerance;  // at the smallest step
  double reference = 0.0, computed = 0.0;
  std::vector<double> errors = {};
  bool has_order = true;

  void add(double reference_value, double value, double error) {
    reference = reference_value;
    computed = value;
    errors.push_back(error);
  }
  VerificationRow row(const std::string& prefix) const {
    VerificationRow row;
    row.quantity = prefix + quantity;
    row.reference = reference;
    row.computed = computed;
    row.error = errors.back();
    row.tolerance = tolerance;
    if (has_order) {
      row.order = observed_order(errors);
      row.least_order = 1.9;
    }
    return row;
  }
};

// Runs the model to `end` and returns the last state and what its only equation on velocities exerts then.
struct Ending {
  State state;
  Wrench reaction;
};
Ending run_to_end(const ModelDesc& model, double end, double step, const std::string& group) {
  Ending ending;
  const Watch watch = [&](const System& system, const State&, const Context& context) {
    for (const auto& set : system.sets())
      if (const ConstraintSet* joints = set->as_constraints();
          joints && joints->equation(0, 0).level == ConstraintLevel::velocity)
        ending.reaction = joints->reaction(context, 0);
  };
  ending.state = run_sampled(model, {end}, {step, end, 0.8, group}, watch).states[0];
  return ending;
}

// Runs `check(ending)` over halved steps in every group, with and without stabilisation.
template <class Check>
VerificationOutcome converge_from(const std::vector<Card>& cards, double end, double largest_step,
                                  const std::vector<Study>& studies, const Check& check) {
  constexpr int kSteps = 4;
  VerificationOutcome outcome;
  for (const std::string stabilisation : {"none", "index2"})
    for (const std::string group : {"spatial", "mixed", "local"}) {
      std::vector<Card> all = cards;
      all.push_back(solver_card(group, 0.8).set("stabilisation", stabilisation));
      all.push_back(dynamic_card(end, largest_step));
      const ModelDesc model = model_of("nonholonomic", std::move(all));
      std::vector<Study> here = studies;
      for (int k = 0; k < kSteps; ++k) check(run_to_end(model, end, largest_step / (1 << k), group), here);
      for (const Study& study : here)
        outcome.rows.push_back(study.row(fmt::format("{}, {}: ", group, stabilisation)));
    }
  return outcome;
}

// How far a turn about z is beyond an angle.
double beyond(double angle, const Quat& turn) {
  return std::remainder(2.0 * std::atan2(turn.z(), turn.w()) - angle, 2.0 * std::numbers::pi);
}

// A body on a plane, its blade at the distance a behind the centre of mass; u forward speed of the blade, w
// rate of turn: u' = a w^2, (I + m a^2) w' = -m a u w. With E = m U^2 / 2 = (I + m a^2) W^2 / 2, k = a W^2 /
// U:
//   u = U tanh k(t - t0), w = W sech k(t - t0), heading by the Gudermann function, place by quadrature.
struct Sleigh {
  double m = 2.0, inertia = 0.3, a = 0.25, W = 3.0, t0 = 1.0;
  double U = W * std::sqrt((inertia + m * a * a) / m), k = a * W * W / U;

  double u(double t) const { return U * std::tanh(k * (t - t0)); }
  double w(double t) const { return W / std::cosh(k * (t - t0)); }
  double heading(double t) const {
    const auto gudermann = [](double x) { return 2.0 * std::atan(std::tanh(0.5 * x)); };
    return W / k * (gudermann(k * (t - t0)) + gudermann(k * t0));
  }
  // Of the blade, which starts at -a; Simpson's rule, exact to round-off with this many intervals.
  Vec3 place(double t) const {
    constexpr int kIntervals = 4000;
    const auto velocity = [&](int i) -> Vec3 {
      const double s = t * i / kIntervals;
      return u(s) * Vec3(std::cos(heading(s)), std::sin(heading(s)), 0.0);
    };
    Vec3 sum = velocity(0) + velocity(kIntervals);
    for (int i = 1; i < kIntervals; ++i) sum += (i % 2 ? 4.0 : 2.0) * velocity(i);
    return Vec3(-a, 0.0, 0.0) + t / (3.0 * kIntervals) * sum;
  }
  // Sideways on the body: m (u w + a w').
  double blade_force(double t) const { return m * u(t) * w(t) * inertia / (inertia + m * a * a); }

  std::vector<Card> cards() const {
    const Vec3 velocity(u(0.0), a * w(0.0), 0.0);
    std::vector<Card> list{gravity_card({0, 0, -9.81}),
                           node_card("sleigh", Vec3::Zero(), velocity, {0, 0, w(0.0)}),
                           body_card("sleigh", m, {0.1, 0.25, inertia})};
    // Three feet keep it upright.
    for (const auto& [name, foot] : {std::pair("blade foot", Vec3(-a, 0, 0)),
                                     std::pair("left", Vec3(a, a, 0)), std::pair("right", Vec3(a, -a, 0))})
      list.push_back(joint_card("in_plane", name, "ground", attachment("sleigh", foot)));
    list.push_back(Card{"joint", "linear_velocity", "blade", {}, {}}
                       .set("at", attachment("sleigh", {-a, 0, 0}))
                       .set("direction", list_of({0, 1, 0})));
    return list;
  }
};

VerificationOutcome chaplygin_sleigh() {
  const Sleigh sleigh;
  const double end = 2.0, u = sleigh.u(end), w = sleigh.w(end), heading = sleigh.heading(end),
               force = sleigh.blade_force(end);
  const Vec3 place = sleigh.place(end);
  const std::vector<Study> studies{{"place of the blade, x(2)", 1e-4},
                                   {"heading(2)", 1e-4},
                                   {"speeds, u(2)", 1e-4},
                                   {"force on the blade", 1e-4}};
  const auto check = [&](const Ending& ending, std::vector<Study>& here) {
    const Quat turn = orientation_of(ending.state);
    const Vec3 forward = turn * Vec3::UnitX(), sideways = turn * Vec3::UnitY();
    const Vec3 v = ending.state.v.head<3>(), omega = ending.state.v.segment<3>(3);
    const Vec3 blade = position_of(ending.state) - sleigh.a * forward;
    const double off = beyond(heading, turn);
    const double speed = forward.dot(v), pushed = sideways.dot(ending.reaction.force);
    here[0].add(place.x(), blade.x(), (blade - place).norm());
    here[1].add(heading, heading + off, std::abs(off));
    here[2].add(u, speed, std::hypot(speed - u, omega.z() - w));
    here[3].add(force, pushed, std::abs(pushed - force));
  };
  return converge_from(sleigh.cards(), end, 0.02, studies, check);
}

// A rotor on a hinge with its centre of mass at 0.3 m from the axis, speed 3 + 2 sin 4t about its own axis.
VerificationOutcome driven_rotor() {
  const double end = 2.0, arm = 0.3, mass = 1.5, inertia = 0.2;
  const double speed = 3.0 + 2.0 * std::sin(4.0 * end), angle = 3.0 * end + 0.5 * (1.0 - std::cos(4.0 * end));
  const double torque = (inertia + mass * arm * arm) * 8.0 * std::cos(4.0 * end);
  const std::vector<Card> cards{
      node_card("rotor", {arm, 0, 0}, {0, 3.0 * arm, 0}, {0, 0, 3}),
      body_card("rotor", mass, {0.1, 0.1, inertia}),
      joint_card("revolute_hinge", "bearing", "ground", attachment("rotor", {-arm, 0, 0})),
      Card{"joint", "angular_velocity", "motor", {}, {}}
          .set("at", "rotor")
          .set("direction", list_of({0, 0, 1}))
          .set("value", "3 + 2 * sin(4 * t)")};
  std::vector<Study> studies{{"angle(2)", 1e-4}, {"torque(2)", 1e-3}, {"speed(2)", 1e-7}};
  studies[2].has_order = false;  // met as exactly as the constraint tolerance asks for
  const auto check = [&](const Ending& ending, std::vector<Study>& here) {
    const double off = beyond(angle, orientation_of(ending.state));
    const double omega = ending.state.v[5], moment = ending.reaction.moment.z();
    here[0].add(angle, angle + off, std::abs(off));
    here[1].add(torque, moment, std::abs(moment - torque));
    here[2].add(speed, omega, std::abs(omega - speed));
  };
  return converge_from(cards, end, 0.02, studies, check);
}

}  // namespace

void add_nonholonomic_cases(std::vector<VerificationCase>& all) {
  all.push_back({"nonholonomic/chaplygin_sleigh",
                 "closed solution of u' = a w^2, (I + m a^2) w' = -m a u w; h = 0.0025", chaplygin_sleigh});
  all.push_back({"nonholonomic/driven_rotor", "speed 3 + 2 sin 4t, its integral and its rate; h = 0.0025",
                 driven_rotor});
}

}  // namespace pintle
