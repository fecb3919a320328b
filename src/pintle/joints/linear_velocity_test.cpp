#include "pintle/joints/linear_velocity.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"
#include "tests/support/node_motion_battery.h"

namespace pintle {

void register_linear_velocity(Registry& registry);

namespace {

using testing::HasSubstr;

Card blade(Value at, Value direction) {
  return node_motion_card("linear_velocity", std::move(at), std::move(direction));
}

TEST(LinearVelocity, passes_the_battery) {
  EXPECT_TRUE(passes_node_motion_battery<LinearVelocity>("a"));
  EXPECT_TRUE(passes_node_motion_battery<LinearVelocity>("p"));
  EXPECT_TRUE(passes_node_motion_battery<LinearVelocity>("a", true));
}

// Node b is turned by 90 degrees about z: its axis 2 is -x of the ground.
TEST(LinearVelocity, takes_its_direction_from_the_axes_of_the_node) {
  JointCardModel model(
      register_linear_velocity,
      blade(Value::map({{"node", "b"}, {"offset", Value::list({0.5, 0, 0})}}), Value::list({0, 7, 0}))
          .set("value", "0.25 m/s"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<6>(6) << 3.0, 100.0, 0.0, 0.0, 0.0, 2.0;
  model.assembled->system.fill(state, model.snapshot);
  VecX psi(1);
  model.assembled->system.phi_dot(model.context(), {psi.data(), 1});
  EXPECT_NEAR(psi[0], -3.0 + 2.0 * 0.5 - 0.25, 1e-12);
  EXPECT_NEAR(model.channels()[12], -2.0, 1e-12);
  EXPECT_EQ(model.phi()[0], 0.0);
}

TEST(LinearVelocity, may_have_a_direction_that_stays) {
  JointCardModel model(register_linear_velocity,
                       blade("b", Value::list({0, 7, 0})).set("fixed", true).set("value", "0.25 m/s"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  model.assembled->state.v.segment<6>(6) << 3.0, 100.0, 0.0, 0.0, 0.0, 2.0;
  model.assembled->system.fill(model.assembled->state, model.snapshot);
  EXPECT_NEAR(model.channels()[12], 100.0, 1e-12);
}

TEST(LinearVelocity, refuses_the_ground_and_a_direction_without_length) {
  const JointCardModel ground(register_linear_velocity, blade("ground", Value::list({0, 1, 0})));
  EXPECT_THAT(ground.diagnostics.to_text(), HasSubstr("the ground does not move"));
  const JointCardModel zero(register_linear_velocity, blade("a", Value::list({0, 0, 0})));
  EXPECT_THAT(zero.diagnostics.to_text(), HasSubstr("the direction has no length"));
}

TEST(LinearVelocity, refuses_a_measured_value) {
  const JointCardModel model(register_linear_velocity,
                             blade("a", Value::list({0, 1, 0})).set("value", "node.b.velocity.x"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("'value' depends on measured quantities"));
}

}  // namespace
}  // namespace pintle
