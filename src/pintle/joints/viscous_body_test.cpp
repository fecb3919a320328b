#include "pintle/joints/viscous_body.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_viscous_body(Registry& registry);

namespace {

Card body_card(Value at, Value law) {
  Card card{"joint", "viscous_body", "test", {}, {}};
  return card.set("at", std::move(at)).set("law", std::move(law));
}

TEST(ViscousBody, passes_the_battery_and_brakes) {
  ValueList rows;
  for (int i = 0; i < 6; ++i) {
    ValueList row;
    for (int j = 0; j < 6; ++j) row.push_back(i == j ? 3.0 + i : 0.4 / (1 + i + j));
    rows.push_back(row);
  }
  const Value law = Value::map({{"type", "linear_viscous_generic"}, {"viscosity", rows}});
  const auto card = [law](BatteryRandom& random) { return body_card(random.attachment("a"), law); };
  EXPECT_TRUE(passes_battery(card_subject(register_viscous_body, card),
                             {.is_internal = false, .is_dissipative = true}));
}

TEST(ViscousBody, passes_the_battery_with_a_nonlinear_law) {
  const Value law =
      Value::map({{"type", "scalar_function_viscoelastic"},
                  {"rate_functions", Value::list({Value::map({{"type", "power"}, {"exponent", 3}})})}});
  const auto card = [law](BatteryRandom& random) { return body_card(random.attachment("a"), law); };
  EXPECT_TRUE(passes_battery(card_subject(register_viscous_body, card),
                             {.is_internal = false, .is_dissipative = true}));
}

// b is turned by 90 degrees about z: its x is the ground's y.
TEST(ViscousBody, sees_the_velocity_in_its_own_axes) {
  JointCardModel model(register_viscous_body,
                       body_card("b", Value::map({{"type", "linear_viscous_generic"},
                                                  {"viscosity", Value::list({1, 2, 3, 4, 5, 6})}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  model.assembled->state.v.segment<6>(6) << 0, 1, 0, 0, 0, 2;
  model.assembled->system.fill(model.assembled->state, model.snapshot);
  VecX expected(12);
  expected << 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 12;
  EXPECT_LT((model.channels() - expected).norm(), 1e-14);
}

TEST(ViscousBody, wants_a_node_that_can_move_and_turn) {
  const Value law = Value::map({{"type", "linear_viscous"}, {"viscosity", 1}});
  EXPECT_THAT(JointCardModel(register_viscous_body, body_card("ground", law)).diagnostics.to_text(),
              testing::HasSubstr("the ground does not move"));
  EXPECT_THAT(JointCardModel(register_viscous_body, body_card("p", law)).diagnostics.to_text(),
              testing::HasSubstr("'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
