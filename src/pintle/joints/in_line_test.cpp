#include "pintle/joints/in_line.h"

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

}  // namespace
}  // namespace pintle
