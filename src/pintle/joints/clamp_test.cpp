#include "pintle/joints/clamp.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_clamp(Registry& registry);

namespace {

using testing::HasSubstr;

TEST(Clamp, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<Clamp>()); }

TEST(Clamp, holds_turned_nodes_as_they_are_placed) {
  const JointCardModel model(register_clamp, joint_card("clamp", "ground", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-15);
}

TEST(Clamp, as_placed_gives_the_first_side_the_axes_and_the_point_of_the_second) {
  // lambda = force on B; in the axes of B (turned by 90 degrees about z) x becomes -y.
  JointCardModel model(
      register_clamp,
      joint_card("clamp", "a", Value::map({{"node", "b"}, {"offset", Value::list({1, 0, 0})}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-15);
  model.assembled->state.lambda[0] = -5.0;
  const VecX outputs = model.channels();
  EXPECT_LT((outputs.segment<3>(0) - Vec3(5, 0, 0)).norm(), 1e-14);   // reaction_force
  EXPECT_LT((outputs.segment<3>(6) - Vec3(0, -5, 0)).norm(), 1e-14);  // reaction_force_local
}

TEST(Clamp, brings_the_sides_together_when_asked_and_warns_of_a_large_turn) {
  Card card = joint_card("clamp", "a", "b");
  card.set("as_placed", false);
  const JointCardModel model(register_clamp, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi().head<3>().norm(), 5.0, 1e-14);
  EXPECT_THAT(model.diagnostics.to_text(),
              HasSubstr("turned against each other by 90 degrees; turn the nodes"));
}

TEST(Clamp, needs_nodes_with_axes) {
  const JointCardModel model(register_clamp, joint_card("clamp", "a", "p"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(),
              HasSubstr("test.json:7:3: error: joint 'test' (clamp): node 'p' has no orientation"));
}

TEST(Clamp, cannot_join_a_node_to_itself) {
  const JointCardModel model(register_clamp, joint_card("clamp", "a", "a"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("both sides are on the same node"));
}

}  // namespace
}  // namespace pintle
