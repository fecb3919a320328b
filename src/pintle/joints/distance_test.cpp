#include "pintle/joints/distance.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_distance(Registry& registry);

namespace {

using testing::HasSubstr;

TEST(Distance, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<Distance>()); }

TEST(Distance, keeps_the_distance_at_the_start_unless_told_otherwise) {
  const JointCardModel model(register_distance, joint_card("distance", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi()[0], 0.0);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-15);
}

TEST(Distance, takes_its_length_from_a_drive_of_time) {
  Card card = joint_card("distance", "a", "b");
  card.set("length", "2 + time^2");
  const JointCardModel model(register_distance, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi()[0], 3.0, 1e-15);
  VecX gamma(1);
  model.assembled->system.gamma(model.context(), {gamma.data(), 1});
  EXPECT_NEAR(gamma[0], 2.0, 1e-15);
}

TEST(Distance, refuses_zero_length_with_place_and_advice) {
  Card card = joint_card("distance", "a", "b");
  card.set("length", Value(0).set_place({std::make_shared<std::string>("test.json"), 8, 20}));
  const JointCardModel model(register_distance, card);
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(
      model.diagnostics.to_text(),
      HasSubstr(
          "test.json:8:20: error: joint 'test' (distance): the length must be greater than zero; a spherical "
          "hinge holds two points together"));
}

TEST(Distance, refuses_points_that_coincide_at_the_start) {
  const Value at = Value::list({0.1, 0.7, 0.3});
  const JointCardModel model(register_distance,
                             joint_card("distance", Value::map({{"node", "a"}, {"at", at}}),
                                        Value::map({{"node", "b"}, {"at", at}})));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("test.json:7:3: error"));
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("coincide at the start"));
}

TEST(Distance, refuses_a_measured_length) {
  Card card = joint_card("distance", "a", "b");
  card.set("length", "2 + node.b.velocity.x");
  const JointCardModel model(register_distance, card);
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("'length' depends on measured quantities"));
}

TEST(Distance, says_so_when_the_points_meet) {
  PairPose pose;
  pose.r_a = Vec3(1, 0, 0);
  pose.r_b = Vec3(0, 1, 0);
  pose.d = Vec3(1e-10, 0, 0);
  EXPECT_THAT(Distance::describe_trouble(pose), HasSubstr("direction between them is undefined"));
  pose.d = Vec3(1e-3, 0, 0);
  EXPECT_EQ(Distance::describe_trouble(pose), "");
}

}  // namespace
}  // namespace pintle
