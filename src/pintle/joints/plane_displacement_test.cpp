#include "pintle/joints/plane_displacement.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_plane_displacement(Registry& registry);

namespace {

TEST(PlaneDisplacement, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<PlaneDisplacement>()); }

TEST(PlaneDisplacement, reports_the_place_in_the_plane_and_the_angle) {
  const JointCardModel model(register_plane_displacement, joint_card("plane_displacement", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-15);
  EXPECT_LT((model.channels().segment<3>(12) - Vec3(3, 4, std::numbers::pi / 2)).norm(), 1e-14);
}

// The second point is 0.5 m above the plane; the joint carries a weight there.
TEST(PlaneDisplacement, pushes_along_axis_3_at_the_second_point) {
  JointCardModel model(register_plane_displacement,
                       joint_card("plane_displacement", "a",
                                  Value::map({{"node", "b"}, {"offset", Value::list({0, 0, 0.5})}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi()[0], 0.5, 1e-15);
  model.assembled->state.lambda[0] = -9.81;
  EXPECT_LT((model.channels().segment<3>(0) - Vec3(0, 0, 9.81)).norm(), 1e-14);
  EXPECT_LT(model.channels().segment<3>(3).norm(), 1e-14);
}

}  // namespace
}  // namespace pintle
