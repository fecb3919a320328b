#include "pintle/joints/revolute_hinge.h"

#include <gmock/gmock.h>

#include <numbers>

#include "pintle/joints/friction_battery_test_support.h"
#include "tests/support/friction_cards.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_hinge(Registry& registry);

namespace {

TEST(RevoluteHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteHinge>()); }

TEST(RevoluteHinge, passes_the_battery_with_friction) {
  expect_friction_battery<RevoluteHinge, HingeFrictionSet>(0.3);
}

TEST(RevoluteHinge, wants_a_radius_and_a_model_for_friction) {
  Card without_radius = joint_card("revolute_hinge", "a", "b").set("friction", slipping_friction());
  EXPECT_THAT(JointCardModel(register_revolute_hinge, without_radius).diagnostics.to_text(),
              testing::HasSubstr("friction needs a 'radius'"));
  Card two_radii = joint_card("revolute_hinge", "a", "b");
  two_radii.set("friction", slipping_friction()).set("radius", 0.1).set("shape_radius", 0.2);
  EXPECT_THAT(JointCardModel(register_revolute_hinge, two_radii).diagnostics.to_text(),
              testing::HasSubstr("the shape has another radius than the contact"));
  EXPECT_EQ(JointCardModel(register_revolute_hinge, two_radii.set("shape_radius", 0.1)).diagnostics.to_text(),
            "");
  Card spring = joint_card("revolute_hinge", "a", "b").set("radius", 1);
  spring.set("friction", Value::map({{"type", "linear_elastic"}, {"stiffness", 3}}));
  EXPECT_THAT(JointCardModel(register_revolute_hinge, spring).diagnostics.to_text(),
              testing::HasSubstr("this is no model of friction"));
}

TEST(RevoluteHinge, reports_its_angle) {
  const JointCardModel model(register_revolute_hinge, joint_card("revolute_hinge", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_NEAR(model.channels()[12], std::numbers::pi / 2, 1e-15);
  EXPECT_LT((model.phi() - (VecX(5) << 3, 4, 0, 0, 0).finished()).norm(), 1e-15);
}

TEST(RevoluteHinge, warns_when_its_axes_start_far_apart) {
  const Value axes = Value::map({{"z", Value::list({1, 0, 0})}});
  const JointCardModel model(register_revolute_hinge,
                             joint_card("revolute_hinge", "a", Value::map({{"node", "b"}, {"axes", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(),
              testing::HasSubstr("The hinge axes are 90 degrees apart; turn the nodes"));
}

}  // namespace
}  // namespace pintle
