#include "pintle/joints/deformable_joint.h"

#include <gmock/gmock.h>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_deformable_joint(Registry& registry);

namespace {

Value stiffness_rows() {
  ValueList rows;
  for (int i = 0; i < 6; ++i) {
    ValueList row;
    for (int j = 0; j < 6; ++j) row.push_back(i == j ? 3.0 + i : 0.4 / (1 + i + j));
    rows.push_back(row);
  }
  return rows;
}

BatterySubject six_component_joint(const Value& law, bool on_ground = false) {
  return card_subject(register_deformable_joint, [law, on_ground](BatteryRandom& random) {
    const Value a = random.attachment(on_ground ? "ground" : "a");
    return joint_card("deformable_joint", a, random.attachment("b")).set("law", law);
  });
}

// Rotation and displacement coupled, viscous, not symmetric: tangents, objectivity, action = reaction.
TEST(DeformableJoint, passes_the_battery_with_a_full_matrix) {
  const Value law = Value::map({{"type", "linear_viscoelastic_generic"},
                                {"stiffness", stiffness_rows()},
                                {"viscosity", stiffness_rows()},
                                {"prestress", Value::list({1, 2, 3, "t", 5, 6})}});
  EXPECT_TRUE(passes_battery(six_component_joint(law), {.is_objective = true}));
  EXPECT_TRUE(passes_battery(six_component_joint(law, true), {.is_objective = true}));
}

TEST(DeformableJoint, keeps_its_energy_when_it_is_isotropic_in_rotation) {
  const Value law =
      Value::map({{"type", "linear_elastic_generic"}, {"stiffness", Value::list({3, 4, 5, 2, 2, 2})}});
  EXPECT_TRUE(passes_battery(six_component_joint(law), {.is_objective = true, .is_conservative = true}));
}

TEST(DeformableJoint, loses_energy_to_viscosity) {
  const Value law = Value::map({{"type", "linear_viscoelastic"}, {"stiffness", 2}, {"viscosity", 1}});
  EXPECT_TRUE(passes_battery(six_component_joint(law), {.is_objective = true, .is_dissipative = true}));
}

TEST(DeformableJoint, passes_the_battery_with_a_nonlinear_law) {
  const Value law = Value::map({{"type", "linear_elastic_generic_axial_torsion_coupling"},
                                {"stiffness", stiffness_rows()},
                                {"coupling", 2}});
  EXPECT_TRUE(passes_battery(six_component_joint(law), {.is_objective = true}));
}

// b lies at (3, 4, 0), turned by 90 degrees about z.
TEST(DeformableJoint, reports_what_the_law_sees_and_says) {
  Card card = joint_card("deformable_joint", "a", "b");
  card.set("law",
           Value::map({{"type", "linear_elastic_generic"}, {"stiffness", Value::list({1, 2, 3, 4, 5, 6})}}));
  const JointCardModel model(register_deformable_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  const double right = std::acos(0.0);
  VecX expected(24);
  expected << 3, 4, 0, 0, 0, 0, 0, 0, right, 0, 0, 0, 3, 8, 0, 3, 8, 0, 0, 0, 6 * right, 0, 0, 6 * right;
  EXPECT_LT((model.channels() - expected).norm(), 1e-13);
}

TEST(DeformableJoint, wants_nodes_with_axes) {
  Card card = joint_card("deformable_joint", "a", "p");
  card.set("law", Value::map({{"type", "linear_elastic"}, {"stiffness", 1}}));
  EXPECT_THAT(JointCardModel(register_deformable_joint, card).diagnostics.to_text(),
              testing::HasSubstr("'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
