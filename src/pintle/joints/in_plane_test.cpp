#include "pintle/joints/in_plane.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_in_plane(Registry& registry);

namespace {

TEST(InPlane, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<InPlaneJoint>()); }

TEST(InPlane, measures_from_the_first_point_along_axis_3) {
  Card card = joint_card("in_plane", "a", "p");
  card.set("distance", "50 cm");
  const JointCardModel model(register_in_plane, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi()[0], 2.0 - 0.5, 1e-15);
}

TEST(InPlane, has_the_first_point_in_the_plane_unless_told_otherwise) {
  const JointCardModel model(register_in_plane, joint_card("in_plane", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi()[0], 0.0);
  EXPECT_NEAR(model.channels()[12], 3.0, 1e-15);
  EXPECT_NEAR(model.channels()[13], 4.0, 1e-15);
}

TEST(InPlane, refuses_a_measured_distance) {
  Card card = joint_card("in_plane", "a", "b");
  card.set("distance", "node.b.position.x");
  const JointCardModel model(register_in_plane, card);
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("'distance' depends on measured quantities"));
}

}  // namespace
}  // namespace pintle
