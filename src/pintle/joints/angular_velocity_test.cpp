#include "pintle/joints/angular_velocity.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"
#include "tests/support/node_motion_battery.h"

namespace pintle {

void register_angular_velocity(Registry& registry);

namespace {

Card speed_motor(Value at, Value direction) {
  return node_motion_card("angular_velocity", std::move(at), std::move(direction));
}

TEST(AngularVelocity, passes_the_battery) { EXPECT_TRUE(passes_node_motion_battery<AngularVelocity>("a")); }

// Node b is turned by 90 degrees about z: its axis 1 is y of the ground.
TEST(AngularVelocity, takes_its_direction_from_the_axes_of_the_node) {
  JointCardModel model(register_angular_velocity,
                       speed_motor("b", Value::list({2, 0, 0})).set("value", "0.25 + 3 * t"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<6>(6) << 3.0, 1.0, 2.0, 10.0, 5.0, 20.0;
  model.assembled->system.fill(state, model.snapshot);
  VecX psi(1), gamma(1);
  model.assembled->system.phi_dot(model.context(), {psi.data(), 1});
  model.assembled->system.gamma(model.context(), {gamma.data(), 1});
  EXPECT_NEAR(psi[0], 5.0 - 0.25, 1e-14);
  EXPECT_NEAR(gamma[0], 3.0, 1e-14);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-14);
}

TEST(AngularVelocity, refuses_a_node_without_orientation) {
  const JointCardModel model(register_angular_velocity, speed_motor("p", Value::list({0, 0, 1})));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation to hold"));
}

}  // namespace
}  // namespace pintle
