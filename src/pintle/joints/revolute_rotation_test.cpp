#include "pintle/joints/revolute_rotation.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_rotation(Registry& registry);

namespace {

TEST(RevoluteRotation, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteRotation>()); }

TEST(RevoluteRotation, leaves_the_points_alone_and_reports_its_angle) {
  const JointCardModel model(register_revolute_rotation, joint_card("revolute_rotation", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  ASSERT_EQ(model.phi().size(), 2);
  EXPECT_LT(model.phi().norm(), 1e-15);
  EXPECT_NEAR(model.channels()[12], std::numbers::pi / 2, 1e-15);
}

}  // namespace
}  // namespace pintle
