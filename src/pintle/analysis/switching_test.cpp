// Joints and loads that a drive switches on and off, against motions that can be written down.
#include <gmock/gmock.h>

#include "pintle/analysis/mode_run_test_support.h"

namespace pintle {
namespace {

// 1 before the instant and 0 after it, or the other way round.
Value until(double time) {
  return Value::map({{"type", "step"}, {"initial_time", time}, {"step_value", -1.0}, {"initial_value", 1.0}});
}
Value from(double time) {
  return Value::map({{"type", "step"}, {"initial_time", time}, {"step_value", 1.0}});
}

Card downward_gravity() {
  return make_card("gravity", "gravity", "", {{"acceleration", Value::list({0, -9.81, 0})}});
}

Card grip(const char* node, const Vec3& position, Value active) {
  return pair_card("clamp", "grip", side("ground", position), node).set("active", std::move(active));
}

// The step grid does not hold the instant; it is found to 1e-7 of a step, and free fall is integrated without
// error.
TEST(Switching, a_body_falls_when_its_clamp_lets_go) {
  const double released = 0.3137, end = 1.0, fall = end - released;
  std::vector<Card> cards{downward_gravity(), node_card("stone", {1, 2, 3}),
                          body_card("stone", 2.0, {0.1, 0.2, 0.3}),
                          grip("stone", Vec3(1, 2, 3), until(released))};
  for (const auto& [name, settings] : all_forms()) {
    const ModeRun run = run_modes(cards, 0.01, end, settings);
    EXPECT_NEAR(run.state().q[1], 2.0 - 0.5 * 9.81 * fall * fall, 1e-7) << name;
    EXPECT_NEAR(run.state().v[1], -9.81 * fall, 1e-7) << name;
    EXPECT_LT(run.channel("joint", "grip", "reaction_force").norm(), 1e-12) << name;
  }
  const ModeRun held = run_modes(cards, 0.01, 0.3);
  EXPECT_NEAR(held.channel("joint", "grip", "reaction_force").norm(), 2.0 * 9.81, 1e-8);
}

// The clamp and the hinge hold the same rotations: redundant until it lets go.
TEST(Switching, a_pendulum_swings_when_its_clamp_lets_go) {
  const auto cards = [](double released) {
    return std::vector<Card>{downward_gravity(), node_card("bob", {1, 0, 0}),
                             body_card("bob", 2.0, {0.1, 0.1, 0.1}),
                             pair_card("revolute_hinge", "pin", "ground", side("bob", {-1, 0, 0})),
                             grip("bob", Vec3(1, 0, 0), until(released))};
  };
  std::vector<Card> free = cards(0.0);
  free.pop_back();
  const ModeRun later = run_modes(cards(0.25), 0.005, 0.75), now = run_modes(free, 0.005, 0.5);
  EXPECT_NEAR(later.angle(), now.angle(), 2e-6);  // 0.25 is on the grid: the steps after it are the same
  EXPECT_NEAR(later.angular_velocity(), now.angular_velocity(), 2e-5);
}

TEST(Switching, a_force_acts_while_it_is_on) {
  const double from_time = 0.2031, to_time = 0.7017;
  const Value window = Value::map(
      {{"type", "double_step"}, {"initial_time", from_time}, {"final_time", to_time}, {"step_value", 1.0}});
  std::vector<Card> cards{node_card("mass", Vec3::Zero()), body_card("mass", 4.0, {1, 1, 1}),
                          make_card("load", "force", "push",
                                    {{"at", "mass"}, {"value", Value::list({8, 0, 0})}, {"active", window}})};
  const ModeRun run = run_modes(cards, 0.01, 1.0);
  const double on = to_time - from_time;
  EXPECT_NEAR(run.state().v[0], 2.0 * on, 1e-8);
  EXPECT_NEAR(run.state().q[0], on * on + 2.0 * on * (1.0 - to_time), 1e-8);
  EXPECT_EQ(run.channel("load", "push", "force").norm(), 0.0);
}

// A rope becomes taut: the masses go on with their common velocity, m1 v1 = (m1 + m2) v.
TEST(Switching, a_joint_that_is_switched_on_changes_velocities_as_an_impact_without_rebound) {
  Card rope = pair_card("distance", "rope", "left", "right");
  rope.set("length", 2.0).set("active", from(1.0));
  std::vector<Card> cards{node_card("left", Vec3::Zero()), body_card("left", 3.0, {1, 1, 1}),
                          node_card("right", {1, 0, 0}, {1, 0, 0}), body_card("right", 1.0, {1, 1, 1}), rope};
  const ModeRun run = run_modes(cards, 0.01, 1.5);
  EXPECT_NEAR(run.state().v[0], 0.25, 1e-9);
  EXPECT_NEAR(run.state().v[6], 0.25, 1e-9);
  EXPECT_NEAR(run.state().q[7] - run.state().q[0], 2.0, 1e-9);
  EXPECT_TRUE(run.diagnostics.is_empty()) << run.diagnostics.to_text();
}

TEST(Switching, tells_when_a_joint_is_open_as_it_is_switched_on) {
  std::vector<Card> cards{downward_gravity(), node_card("stone", {1, 2, 3}),
                          body_card("stone", 2.0, {0.1, 0.2, 0.3}), grip("stone", Vec3(1, 2, 3), from(0.5))};
  const ModeRun run = run_modes(cards, 0.01, 0.6);
  EXPECT_THAT(run.diagnostics.to_text(), testing::HasSubstr("a joint was switched on that was open by 1.23"));
  EXPECT_NEAR(run.state().q[1], 2.0, 1e-9);
  EXPECT_NEAR(run.state().v[1], 0.0, 1e-9);
}

// A drive that listens to the motion: the motor is cut off at 2 rad/s.
TEST(Switching, listens_to_what_is_measured) {
  Card motor = make_card("load", "couple", "motor", {{"at", "wheel"}, {"value", Value::list({0, 0, 0.3})}});
  motor.set("active", "step(2 - node.wheel.angular_velocity.z)");
  std::vector<Card> cards{node_card("wheel", Vec3::Zero()), body_card("wheel", 2.0, {0.1, 0.1, 0.1}),
                          pair_card("revolute_hinge", "pin", "ground", "wheel"), motor};
  const ModeRun run = run_modes(cards, 0.01, 1.0);
  EXPECT_NEAR(run.angular_velocity(), 2.0, 1e-7);
  EXPECT_NEAR(run.angle(), 2.0 / 3.0 + 2.0 / 3.0, 1e-6);
}

}  // namespace
}  // namespace pintle
