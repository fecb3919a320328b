// Changes of mode in joint coordinates: drives that switch, friction that sticks, lines that become taut,
// stops; against motions that can be written down.
#include <cmath>

#include "pintle/analysis/joint_run_test_support.h"
#include "pintle/analysis/mode_run_test_support.h"

namespace pintle {
namespace {

JointSettings by(JointMethod method) {
  JointSettings settings;
  settings.method = method;
  settings.error_tolerance = 1e-10;
  return settings;
}

constexpr std::array kMethodsOfJoints{JointMethod::rk4, JointMethod::rk45, JointMethod::implicit,
                                      JointMethod::generalised_alpha};

// Each instant is found to 1e-7 of a step; constant accelerations are integrated without error.
TEST(JointEvents, a_body_falls_when_its_clamp_lets_go) {
  const double released = 0.3137, fall = 1.0 - released;
  const Value until = Value::map(
      {{"type", "step"}, {"initial_time", released}, {"step_value", -1.0}, {"initial_value", 1.0}});
  const std::vector<Card> cards{
      downwards(), node_card("stone", {1, 2, 3}), body_card("stone", 2.0, {0.1, 0.2, 0.3}),
      pair_card("clamp", "grip", side("ground", {1, 2, 3}), "stone").set("active", until)};
  for (const JointMethod method : kMethodsOfJoints) {
    const ModeRun run = run_modes(cards, 0.01, 1.0, by(method));
    EXPECT_NEAR(run.state().q[2], 3.0 - 0.5 * 9.81 * fall * fall, 1e-7) << name_of(method);
    EXPECT_NEAR(run.state().v[2], -9.81 * fall, 1e-7) << name_of(method);
    EXPECT_LT(run.channel("joint", "grip", "reaction_force").norm(), 1e-12) << name_of(method);
    const ModeRun held = run_modes(cards, 0.01, 0.3, by(method));
    EXPECT_NEAR(held.channel("joint", "grip", "reaction_force").norm(), 2.0 * 9.81, 1e-8) << name_of(method);
  }
}

// The motor is cut off at 2 rad/s.
TEST(JointEvents, a_motor_is_switched_by_the_speed_it_makes) {
  Card motor = make_card("load", "couple", "motor", {{"at", "wheel"}, {"value", Value::list({0, 0, 0.3})}});
  motor.set("active", "step(2 - node.wheel.angular_velocity.z)");
  const std::vector<Card> cards{node_card("wheel", Vec3::Zero()), body_card("wheel", 2.0, {0.1, 0.1, 0.1}),
                                pair_card("revolute_hinge", "pin", "ground", "wheel"), motor};
  for (const JointMethod method : kMethodsOfJoints) {
    const ModeRun run = run_modes(cards, 0.01, 1.0, by(method));
    EXPECT_NEAR(run.angular_velocity(), 2.0, 1e-7) << name_of(method);
    EXPECT_NEAR(run.angle(), 4.0 / 3.0, 1e-6) << name_of(method);
  }
}

// M / I = 0.1 * 0.2 * 20 / 0.1 = 4: from 3 rad/s to rest in 0.75 s, and 9/8 rad.
TEST(JointEvents, a_braked_wheel_stays_where_it_halts) {
  const std::vector<Card> cards{node_card("wheel", Vec3::Zero(), Vec3::Zero(), {0, 0, 3.0}),
                                body_card("wheel", 2.0, {0.1, 0.1, 0.1}),
                                pair_card("revolute_hinge", "pin", "ground", "wheel"),
                                pair_card("brake", "brake", "ground", "wheel")
                                    .set("friction", coulomb(0.2))
                                    .set("radius", 0.1)
                                    .set("shape", "simple")
                                    .set("normal_force", 20.0)};
  for (const JointMethod method : kMethodsOfJoints) {
    const ModeRun run = run_modes(cards, 0.02, 1.5, by(method));
    EXPECT_NEAR(run.angle(), 9.0 / 8.0, 1e-8) << name_of(method);
    EXPECT_NEAR(run.angular_velocity(), 0.0, 1e-10) << name_of(method);
    EXPECT_EQ(run.channel("joint", "brake", "sticks")[0], 1.0) << name_of(method);
  }
}

// The couple grows as 0.5 t: the wheel breaks loose at 0.4 N m, t = 0.8.
TEST(JointEvents, a_braked_wheel_breaks_loose_when_the_couple_is_more_than_friction) {
  const std::vector<Card> cards{
      node_card("wheel", Vec3::Zero()), body_card("wheel", 2.0, {0.1, 0.1, 0.1}),
      pair_card("revolute_hinge", "pin", "ground", "wheel"),
      pair_card("brake", "brake", "ground", "wheel")
          .set("friction", coulomb(0.2))
          .set("radius", 0.1)
          .set("shape", "simple")
          .set("normal_force", 20.0),
      make_card("load", "couple", "motor", {{"at", "wheel"}, {"value", Value::list({0.0, 0.0, "0.5*t"})}})};
  for (const JointMethod method : kMethodsOfJoints) {
    const ModeRun run = run_modes(cards, 0.013, 1.4, by(method));
    EXPECT_NEAR(run.angular_velocity(), 0.25 * 0.36 / 0.1, 1e-4) << name_of(method);
    EXPECT_NEAR(run.angle(), 0.25 * 0.216 / 3.0 / 0.1, 1e-4) << name_of(method);
  }
}

constexpr double kStopMass = 2.0, kStopStiffness = 800.0, kWay = 1.0, kSlideSpeed = 1.5;
const double kSwing = std::sqrt(kStopStiffness / kStopMass);  // 20 rad/s
const double kRound = 4.0 * kWay / kSlideSpeed + 2.0 * std::numbers::pi / kSwing;

// A slide between two stops: free for a metre either way, half a swing at each end; after a round all is as
// at the start.
double error_after_a_round(const std::vector<Card>& stops, int steps, const JointSettings& settings) {
  std::vector<Card> cards{node_card("mass", Vec3::Zero(), {0, 0, kSlideSpeed}),
                          body_card("mass", kStopMass, {0.1, 0.1, 0.1}),
                          pair_card("prismatic", "slide", "ground", "mass")};
  cards.insert(cards.end(), stops.begin(), stops.end());
  const ModeRun run = run_modes(cards, kRound / steps, kRound, settings);
  return std::abs(run.state().q[2]) + std::abs(run.state().v[2] - kSlideSpeed);
}

// A spring from far behind that is there only beyond the stop.
Card driven_stop(const char* name, double side_of, const char* active) {
  constexpr double kFarBehind = 3.0;
  return pair_card("spring_damper", name, side("ground", {0, 0, -kFarBehind * side_of}), "mass")
      .set("stiffness", kStopStiffness)
      .set("length", kFarBehind + kWay)
      .set("active", active);
}

// Springs that a drive switches have modes: their changes are located, and methods keep their order across
// them.
TEST(JointEvents, stops_that_are_switched_keep_the_order_of_the_method) {
  const std::vector<Card> stops{driven_stop("upper", 1.0, "step(node.mass.position.z - 1)"),
                                driven_stop("lower", -1.0, "step(-1 - node.mass.position.z)")};
  const double coarse = error_after_a_round(stops, 150, by(JointMethod::rk4)),
               fine = error_after_a_round(stops, 300, by(JointMethod::rk4));
  EXPECT_GT(coarse / fine, 10.0) << coarse << " " << fine;
  EXPECT_LT(fine, 1e-3);
  // Each event is followed by a start, whose errors are irregular: seen over two halvings.
  const double second = error_after_a_round(stops, 1000, by(JointMethod::generalised_alpha)),
               quarter = error_after_a_round(stops, 4000, by(JointMethod::generalised_alpha));
  EXPECT_GT(second / quarter, 4.0) << second << " " << quarter;
  EXPECT_LT(quarter, 1e-4);
  for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit})
    EXPECT_LT(error_after_a_round(stops, 50, by(method)), 1e-6) << name_of(method);
}

