#include "pintle/joints/kinematic.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_kinematic(Registry& registry);

namespace {

Card moved(Value at) {
  Card card{"joint", "kinematic", "test", {}, {}};
  return card.set("at", std::move(at));
}

TEST(Kinematic, passes_the_battery) {
  const auto card = [](BatteryRandom& random) {
    return moved(random.attachment("b"))
        .set("position", Value::list({"0.4 * sin(2 * t)", "1.2 + 0.3 * t", "-0.7"}))
        .set("rotation", Value::list({"t", "1.2 * cos(t)", "-0.7 * t^2"}));
  };
  EXPECT_TRUE(passes_battery(card_subject(register_kinematic, card), {.is_objective = true}));
}

TEST(Kinematic, puts_the_point_and_the_axes_where_the_drives_say) {
  const JointCardModel model(register_kinematic,
                             moved(Value::map({{"node", "b"}, {"offset", Value::list({0.5, 0, 0})}}))
                                 .set("position", Value::list({3, 4.5, 0}))
                                 .set("rotation", Value::list({0, 0, "90 deg"})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  ASSERT_EQ(model.phi().size(), 6);
  EXPECT_LT(model.phi().norm(), 1e-14);
}

TEST(Kinematic, refuses_the_ground) {
  const JointCardModel model(register_kinematic, moved("ground").set("position", Value::list({0, 0, 0})));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("the ground does not move"));
}

}  // namespace
}  // namespace pintle
