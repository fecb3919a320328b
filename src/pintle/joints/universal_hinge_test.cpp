#include "pintle/joints/universal_hinge.h"

#include <gmock/gmock.h>

#include <numbers>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_universal_hinge(Registry& registry);

namespace {

TEST(UniversalHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<UniversalHinge>()); }

// Node b is turned by 90 degrees about z, and its side by another 30 degrees about its own axis 2.
TEST(UniversalHinge, reports_its_angles) {
  const Value axes = Value::map({{"rotation_vector", Value::list({0, std::numbers::pi / 6, 0})}});
  const JointCardModel model(
      register_universal_hinge,
      joint_card("universal_hinge", "a", Value::map({{"node", "b"}, {"orientation", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_NEAR(model.channels()[12], std::numbers::pi / 2, 1e-14);
  EXPECT_NEAR(model.channels()[13], std::numbers::pi / 6, 1e-14);
  EXPECT_LT((model.phi() - (VecX(4) << 3, 4, 0, 0).finished()).norm(), 1e-14);
}

TEST(UniversalHinge, warns_when_its_axes_start_parallel) {
  const Value axes = Value::map({{"y", Value::list({0, 0, 1})}});
  const JointCardModel model(register_universal_hinge,
                             joint_card("universal_hinge", "a", Value::map({{"node", "b"}, {"axes", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(),
              testing::HasSubstr("are 0 degrees apart; they should be at right"));
}

TEST(UniversalHinge, is_known_by_its_other_name) {
  const JointCardModel model(register_universal_hinge, joint_card("cardano_hinge", "a", "b"));
  EXPECT_TRUE(model.assembled) << model.diagnostics.to_text();
}

}  // namespace
}  // namespace pintle
