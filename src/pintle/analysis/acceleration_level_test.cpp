// Equations on accelerations through assembly and steps: what they must do, and what they must leave alone.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

const Vec3 kRotorInertia(0.1, 0.25, 0.3);

Card pushed(const std::string& type, const std::string& name, const Vec3& direction, Value value,
            const Vec3& offset = Vec3::Zero()) {
  return make_card("joint", type, name,
                   {{"at", side("body", offset)}, {"direction", list_of(direction)}, {"value", value}});
}

TEST(AccelerationLevel, equations_leave_positions_and_velocities_at_the_start_alone) {
  const StartedModel started =
      start_model({node_card("body", {1, 2, 3}, {4, 5, 6}, {0.1, 0.2, 0.3}, {0.5, 0, 0}),
                   body_card("body", 2.0, kRotorInertia),
                   pushed("linear_acceleration", "push", {0, 1, 0}, 7.0, {0.2, 0.1, 0.4}),
                   pushed("angular_acceleration", "turn", {0, 0, 1}, -3.0)});
  EXPECT_TRUE(started.report.position_corrections.empty());
  EXPECT_TRUE(started.report.velocity_corrections.empty());
  EXPECT_LT((started.model.state.v.head<3>() - Vec3(4, 5, 6)).norm(), 1e-15);
  EXPECT_TRUE(started.diagnostics.is_empty()) << started.diagnostics.to_text();
}

// They do not restrict what other joints correct either: the foot comes down without a tilt.
TEST(AccelerationLevel, equations_do_not_restrict_the_assembly_of_other_joints) {
  const StartedModel started =
      start_model({node_card("body", {0, 0, 0.3}, {0, 0, 0.7}), body_card("body", 2.0, kRotorInertia),
                   pair_card("in_plane", "foot", "ground", "body"),
                   pushed("linear_acceleration", "push", {0, 0, 1}, 1.0, {1, 0, 0})});
  ASSERT_EQ(started.report.position_corrections.size(), 1u);
  EXPECT_LT(started.report.position_corrections[0].rotation.norm(), 1e-12);
  ASSERT_EQ(started.report.velocity_corrections.size(), 1u);
  EXPECT_LT((started.report.velocity_corrections[0].translation - Vec3(0, 0, -0.7)).norm(), 1e-9);
  EXPECT_LT(started.report.velocity_corrections[0].rotation.norm(), 1e-12);
}

// a + alpha x r + omega x (omega x r) along the direction, and Newton's law for the force.
TEST(AccelerationLevel, accelerations_at_the_start_meet_the_equations) {
  const Vec3 offset(0.2, 0.1, 0.4), omega(0.5, -0.3, 1.1);
  const StartedModel started =
      start_model({node_card("body", {1, 2, 3}, {4, 5, 6}, omega), body_card("body", 2.0, kRotorInertia),
                   pushed("linear_acceleration", "push", {0, 1, 0}, 7.0, offset)});
  const VecX& a = started.model.state.a;
  const Vec3 alpha = a.segment<3>(3);
  const Vec3 acceleration = a.head<3>() + alpha.cross(offset) + omega.cross(omega.cross(offset));
  EXPECT_NEAR(acceleration.y(), 7.0, 1e-12);
  const double force = -started.model.state.lambda[0];
  EXPECT_LT((a.head<3>() - Vec3(0, force / 2.0, 0)).norm(), 1e-12);
  const Vec3 moment = offset.cross(Vec3(0, force, 0));
  const Vec3 spun = kRotorInertia.cwiseProduct(alpha) + omega.cross(Vec3(kRotorInertia.cwiseProduct(omega)));
  EXPECT_LT((spun - moment).norm(), 1e-12);
}

// A rotor on a hinge, angular acceleration 8 cos 4t: speed 1 + 2 sin 4t, angle t + (1 - cos 4t) / 2. Its
// centre of mass is at 0.3 m from the axis.
TEST(AccelerationLevel, a_driven_rotor_converges_with_second_order_in_every_form) {
  const double end = 1.2, arm = 0.3, mass = 1.5;
  const double angle = end + 0.5 * (1.0 - std::cos(4.0 * end)), speed = 1.0 + 2.0 * std::sin(4.0 * end);
  const double torque = (kRotorInertia.z() + mass * arm * arm) * 8.0 * std::cos(4.0 * end);
  const std::vector<Card> cards{node_card("body", {arm, 0, 0}, {0, arm, 0}, {0, 0, 1}),
                                body_card("body", mass, kRotorInertia),
                                pair_card("revolute_hinge", "bearing", "ground", side("body", {-arm, 0, 0})),
                                pushed("angular_acceleration", "motor", {0, 0, 1}, "8 * cos(4 * t)")};
  // The torque is as exact as the balance of moments, 1e-8 of some N m.
  expect_second_order(cards, end, 0.04, 1e-7, [&](const Ended& ended) -> std::vector<double> {
    const Mat3 axes = ended.axes();
    return {std::abs(std::remainder(std::atan2(axes(1, 0), axes(0, 0)) - angle, 2.0 * M_PI)),
            std::abs(ended.angular_velocity().z() - speed),
            std::abs(ended.channel("motor", "reaction_moment").z() - torque)};
  });
}

// A body turns about z with 2 rad/s and is pushed along its own axes 1 and 2 by s and 0: the velocity is the
// integral of s (cos 2t, sin 2t).
TEST(AccelerationLevel, a_body_pushed_along_its_own_axes_converges_with_second_order_in_every_form) {
  const double end = 1.0, mass = 2.0, push = 3.0;
  const double s = std::sin(2.0 * end), c = std::cos(2.0 * end);
  const Vec3 velocity = push * Vec3(0.5 * s, 0.5 * (1.0 - c), 0.0);
  const Vec3 place = push * Vec3(0.25 * (1.0 - c), 0.5 * end - 0.25 * s, 0.0);
  const Vec3 force = mass * push * Vec3(c, s, 0.0);
  const std::vector<Card> cards{node_card("body", {0, 0, 0}, {0, 0, 0}, {0, 0, 2}),
                                body_card("body", mass, kRotorInertia),
                                pushed("linear_acceleration", "push", {1, 0, 0}, push),
                                pushed("linear_acceleration", "guide", {0, 1, 0}, 0.0)};
  expect_second_order(cards, end, 0.04, 1e-8, [&](const Ended& ended) -> std::vector<double> {
    return {(ended.position() - place).norm(), (ended.velocity() - velocity).norm(),
            (ended.channel("push", "reaction_force") - force).norm()};
  });
}

}  // namespace
}  // namespace pintle
