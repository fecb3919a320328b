// Motions with friction that can be written down: a braked wheel, a pendulum in a dry hinge.
#include <gmock/gmock.h>

#include "pintle/analysis/mode_run_test_support.h"

namespace pintle {
namespace {

constexpr double kWheelInertia = 0.1, kStart = 3.0;  // kg m^2, rad/s

// A wheel with a hinge through its centre, and a brake with M = r f N = 0.1 * 0.2 * 20 = 0.4 N m.
std::vector<Card> braked_wheel(Value friction, Value normal_force = 20.0, const char* shape = "simple") {
  return {node_card("wheel", Vec3::Zero(), Vec3::Zero(), {0, 0, kStart}),
          body_card("wheel", 2.0, {0.1, 0.1, kWheelInertia}),
          pair_card("revolute_hinge", "pin", "ground", "wheel"),
          pair_card("brake", "brake", "ground", "wheel")
              .set("friction", std::move(friction))
              .set("radius", 0.1)
              .set("shape", shape)
              .set("normal_force", std::move(normal_force))};
}

// The deceleration M/I = 4 is constant, which generalised-alpha integrates without error; the halt at t =
// 0.75 is found to 1e-7 of a step.
TEST(BrakedWheel, slows_down_linearly_and_stays_where_it_halts) {
  const ModeRun before = run_modes(braked_wheel(coulomb(0.2)), 0.01, 0.5);
  EXPECT_NEAR(before.angular_velocity(), kStart - 4.0 * 0.5, 1e-9);
  EXPECT_NEAR(before.channel("joint", "brake", "friction_moment")[0], -0.4, 1e-12);
  EXPECT_EQ(before.channel("joint", "brake", "sticks")[0], 0.0);
  const ModeRun after = run_modes(braked_wheel(coulomb(0.2)), 0.02, 1.5);
  EXPECT_NEAR(after.angle(), kStart * kStart / 8.0, 1e-8);
  EXPECT_NEAR(after.angular_velocity(), 0.0, 1e-10);
  EXPECT_NEAR(after.channel("joint", "brake", "friction_moment")[0], 0.0, 1e-8);
  EXPECT_EQ(after.channel("joint", "brake", "sticks")[0], 1.0);
}

// I ω' = -r N (f_s + σ2 r ω): ω + A = (ω0 + A) e^(-t/τ) with A = f_s/(σ2 r), τ = I/(r^2 N σ2).
TEST(BrakedWheel, slows_down_exponentially_with_viscous_friction) {
  const double a = 0.2 / (1.5 * 0.1), tau = kWheelInertia / (0.01 * 20.0 * 1.5), t = 0.3;
  std::vector<double> errors;
  for (const double h : {0.02, 0.01, 0.005}) {
    const ModeRun run = run_modes(braked_wheel(coulomb(0.2, 1.5)), h, t);
    errors.push_back(std::abs(run.angular_velocity() - ((kStart + a) * std::exp(-t / tau) - a)));
  }
  EXPECT_LT(errors[2], 5e-5);
  EXPECT_GT(std::log2(errors[0] / errors[2]) / 2, 1.8) << errors[0] << " " << errors[1] << " " << errors[2];
}

// The couple grows as 0.5 t: nothing moves until it is 0.4 N m at t = 0.8, then I ω' = 0.5 (t - 0.8).
TEST(BrakedWheel, breaks_loose_when_the_couple_is_more_than_friction) {
  std::vector<Card> cards = braked_wheel(coulomb(0.2));
  cards[0] = node_card("wheel", Vec3::Zero());
  cards.push_back(
      make_card("load", "couple", "motor", {{"at", "wheel"}, {"value", Value::list({0.0, 0.0, "0.5*t"})}}));
  const ModeRun stuck = run_modes(cards, 0.01, 0.79);
  EXPECT_NEAR(stuck.angle(), 0.0, 1e-12);
  EXPECT_NEAR(stuck.channel("joint", "brake", "friction_moment")[0], -0.395, 1e-9);
  const ModeRun loose = run_modes(cards, 0.013, 1.4);
  EXPECT_NEAR(loose.angular_velocity(), 0.25 * 0.6 * 0.6 / kWheelInertia, 1e-4);
  EXPECT_NEAR(loose.angle(), 0.25 * 0.6 * 0.6 * 0.6 / 3.0 / kWheelInertia, 1e-4);
}

// Bristles of stiffness σ0: the halt is that of dry friction but for a stretch f_s/(σ0 r) = 0.007 rad at the
// start and at the end; there the wheel swings on its bristles with 24 rad/s and loses 4 % of critical
// damping.
TEST(BrakedWheel, halts_with_bristles_nearly_as_with_dry_friction) {
  const ModeRun run = run_modes(braked_wheel(modlugre(0.2, 300.0, 1.0)), 0.002, 4.0);
  EXPECT_NEAR(run.angular_velocity(), 0.0, 0.05);
  EXPECT_NEAR(run.angle(), kStart * kStart / 8.0, 0.02);
}

// A point mass on an arm of 1 m in a dry pin of radius 0.1 m.
std::vector<Card> rubbing_pendulum(double angle, Value friction, double rate = 0.0,
                                   const char* shape = "simple_plane_hinge") {
  const Vec3 arm(std::sin(angle), -std::cos(angle), 0.0);
  return {make_card("gravity", "gravity", "", {{"acceleration", Value::list({0, -9.81, 0})}}),
          node_card("bob", arm, rate * Vec3::UnitZ().cross(arm), {0, 0, rate}, {0, 0, angle}),
          body_card("bob", 2.0, {0.1, 0.1, 0.1}),
          pair_card("revolute_hinge", "pin", "ground", side("bob", {0, 1, 0}))
              .set("friction", std::move(friction))
              .set("radius", 0.1)
              .set("shape", shape)};
}

// As a block on an incline: it stays while l sin(angle) <= r f/sqrt(1 + f^2).
TEST(DryPendulum, stays_inside_the_cone_of_friction_and_leaves_it_outside) {
  const double limit = std::asin(0.1 * 0.3 / std::sqrt(1.0 + 0.09));
  const ModeRun inside = run_modes(rubbing_pendulum(0.99 * limit, coulomb(0.3)), 0.01, 0.5);
  EXPECT_NEAR(inside.angle(), 0.99 * limit, 1e-10);
  EXPECT_EQ(inside.channel("friction", "pin", "sticks")[0], 1.0);
  EXPECT_NEAR(inside.channel("friction", "pin", "normal_force")[0], 2.0 * 9.81, 1e-8);
  const ModeRun outside = run_modes(rubbing_pendulum(1.01 * limit, coulomb(0.3)), 0.01, 0.05);
  EXPECT_LT(outside.angle(), 1.01 * limit - 1e-6);
}

// What pin and clamp share is not unique, but together they hold the bob against its weight and the push,
// about the clamp with the moment of friction. At rest after the start and after some steps.
TEST(DryPendulum, held_by_a_clamp_is_in_balance) {
  std::vector<Card> cards = rubbing_pendulum(0.0, coulomb(0.3));
  cards.push_back(pair_card("clamp", "grip", side("ground", {0, -1, 0}), "bob"));
  cards.push_back(
      make_card("load", "force", "push", {{"at", "bob"}, {"value", Value::list({6.0, 0.0, 0.0})}}));
  for (const double end : {0.0, 0.1}) {
    const ModeRun run = run_modes(cards, 0.005, end);
    const VecX pin = run.channel("joint", "pin", "reaction_force");
    const VecX grip = run.channel("joint", "grip", "reaction_force");
    EXPECT_LT((pin + grip - Vec3(-6.0, 2.0 * 9.81, 0.0)).norm(), 1e-6) << end;
    const double friction = run.channel("friction", "pin", "friction_moment")[0];
    EXPECT_NEAR(run.channel("joint", "grip", "reaction_moment")[2] + friction - pin[0], 0.0, 1e-6) << end;
  }
}

// Bristles give back what they store, at most (r S N)^2/(2 r^2 N σ0) = 0.9^2/(2 * 196) = 2e-3 J; numerical
// errors of the energy are O(h^2).
TEST(DryPendulum, only_loses_energy_and_comes_to_rest_within_the_cone) {
  for (const auto& [friction, allowed] :
       {std::pair(coulomb(0.5), 1e-6), std::pair(modlugre(0.5, 1e3, 150.0), 2e-3)}) {
    const ModeRun run = run_modes(rubbing_pendulum(0.6, friction), 0.005, 8.0);
    double least = run.energies[0], largest_gain = 0.0;
    for (const double energy : run.energies) {
      largest_gain = std::max(largest_gain, energy - least);
      least = std::min(least, energy);
    }
    EXPECT_LT(largest_gain, allowed);
    EXPECT_LT(run.energies.back(), run.energies.front() - 2.0);
    EXPECT_LT(std::abs(run.angular_velocity()), 1e-6);
    EXPECT_LE(std::abs(run.angle()), std::asin(0.05));
  }
}

// All groups and both stabilisations agree with a fine run.
TEST(DryPendulum, converges_with_the_second_order) {
  for (const Value& friction : {coulomb(0.3), modlugre(0.3, 200.0, 1.0)}) {
    for (const auto& [name, settings] : all_forms()) {
      std::vector<double> angles;
      for (const double h : {0.02, 0.01, 0.005, 0.0025})
        angles.push_back(run_modes(rubbing_pendulum(0.8, friction, 0.5), h, 1.2, settings).angle());
      const double first = std::abs(angles[1] - angles[0]), last = std::abs(angles[3] - angles[2]);
      EXPECT_GT(std::log2(first / last) / 2, 1.7) << name << ": " << first << " " << last;
      EXPECT_LT(last, 2e-4) << name;
    }
  }
}

}  // namespace
}  // namespace pintle
