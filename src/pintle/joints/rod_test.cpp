#include "pintle/joints/rod.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_rod(Registry& registry);
void register_spring_damper(Registry& registry);

namespace {

Value law(const std::string& type, std::initializer_list<std::pair<std::string, Value>> fields) {
  Value value = Value::map(fields);
  value.as_map().push_back({"type", {}, type});
  return value;
}

BatterySubject rod(const Value& law) {
  return card_subject(register_rod, [law](BatteryRandom& random) {
    const Value a = random.attachment("a");
    return joint_card("rod", a, random.attachment("b")).set("length", 0.8).set("law", law);
  });
}

TEST(Rod, passes_the_battery_and_keeps_its_energy) {
  EXPECT_TRUE(
      passes_battery(rod(law("linear_elastic", {{"stiffness", 3}, {"prestress", 0.2}, {"prestrain", 0.1}})),
                     {.is_objective = true, .is_conservative = true}));
  EXPECT_TRUE(passes_battery(rod(law("log_elastic", {{"stiffness", 3}})),
                             {.is_objective = true, .is_conservative = true}));
}

TEST(Rod, loses_energy_to_a_viscous_law) {
  EXPECT_TRUE(passes_battery(rod(law("linear_viscoelastic", {{"stiffness", 3}, {"viscosity", 0.7}})),
                             {.is_objective = true, .is_dissipative = true}));
  EXPECT_TRUE(
      passes_battery(rod(law("turbulent_viscoelastic", {{"stiffness", 3}, {"parabolic_viscosity", 0.7}})),
                     {.is_objective = true, .is_dissipative = true}));
}

TEST(Rod, passes_the_battery_with_a_law_that_remembers) {
  const auto stop = [](const char* state) {
    return law("linear_viscoelastic_bistop", {{"stiffness", 3},
                                              {"viscosity", 0.4},
                                              {"initial_state", state},
                                              {"activating_condition", "node.a.position.x > 100"},
                                              {"deactivating_condition", "t > 100"}});
  };
  EXPECT_TRUE(passes_battery(rod(stop("active")), {.is_objective = true}));
  // Switched on at the start, where the strain is not zero; its energy counts from there.
  const Value late =
      law("linear_elastic_bistop",
          {{"stiffness", 3}, {"activating_condition", "t >= 0"}, {"deactivating_condition", 0}});
  EXPECT_TRUE(passes_battery(rod(late), {.is_objective = true, .is_conservative = true}));
}

TEST(Rod, is_a_spring_damper_with_a_linear_law) {
  Card rod_card = joint_card("rod", "a", "b");
  rod_card.set("length", 4)
      .set("law", law("linear_viscoelastic", {{"stiffness", 40}, {"viscosity", 8}, {"prestress", 3}}));
  Card spring_card = joint_card("spring_damper", "a", "b");
  spring_card.set("length", 4).set("stiffness", 10).set("damping", 2).set("prestress", 3);
  JointCardModel rod(register_rod, rod_card), spring(register_spring_damper, spring_card);
  ASSERT_TRUE(rod.assembled) << rod.diagnostics.to_text();
  for (JointCardModel* model : {&rod, &spring}) {
    model->assembled->state.v.segment<3>(6) = Vec3(3.0, 4.0, 7.0);
    model->assembled->system.fill(model->assembled->state, model->snapshot);
  }
  EXPECT_LT((rod.channels().head<3>() - spring.channels().head<3>()).norm(), 1e-13);
  EXPECT_NEAR(rod.assembled->system.totals(rod.context()).potential,
              spring.assembled->system.totals(spring.context()).potential, 1e-13);
  EXPECT_NEAR((rod.channels().segment<3>(3) - Vec3(0.6, 0.8, 0.0)).norm(), 0.0, 1e-15);
  EXPECT_NEAR(rod.channels()[6], 0.25, 1e-15);
  EXPECT_NEAR(rod.channels()[7], 1.25, 1e-14);
}

TEST(Rod, takes_its_length_from_the_start) {
  Card card = joint_card("rod", "a", "b");
  card.set("law", law("linear_elastic", {{"stiffness", 1e9}}));
  const JointCardModel model(register_rod, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.channels()[2], 0.0);
}

TEST(Rod, refuses_what_it_cannot_do) {
  const Value at = Value::list({0.1, 0.7, 0.3});
  Card card =
      joint_card("rod", Value::map({{"node", "a"}, {"at", at}}), Value::map({{"node", "b"}, {"at", at}}));
  card.set("law", law("linear_elastic", {{"stiffness", 1}}));
  EXPECT_THAT(JointCardModel(register_rod, card).diagnostics.to_text(),
              testing::HasSubstr("so it has no length"));
  card = joint_card("rod", "a", "b").set("law", "rubber");
  EXPECT_THAT(JointCardModel(register_rod, card).diagnostics.to_text(),
              testing::HasSubstr("there is no law 'rubber'"));
  card = joint_card("rod", "a", "b")
             .set("law", law("linear_elastic_generic", {{"stiffness", Value::list({1, 2, 3})}}));
  EXPECT_THAT(JointCardModel(register_rod, card).diagnostics.to_text(),
              testing::HasSubstr("expected a number or 1 rows, got 3 rows"));
}

}  // namespace
}  // namespace pintle
