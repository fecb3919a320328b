#include "pintle/joints/angular_acceleration.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"
#include "tests/support/node_motion_battery.h"

namespace pintle {

void register_angular_acceleration(Registry& registry);

namespace {

Card acceleration_motor(Value at) {
  return node_motion_card("angular_acceleration", std::move(at), Value::list({2, 0, 0}));
}

TEST(AngularAcceleration, passes_the_battery) {
  EXPECT_TRUE(passes_node_motion_battery<AngularAcceleration>("a"));
}

// Node b is turned by 90 degrees about z: its axis 1 is y of the ground.
TEST(AngularAcceleration, takes_its_direction_from_the_axes_of_the_node) {
  JointCardModel model(register_angular_acceleration, acceleration_motor("b").set("value", "0.25 + 3 * t"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.a.segment<6>(6) << 3.0, 1.0, 2.0, 10.0, 5.0, 20.0;
  model.assembled->system.fill(state, model.snapshot);
  VecX gamma(1);
  model.assembled->system.gamma(model.context(), {gamma.data(), 1});
  EXPECT_NEAR(gamma[0], 0.25, 1e-14);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-14);
}

TEST(AngularAcceleration, refuses_a_node_without_orientation) {
  const JointCardModel model(register_angular_acceleration, acceleration_motor("p"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation to hold"));
}

}  // namespace
}  // namespace pintle
