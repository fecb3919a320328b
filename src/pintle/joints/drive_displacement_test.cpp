#include "pintle/joints/drive_displacement.h"

#include <gtest/gtest.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_drive_displacement(Registry& registry);

namespace {

TEST(DriveDisplacement, passes_the_battery) {
  const auto card = [](BatteryRandom& random) {
    return joint_card("drive_displacement", random.attachment("a"), random.attachment("b"))
        .set("position", Value::list({"0.4 * sin(2 * t)", "1.2 + 0.3 * t", "-0.7"}));
  };
  EXPECT_TRUE(passes_battery(card_subject(register_drive_displacement, card), {.is_objective = true}));
}

// p is at (0, 0, 2); seen from b, at (3, 4, 0) and turned by 90 degrees about z, at (-4, 3, 2).
TEST(DriveDisplacement, holds_points_of_any_node_in_the_axes_of_the_first_side) {
  JointCardModel model(
      register_drive_displacement,
      joint_card("drive_displacement", "b", "p").set("position", Value::list({-4, 3, "1.5 + t"})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT((model.phi() - Vec3(0, 0, 0.5)).norm(), 1e-14);
  model.assembled->state.lambda << -5, 0, 0;
  EXPECT_LT((model.channels().segment<3>(0) - Vec3(0, 5, 0)).norm(), 1e-14);
}

}  // namespace
}  // namespace pintle
