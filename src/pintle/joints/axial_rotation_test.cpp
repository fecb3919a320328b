#include "pintle/joints/axial_rotation.h"

#include <gmock/gmock.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_axial_rotation(Registry& registry);

namespace {

Card shaft_motor(Value speed) {
  Card card = joint_card("axial_rotation", "a", "b");
  return card.set("angular_velocity", std::move(speed));
}

TEST(AxialRotation, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<AxialRotation>()); }

TEST(AxialRotation, prescribes_the_speed_of_the_second_side_relative_to_the_first) {
  JointCardModel model(register_axial_rotation, shaft_motor("0.5 + 3 * t"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v[5] = 1.0;
  state.v[11] = 4.0;
  model.assembled->system.fill(state, model.snapshot);
  VecX psi(6), gamma(6);
  model.assembled->system.phi_dot(model.context(), {psi.data(), 6});
  model.assembled->system.gamma(model.context(), {gamma.data(), 6});
  EXPECT_NEAR(psi[5], 4.0 - 1.0 - 0.5, 1e-14);
  EXPECT_NEAR(gamma[5], 3.0, 1e-14);
  EXPECT_EQ(model.phi()[5], 0.0);
  EXPECT_EQ(model.assembled->system.level_of(4), ConstraintLevel::position);
  EXPECT_EQ(model.assembled->system.level_of(5), ConstraintLevel::velocity);
}

TEST(AxialRotation, exerts_its_torque_on_the_second_side) {
  JointCardModel model(register_axial_rotation, shaft_motor(0));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  model.assembled->state.lambda[5] = -7.0;
  EXPECT_LT((model.channels().segment<3>(3) - Vec3(0, 0, 7)).norm(), 1e-14);
}

Card rubbing_motor(const char* model) {
  Value friction = Value::map({{"type", model}, {"static_friction", 0.3}});
  if (std::string(model) == "modlugre")
    friction = Value::map({{"type", model},
                           {"static_friction", 0.3},
                           {"sigma0", 10},
                           {"sigma1", 5},
                           {"sigma2", 0.1},
                           {"kappa", 0.001}});
  return shaft_motor(2).set("friction", friction).set("radius", 0.1).set("preload", 10);
}

TEST(AxialRotation, may_rub_but_not_stick) {
  const JointCardModel rubs(register_axial_rotation, rubbing_motor("modlugre"));
  ASSERT_TRUE(rubs.assembled) << rubs.diagnostics.to_text();
  EXPECT_EQ(rubs.assembled->system.sets().size(), 2u);
  EXPECT_EQ(rubs.assembled->system.layout().states, 1);
  const JointCardModel sticks(register_axial_rotation, rubbing_motor("discrete_coulomb"));
  EXPECT_FALSE(sticks.assembled);
  EXPECT_THAT(sticks.diagnostics.to_text(), testing::HasSubstr("cannot hold a rotation that is prescribed"));
}

TEST(AxialRotation, refuses_a_measured_speed) {
  const JointCardModel model(register_axial_rotation, shaft_motor("node.b.velocity.x"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("depends on measured quantities"));
}

}  // namespace
}  // namespace pintle
