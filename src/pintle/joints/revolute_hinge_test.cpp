#include "pintle/joints/revolute_hinge.h"

#include <gmock/gmock.h>

#include <numbers>

#include "pintle/joints/hinge_friction.h"
#include "pintle/laws/friction_test_support.h"
#include "tests/support/friction_cards.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_hinge(Registry& registry);

namespace {

TEST(RevoluteHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteHinge>()); }

// A hinge between "a" and "b" that rubs. Placed at random, its axes are far apart: the set takes it without a
// warning.
BatterySubject rubbing_hinge(const FrictionPointer& model, FrictionShape shape) {
  BatterySubject subject;
  subject.name = "revolute hinge with friction";
  subject.build = [=](BatteryBuild& build) {
    auto& hinges = build.builder.set<PairJointSet<RevoluteHinge>>();
    const Attachment a = build.random.attachment(build.frame("a")),
                     b = build.random.attachment(build.frame("b"));
    hinges.add({"hinge", {}}, a, b);
    build.builder.set<HingeFrictionSet>().add({"hinge", {}}, {a, b}, {model, shape, 0.3, 0.1}, hinges);
  };
  return subject;
}

// Invariance is checked by multipliers that give the same forces, found by linear algebra, which friction is
// not; that of friction is checked with a brake. Derivatives with respect to multipliers, the deflection of
// bristles and its rate are among those compared.
TEST(RevoluteHinge, passes_the_battery_with_friction) {
  BatteryOptions options;
  options.is_workless = options.is_invariant = false;
  const FrictionPointer coulomb = law_test::build_friction(
      "discrete_coulomb", {{"sigma2", 0.7}, {"static_friction", law_test::falling_friction(0.4, -0.5)}});
  const FrictionPointer bristles =
      law_test::build_friction("modlugre", {{"sigma0", 0.6},
                                            {"sigma1", 0.3},
                                            {"sigma2", 0.7},
                                            {"kappa", 0.2},
                                            {"static_friction", law_test::falling_friction(0.4, -0.5)}});
  for (const FrictionShape shape : {FrictionShape::simple, FrictionShape::simple_plane_hinge}) {
    EXPECT_TRUE(passes_battery(rubbing_hinge(coulomb, shape), options));
    EXPECT_TRUE(passes_battery(rubbing_hinge(bristles, shape), options));
  }
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
