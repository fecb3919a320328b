// A body whose angle is prescribed by a revolute driver: turns without end, torques, bent axes.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

const Vec3 kMotorInertia(0.1, 0.25, 0.3);
constexpr double kRotorMass = 1.5, kRotorArm = 0.3;  // the centre of mass is off the axis

// At an angle, with a speed, on a hinge along z through the ground's origin.
std::vector<Card> driven_rotor(double angle, double speed, const char* law) {
  const Vec3 out = kRotorArm * Vec3(std::cos(angle), std::sin(angle), 0.0);
  return {node_card("rotor", out, speed * Vec3::UnitZ().cross(out), {0, 0, speed}, {0, 0, angle}),
          body_card("rotor", kRotorMass, kMotorInertia),
          pair_card("revolute_hinge", "bearing", "ground", side("rotor", {-kRotorArm, 0, 0})),
          pair_card("revolute_driver", "motor", "ground", "rotor").set("angle", law)};
}

// Forward and backward through zero and half turns. The torque of a constant speed is zero.
TEST(RevoluteDriver, turns_a_rotor_at_constant_speed_through_whole_turns) {
  for (const auto& [name, settings] : all_forms())
    for (const double speed : {10.0, -10.0}) {
      const auto cards = driven_rotor(0.0, speed, speed > 0.0 ? "10 * t" : "-10 * t");
      double worst = 0.0;
      const Ended ended = run_model(cards, settings, 0.01, 2.0, [&](const State& state) {
        const double turned = 2.0 * std::atan2(state.q[6], state.q[3]);
        worst = std::max(worst, std::abs(std::remainder(turned - speed * state.time, 2.0 * M_PI)));
      });
      EXPECT_LT(worst, 1e-8) << name;
      EXPECT_NEAR(ended.channel("motor", "angle")[0], 2.0 * speed, 1e-8) << name;  // more than three turns
      EXPECT_NEAR(ended.channel("motor", "angular_rate")[0], speed, 1e-6) << name;
      EXPECT_NEAR(ended.channel("motor", "reaction_moment").z(), 0.0, 1e-4) << name;
    }
}

// C = 0.5 + 4 t^2 + sin 3t: the motor gives (I + m r^2) C'', the bearing holds the centre of mass.
TEST(RevoluteDriver, gives_the_torque_of_an_accelerating_law_with_second_order_in_every_form) {
  const double end = 2.2;
  const double angle = 0.5 + 4.0 * end * end + std::sin(3.0 * end);
  const double speed = 8.0 * end + 3.0 * std::cos(3.0 * end), rate = 8.0 - 9.0 * std::sin(3.0 * end);
  const Vec3 out(std::cos(angle), std::sin(angle), 0.0), along(-out.y(), out.x(), 0.0);
  const Vec3 force = kRotorMass * kRotorArm * (rate * along - speed * speed * out);
  ASSERT_GT(angle, 6.0 * M_PI);
  expect_second_order(driven_rotor(0.5, 3.0, "0.5 + 4 * t^2 + sin(3 * t)"), end, 0.02, 1e-8,
                      [&](const Ended& ended) -> std::vector<double> {
                        return {std::abs(ended.channel("motor", "angle")[0] - angle),
                                std::abs(ended.channel("motor", "angular_rate")[0] - speed),
                                std::abs(ended.channel("motor", "reaction_moment").z() -
                                         (kMotorInertia.z() + kRotorMass * kRotorArm * kRotorArm) * rate),
                                (ended.channel("bearing", "reaction_force") - force).norm()};
                      });
}

// A shaft along an axis that is bent by β about x from the ground's z, about which its angle is taken: with
// f_1 = (cos b, cos β sin b, sin β sin b), tan C = cos β tan b. For C = Ωt,
//   b' = Ω cos β / D,  b'' = -Ω^2 cos β sin^2 β sin 2C / D^2,  D = cos^2 β cos^2 C + sin^2 C.
TEST(RevoluteDriver, drives_a_shaft_about_an_axis_that_is_not_its_own) {
  const double end = 1.3, bend = 0.7, speed = 6.0, angle = speed * end;
  const double c = std::cos(bend), s = std::sin(bend);
  const double d = std::pow(c * std::cos(angle), 2) + std::pow(std::sin(angle), 2);
  const double turned = std::atan2(std::sin(angle), c * std::cos(angle)), rate = speed * c / d;
  const double acceleration = -speed * speed * c * s * s * std::sin(2.0 * angle) / (d * d);
  const Vec3 inclined(bend, 0, 0), axis = so3::exp_matrix(inclined) * Vec3::UnitZ();
  const std::vector<Card> cards{
      node_card("shaft", Vec3::Zero(), Vec3::Zero(), speed / c * axis, inclined),
      body_card("shaft", kRotorMass, kMotorInertia),
      pair_card("revolute_hinge", "bearing", side("ground", {0, 0, 0}, inclined), "shaft"),
      pair_card("revolute_driver", "motor", "ground", "shaft").set("angle", "6 * t")};
  expect_second_order(cards, end, 0.005, 1e-8, [&](const Ended& ended) -> std::vector<double> {
    return {std::abs(std::remainder(ended.channel("bearing", "angle")[0] - turned, 2.0 * M_PI)),
            std::abs(ended.channel("motor", "angle")[0] - angle),
            std::abs(ended.channel("bearing", "angular_rate")[0] - rate),
            std::abs(axis.dot(ended.channel("motor", "reaction_moment")) - kMotorInertia.z() * acceleration)};
  });
}

// Placed a quarter of a turn and three turns off, with the axes of the sides 10 degrees apart.
TEST(RevoluteDriver, is_met_by_the_assembly_from_far_off) {
  std::vector<Card> cards = driven_rotor(0.0, 0.0, "20.42035 + 2 * t");
  cards[0] = node_card("rotor", {kRotorArm, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0.17, 0, 0});
  const StartedModel started = start_model(cards);
  ASSERT_TRUE(started.report.is_consistent);
  const State& state = started.model.state;
  const double turned = 2.0 * std::atan2(state.q[6], state.q[3]);
  EXPECT_NEAR(std::remainder(turned - 20.42035, 2.0 * M_PI), 0.0, 1e-9);
  EXPECT_NEAR(state.v[5], 2.0, 1e-9);
}

}  // namespace
}  // namespace pintle