// Laws with a corner: integrators that adapt their steps pass it within their tolerance.
TEST(JointEvents, stops_that_are_laws_are_passed_within_the_tolerance) {
  const Card line = pair_card("spring_damper", "line", "ground", "mass")
                        .set("stiffness", kStopStiffness)
                        .set("length", kWay)
                        .set("taut_only", true);
  const Card law = pair_card("deformable_displacement_joint", "stops", "ground", "mass")
                       .set("law", Value::map({{"type", "double_linear_elastic"},
                                               {"dim", 3},
                                               {"stiffness", 0.0},
                                               {"second_stiffness", kStopStiffness},
                                               {"upper_strain", kWay},
                                               {"lower_strain", -kWay}}));
  for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit})
    for (const Card& stop : {line, law})
      EXPECT_LT(error_after_a_round({stop}, 50, by(method)), 1e-6) << name_of(method) << " " << stop.type;
}

TEST(JointEvents, steps_can_be_chosen_by_their_error) {
  StartedModel started = assemble_model(body_behind("spherical_hinge", false));
  const Ended fine = run_model(body_behind("spherical_hinge", false), JointSettings{}, 1e-3, 1.0);
  DynamicSettings settings;
  settings.formulation = Formulation::joint;
  settings.joint = by(JointMethod::generalised_alpha);
  settings.end_time = 1.0;
  settings.control.step = 1e-3;
  settings.control.strategy = StepStrategy::by_error;
  settings.control.tolerance = 1e-6;
  EXPECT_EQ(why_not(started.model.system, started.model.state, settings).reason, "");
  const RunReport report =
      run_dynamic(started.model.system, started.model.state, settings, {}, {}, started.diagnostics);
  EXPECT_EQ(report.status, RunStatus::finished) << report.failure;
  EXPECT_LT((started.model.state.q.segment<3>(7) - fine.position(1)).norm(), 1e-3);
  EXPECT_LT(report.steps, 800);
}

}  // namespace
}  // namespace pintle
