#include "pintle/joints/in_line.h"

#include <gmock/gmock.h>

#include "pintle/joints/friction_battery_test_support.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_in_line(Registry& registry);

namespace {

TEST(InLine, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<InLineJoint>()); }

TEST(InLine, keeps_the_second_point_on_the_third_axis) {
  const Value axes = Value::map({{"z", Value::list({3, 4, 0})}});
  const JointCardModel model(register_in_line,
                             joint_card("in_line", Value::map({{"node", "a"}, {"axes", axes}}), "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-14);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-14);
}

TEST(InLine, passes_the_battery_with_friction) { expect_friction_battery<InLineJoint, LineFrictionSet>(1.0); }

// Node b slides with 2 m/s along axis 3 of node a under the preload of 10 N: f = 0.3 against it.
TEST(InLine, rubs_along_the_line) {
  const Value axes = Value::map({{"z", Value::list({3, 4, 0})}});
  Card card = joint_card("in_line", Value::map({{"node", "a"}, {"axes", axes}}), "b");
  card.set("friction", Value::map({{"type", "discrete_coulomb"}, {"static_friction", 0.3}}));
  card.set("preload", 10).set("shape", "simple");
  JointCardModel model(register_in_line, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<3>(6) = Vec3(1.2, 1.6, 0.0);
  model.assembled->system.fill(state, model.snapshot);
  model.assembled->system.start_history(model.context(), state);
  model.assembled->system.fill(state, model.snapshot);
  const ElementSet& friction = *model.assembled->system.sets()[1];
  std::array<double, 5> out{};
  friction.evaluate_channels(model.context(), 0, out);
  EXPECT_THAT(out, testing::ElementsAre(testing::DoubleNear(-3.0, 1e-14), testing::DoubleNear(0.3, 1e-15),
                                        10.0, testing::DoubleNear(2.0, 1e-15), 0.0));
}

}  // namespace
}  // namespace pintle
