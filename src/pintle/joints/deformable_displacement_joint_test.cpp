#include "pintle/joints/deformable_displacement_joint.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_deformable_displacement_joint(Registry& registry);

namespace {

BatterySubject displacement_joint(const Value& law, const std::string& second = "b") {
  BatterySubject subject =
      card_subject(register_deformable_displacement_joint, [law, second](BatteryRandom& random) {
        const Value a = random.attachment("a");
        const Value b = second == "p" ? Value("p") : random.attachment(second);
        return joint_card("deformable_displacement_joint", a, b).set("law", law);
      });
  subject.displacement_nodes = second == "p" ? 1 : 0;
  return subject;
}

Value elastic() {
  const Value rows =
      Value::list({Value::list({3, 0.1, 0.2}), Value::list({0.1, 4, 0.4}), Value::list({0.2, 0.4, 5})});
  return Value::map({{"type", "linear_elastic_generic"}, {"stiffness", rows}});
}

TEST(DeformableDisplacementJoint, keeps_the_energy_of_an_elastic_law) {
  EXPECT_TRUE(passes_battery(displacement_joint(elastic()), {.is_objective = true, .is_conservative = true}));
  EXPECT_TRUE(passes_battery(displacement_joint(elastic(), "ground"),
                             {.is_objective = true, .is_conservative = true}));
  EXPECT_TRUE(
      passes_battery(displacement_joint(elastic(), "p"), {.is_objective = true, .is_conservative = true}));
}

TEST(DeformableDisplacementJoint, loses_energy_to_viscosity) {
  Value law = elastic();
  law.as_map()[0].value = "linear_viscoelastic_generic";
  law.as_map().push_back({"proportional", {}, 0.2});
  EXPECT_TRUE(passes_battery(displacement_joint(law), {.is_objective = true, .is_dissipative = true}));
}

// Closed with a strain to count from: what is remembered takes part in every check.
TEST(DeformableDisplacementJoint, passes_the_battery_with_a_law_that_remembers) {
  const Value law = Value::map({{"type", "linear_elastic_bistop"},
                                {"stiffness", Value::list({3, 4, 5})},
                                {"activating_condition", 1},
                                {"deactivating_condition", 0}});
  EXPECT_TRUE(passes_battery(displacement_joint(law), {.is_objective = true, .is_conservative = true}));
}

TEST(DeformableDisplacementJoint, wants_axes_on_its_first_side) {
  Card card = joint_card("deformable_displacement_joint", "p", "a");
  card.set("law", elastic());
  EXPECT_THAT(JointCardModel(register_deformable_displacement_joint, card).diagnostics.to_text(),
              testing::HasSubstr("'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
