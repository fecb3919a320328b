#include "pintle/analysis/kinematic.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

constexpr double kCrank = 0.1, kRod = 0.3, kMotorSpeed = 2.0;

// Crank at the origin, rod, slider along x. Without the motor the crank is free.
std::vector<Card> driven_slider_crank(bool has_motor) {
  std::vector<Card> cards{
      node_card("crank", {0.05, 0, 0}),
      node_card("rod", {0.25, 0, 0}),
      node_card("slider", {0.4, 0, 0}),
      body_card("crank", 0.2, {2e-5, 1.7e-4, 1.7e-4}),
      body_card("rod", 0.2, {2e-5, 1.5e-3, 1.5e-3}),
      body_card("slider", 0.4, {1e-4, 1e-4, 1e-4}),
      pair_card("spherical_hinge", "bearing", "ground", side("crank", {-0.05, 0, 0})),
      pair_card("revolute_hinge", "crank pin", side("crank", {0.05, 0, 0}), side("rod", {-0.15, 0, 0})),
      pair_card("in_line", "wrist pin", side("rod", {0.15, 0, 0}), side("slider", Vec3::Zero())),
      pair_card("prismatic", "guide", side("ground", Vec3::Zero(), {0, std::numbers::pi / 2, 0}),
                side("slider", Vec3::Zero(), {0, std::numbers::pi / 2, 0}))};
  if (has_motor)
    cards.push_back(pair_card("drive_hinge", "motor", "ground", "crank")
                        .set("rotation", Value::list({0.0, 0.0, fmt::format("{} * t", kMotorSpeed)})));
  else
    cards.push_back(pair_card("revolute_rotation", "axis", "ground", "crank"));
  return cards;
}

TEST(KinematicAnalysis, a_slider_crank_follows_the_closed_form_to_round_off) {
  PartitionedSettings settings;
  settings.tolerance = 1e-8;  // what is left is its square
  double worst = 0.0;
  run_model(driven_slider_crank(true), settings, 0.01, 4.0, [&](const State& state) {
    const double th = kMotorSpeed * state.time, s = kCrank * std::sin(th), c = kCrank * std::cos(th);
    const double root = std::sqrt(kRod * kRod - s * s);
    const double x = c + root;
    const double v = -kMotorSpeed * s * (1.0 + c / root);
    const double a =
        -kMotorSpeed * kMotorSpeed * (c + (c * c - s * s) / root + s * s * c * c / (root * root * root));
    worst =
        std::max({worst, std::abs(state.q[14] - x), std::abs(state.v[12] - v), std::abs(state.a[12] - a)});
  });
  EXPECT_LT(worst, 1e-12);
}

TEST(KinematicAnalysis, says_which_motions_are_open_and_what_moves_with_them) {
  Diagnostics diagnostics;
  const StartedModel started = start_model(driven_slider_crank(false));
  EXPECT_FALSE(check_driven(started.model.system, started.model.state, diagnostics));
  const std::string text = diagnostics.to_text();
  for (const char* word :
       {"move 'crank', 'rod'", "joints 'bearing', 'crank pin', 'wrist pin' and 'axis' allow it", "1 of 18"})
    EXPECT_NE(text.find(word), std::string::npos) << text;
}

// A flywheel on a driven arm: its own turn is open, the arm's is not.
TEST(KinematicAnalysis, joints_that_do_not_move_are_not_blamed) {
  Diagnostics diagnostics;
  const StartedModel started = start_model(
      {node_card("arm", {0.5, 0, 0}), node_card("wheel", {1, 0, 0}), node_card("stray", {0, 0, 5}),
       body_card("arm", 1.0, Vec3::Ones()), body_card("wheel", 1.0, Vec3::Ones()),
       body_card("stray", 1.0, Vec3::Ones()),
       pair_card("revolute_hinge", "pivot", "ground", side("arm", {-0.5, 0, 0})),
       pair_card("drive_hinge", "motor", "ground", "arm").set("rotation", Value::list({0.0, 0.0, "3 * t"})),
       pair_card("revolute_hinge", "axle", side("arm", {0.5, 0, 0}), side("wheel", Vec3::Zero()))});
  EXPECT_FALSE(check_driven(started.model.system, started.model.state, diagnostics));
  const std::string text = diagnostics.to_text();
  for (const char* words : {"with it moves 'wheel'; joint 'axle' allows it",
                            "nothing drives stray.x: with it moves 'stray'; no joint holds it", "7 of 18"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
  for (const char* blameless : {"'pivot'", "'motor'"})
    EXPECT_EQ(text.find(blameless), std::string::npos) << text;
}

// Both turn the crank alike at the start: one equation follows from the other, until the motors part.
TEST(KinematicAnalysis, drives_that_contradict_each_other_on_the_way_stop_the_run) {
  std::vector<Card> cards = driven_slider_crank(true);
  cards.push_back(
      pair_card("drive_hinge", "second motor", "ground", "crank")
          .set("rotation", Value::list({0.0, 0.0, fmt::format("{} * t + 0.1 * t^2", kMotorSpeed)})));
  StartedModel started = start_model(cards);
  EXPECT_EQ(started.report.redundant.size(), 3u);
  const System& system = started.model.system;
  PartitionedStepper stepper(system, {}, started.report.redundant_multipliers());
  State state = started.model.state;
  stepper.start(state, 0.01);
  const StepReport report = stepper.step(state, 0.01, 0.01);
  ASSERT_FALSE(report.is_accepted());
  const std::string text = explain_failure(system, state, stepper.trial(), report);
  for (const char* words : {"Largest residual: joint '", "motor'", "their drives contradict each other"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(KinematicAnalysis, what_is_driven_leaves_nothing_open) {
  Diagnostics diagnostics;
  const StartedModel started = start_model(driven_slider_crank(true));
  EXPECT_TRUE(check_driven(started.model.system, started.model.state, diagnostics)) << diagnostics.to_text();
}

}  // namespace
}  // namespace pintle
