#include "pintle/joints/universal_rotation.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_universal_rotation(Registry& registry);

namespace {

TEST(UniversalRotation, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<UniversalRotation>()); }

// The couple on the cross is about the normal of both its arms: e_3 x f_2 = z x -x = -y.
TEST(UniversalRotation, exerts_a_couple_about_the_normal_of_the_cross) {
  JointCardModel model(register_universal_rotation, joint_card("universal_rotation", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi().size(), 1);
  model.assembled->state.lambda[0] = 2.0;
  const VecX outputs = model.channels();
  EXPECT_LT(outputs.segment<3>(0).norm(), 1e-15);
  EXPECT_LT((outputs.segment<3>(3) - Vec3(0, -2, 0)).norm(), 1e-14);
}

TEST(UniversalRotation, needs_nodes_with_axes) {
  const JointCardModel model(register_universal_rotation, joint_card("universal_rotation", "a", "p"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
