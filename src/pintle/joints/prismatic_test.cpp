#include "pintle/joints/prismatic.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_prismatic(Registry& registry);

namespace {

TEST(Prismatic, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<Prismatic>()); }

TEST(Prismatic, slides_along_the_third_axis_of_the_first_side) {
  // Axis 3 of both sides along (3, 4, 0) / 5, the line on which b lies, 5 m from a.
  const Value axes = Value::map({{"z", Value::list({3, 4, 0})}, {"x", Value::list({0, 0, 1})}});
  const JointCardModel model(register_prismatic,
                             joint_card("prismatic", Value::map({{"node", "a"}, {"axes", axes}}),
                                        Value::map({{"node", "b"}, {"axes", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-14);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-14);
}

TEST(Prismatic, warns_when_the_axes_start_far_apart) {
  const JointCardModel model(register_prismatic, joint_card("prismatic", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("warning: joint 'test' (prismatic)"));
}

}  // namespace
}  // namespace pintle
