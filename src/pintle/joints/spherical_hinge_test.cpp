#include "pintle/joints/spherical_hinge.h"

#include <numbers>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_spherical_hinge(Registry& registry);

namespace {

TEST(SphericalHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<SphericalHinge>()); }

TEST(SphericalHinge, joins_the_points_of_its_card) {
  // A at (3, 4, 1) of node a; B at (0, 0, 1) of node b: both at (3, 4, 1).
  const JointCardModel model(
      register_spherical_hinge,
      joint_card("spherical_hinge", Value::map({{"node", "a"}, {"offset", Value::list({3, 4, 1})}}),
                 Value::map({{"node", "b"}, {"offset", Value::list({0, 0, 1})}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-15);
}

TEST(SphericalHinge, reports_the_relative_rotation) {
  const JointCardModel model(register_spherical_hinge, joint_card("spherical_hinge", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT((model.channels().segment<3>(12) - Vec3(0, 0, std::numbers::pi / 2)).norm(), 1e-14);
}

TEST(SphericalHinge, can_hold_a_displacement_node) {
  const JointCardModel model(register_spherical_hinge, joint_card("spherical_hinge", "a", "p"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT((model.phi() - Vec3(0, 0, 2)).norm(), 1e-15);
}

}  // namespace
}  // namespace pintle
