#include "pintle/joints/drive_hinge.h"

#include <gmock/gmock.h>

#include <numbers>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_drive_hinge(Registry& registry);

namespace {

TEST(DriveHinge, passes_the_battery) {
  const auto card = [](BatteryRandom& random) {
    return joint_card("drive_hinge", random.attachment("a"), random.attachment("b"))
        .set("rotation", Value::list({"0.4 * sin(2 * t)", "1.2 + 0.3 * t", "-0.7"}));
  };
  EXPECT_TRUE(passes_battery(card_subject(register_drive_hinge, card), {.is_objective = true}));
}

TEST(DriveHinge, holds_the_orientation_and_leaves_the_points_alone) {
  const JointCardModel model(
      register_drive_hinge,
      joint_card("drive_hinge", "a", "b").set("rotation", Value::list({0, 0, "60 deg"})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  ASSERT_EQ(model.phi().size(), 3);
  EXPECT_LT((model.phi() - Vec3(0, 0, std::numbers::pi / 6)).norm(), 1e-14);
  EXPECT_EQ(model.set().type(), "drive hinge");
}

TEST(DriveHinge, needs_nodes_with_axes) {
  const JointCardModel model(register_drive_hinge,
                             joint_card("drive_hinge", "a", "p").set("rotation", Value::list({0, 0, 0})));
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
