#include "pintle/joints/linear_acceleration.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"
#include "tests/support/node_motion_battery.h"

namespace pintle {

void register_linear_acceleration(Registry& registry);

namespace {

TEST(LinearAcceleration, passes_the_battery) {
  EXPECT_TRUE(passes_node_motion_battery<LinearAcceleration>("a"));
  EXPECT_TRUE(passes_node_motion_battery<LinearAcceleration>("p"));
  EXPECT_TRUE(passes_node_motion_battery<LinearAcceleration>("a", true));
}

// Node b is turned by 90 degrees about z: its axis 1 is y of the ground. At 0.5 m along it the turning pulls
// by omega^2 r towards the node.
TEST(LinearAcceleration, holds_the_acceleration_of_the_point) {
  JointCardModel model(register_linear_acceleration,
                       node_motion_card("linear_acceleration",
                                        Value::map({{"node", "b"}, {"offset", Value::list({0.5, 0, 0})}}),
                                        Value::list({3, 0, 0}))
                           .set("value", "0.25 m/s^2"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<6>(6) << 3.0, 100.0, 0.0, 0.0, 0.0, 2.0;
  state.a.segment<6>(6) << 7.0, 5.0, 0.0, 0.0, 0.0, 11.0;
  model.assembled->system.fill(state, model.snapshot);
  VecX gamma(1), psi(1);
  model.assembled->system.gamma(model.context(), {gamma.data(), 1});
  model.assembled->system.phi_dot(model.context(), {psi.data(), 1});
  EXPECT_NEAR(model.channels()[12], 5.0 - 4.0 * 0.5, 1e-12);
  EXPECT_NEAR(gamma[0], 0.25 + 4.0 * 0.5, 1e-12);
  EXPECT_EQ(psi[0], 0.0);
  EXPECT_EQ(model.assembled->system.level_of(0), ConstraintLevel::acceleration);
}

TEST(LinearAcceleration, refuses_the_ground) {
  const JointCardModel ground(register_linear_acceleration,
                              node_motion_card("linear_acceleration", "ground", Value::list({0, 1, 0})));
  EXPECT_THAT(ground.diagnostics.to_text(), testing::HasSubstr("the ground does not move"));
}

}  // namespace
}  // namespace pintle
