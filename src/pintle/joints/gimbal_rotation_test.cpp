#include "pintle/joints/gimbal_rotation.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_gimbal_rotation(Registry& registry);

namespace {

TEST(GimbalRotation, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<GimbalRotation>()); }

// phi is 2 w z of the relative quaternion (w, x, y, z): zero when inclined, sin(angle) when twisted.
TEST(GimbalRotation, allows_inclination_and_measures_twist) {
  const auto phi_of = [](const Vec3& rotation) {
    PairPose pose;
    pose.E.setIdentity();
    pose.F = so3::exp_matrix(rotation);
    double phi = 0.0;
    NoTwist::phi(pose, &phi);
    return phi;
  };
  EXPECT_NEAR(phi_of({0.7, -0.9, 0.0}), 0.0, 1e-15);
  EXPECT_NEAR(phi_of({0.0, 0.0, 0.4}), std::sin(0.4), 1e-15);
}

TEST(GimbalRotation, the_card_measures_the_turn_of_the_node) {
  JointCardModel model(register_gimbal_rotation, joint_card("gimbal_rotation", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi()[0], 1.0, 1e-15);  // 90 degrees about z
  model.assembled->state.lambda[0] = 3.0;
  EXPECT_LT(model.channels().segment<3>(0).norm(), 1e-15);  // no force
}

}  // namespace
}  // namespace pintle
