#include "pintle/loads/couple.h"

#include "tests/support/load_card_model.h"

namespace pintle {

void register_couple(Registry& registry);

namespace {

constexpr bool kCoupleReacts = true;

Registry couples() {
  return registry_of({register_static, register_displacement, register_point_mass, register_couple});
}

Card couple_card(Value at, Value value) {
  return make_card("load", "couple", "motor", {{"at", std::move(at)}, {"value", std::move(value)}});
}

TEST(Couple, passes_the_battery) {
  for (const bool follower : {false, true}) {
    const BatterySubject subject =
        load_subject(register_couple, "couple", !kCoupleReacts,
                     {{"value", Value::list({1, "2*t", -3})}, {"follower", follower}});
    EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = follower}));
  }
}

TEST(Couple, with_reaction_passes_the_battery_as_an_internal_load) {
  for (const bool follower : {false, true}) {
    const BatterySubject subject =
        load_subject(register_couple, "couple", kCoupleReacts,
                     {{"value", Value::list({1, "2*t", -3})}, {"follower", follower}});
    EXPECT_TRUE(passes_battery(subject, {.is_invariant = follower}));
  }
}

TEST(Couple, driven_by_the_motion_of_nodes_passes_the_battery) {
  for (const bool follower : {false, true}) {
    const BatterySubject subject = load_subject(register_couple, "couple", kCoupleReacts,
                                                {{"value", measured_value()}, {"follower", follower}});
    EXPECT_TRUE(passes_battery(subject, {.is_invariant = false}));
  }
}

// Equations 21 and 22 of the Lie-group report, which has no tangent for them.
TEST(Couple, fixed_in_the_ground_is_that_of_the_report) {
  CardModel model(couples(), {turned_node("a"), couple_card("a", Value::list({10, -20, 30}))});
  const VecX residual = model.residual();
  EXPECT_EQ(residual.head<3>(), Vec3::Zero());
  EXPECT_EQ(residual.segment<3>(3), Vec3(-10, 20, -30));
  EXPECT_EQ(model.stiffness().norm(), 0.0);
}

// Equations 30 to 32.
TEST(Couple, that_follows_is_that_of_the_report) {
  Card card = couple_card("a", Value::list({10, -20, 30}));
  card.set("follower", true);
  CardModel model(couples(), {turned_node("a"), card});
  const Vec3 torque = so3::exp_matrix(test_turn()) * Vec3(10, -20, 30);
  const VecX residual = model.residual();
  EXPECT_EQ(residual.head<3>(), Vec3::Zero());
  EXPECT_TRUE(residual.segment<3>(3).isApprox(-torque, 1e-14));
  Mat6 expected = Mat6::Zero();
  expected.bottomRightCorner<3, 3>() = skew(torque);
  EXPECT_TRUE(model.stiffness().isApprox(expected, 1e-14)) << model.stiffness();
}

TEST(Couple, reports_the_power_of_the_relative_rotation) {
  Card card = couple_card("a", Value::list({0, 0, 3}));
  card.set("reaction_on", "b");
  CardModel model(couples(),
                  {make_card("node", "static", "a", {{"angular_velocity", Value::list({0, 0, 5})}}),
                   make_card("node", "static", "b", {{"angular_velocity", Value::list({0, 0, 1})}}), card});
  EXPECT_EQ(model.channel("load", "motor", "moment"), Vec3(0, 0, 3));
  EXPECT_DOUBLE_EQ(model.channel("load", "motor", "power")[0], 12.0);
}

TEST(Couple, needs_a_node_with_axes) {
  EXPECT_EQ(problems_of(couples(), with_point(couple_card("p", Value::list({1, 0, 0})))),
            "error: load 'motor' (couple): node 'p' has no orientation, so no couple can act on it; use a "
            "dynamic or static node\n");
}

}  // namespace
}  // namespace pintle
