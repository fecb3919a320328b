#include "pintle/joints/revolute_hinge.h"

#include <gmock/gmock.h>

#include <numbers>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_hinge(Registry& registry);

namespace {

TEST(RevoluteHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteHinge>()); }

TEST(RevoluteHinge, reports_its_angle) {
  const JointCardModel model(register_revolute_hinge, joint_card("revolute_hinge", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_NEAR(model.channels()[12], std::numbers::pi / 2, 1e-15);
  EXPECT_LT((model.phi() - (VecX(5) << 3, 4, 0, 0, 0).finished()).norm(), 1e-15);
}

TEST(RevoluteHinge, warns_when_its_axes_start_far_apart) {
  const Value axes = Value::map({{"z", Value::list({1, 0, 0})}});
  const JointCardModel model(register_revolute_hinge,
                             joint_card("revolute_hinge", "a", Value::map({{"node", "b"}, {"axes", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("The hinge axes are 90 degrees apart."));
}

}  // namespace
}  // namespace pintle
