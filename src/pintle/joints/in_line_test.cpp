#include "pintle/joints/in_line.h"

#include <gmock/gmock.h>

#include "pintle/joints/hinge_friction.h"
#include "pintle/laws/friction_test_support.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_in_line(Registry& registry);

namespace {

TEST(InLine, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<InLineJoint>()); }

TEST(InLine, keeps_the_second_point_on_the_third_axis) {
  const Value axes = Value::map({{"z", Value::list({3, 4, 0})}});
  const JointCardModel model(register_in_line,
                             joint_card("in_line", Value::map({{"node", "a"}, {"axes", axes}}), "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-14);
  EXPECT_NEAR(model.channels()[12], 5.0, 1e-14);
}

// A line between "a" and "b" that rubs.
BatterySubject rubbing_line(const FrictionPointer& model, FrictionShape shape) {
  BatterySubject subject;
  subject.name = "in line with friction";
  subject.build = [=](BatteryBuild& build) {
    auto& lines = build.builder.set<PairJointSet<InLineJoint>>();
    const Attachment a = build.random.attachment(build.frame("a")),
                     b = build.random.attachment(build.frame("b"));
    lines.add({"line", {}}, a, b);
    build.builder.set<LineFrictionSet>().add({"line", {}}, {a, b}, {model, shape, 1.0, 0.1}, lines);
  };
  return subject;
}

// As of a hinge, invariance is not that of multipliers.
TEST(InLine, passes_the_battery_with_friction) {
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
    EXPECT_TRUE(passes_battery(rubbing_line(coulomb, shape), options));
    EXPECT_TRUE(passes_battery(rubbing_line(bristles, shape), options));
  }
}

// Node b slides with 2 m/s along axis 3 of node a under the preload of 10 N: f = 0.3 against it.
TEST(InLine, rubs_along_the_line) {
  const Value axes = Value::map({{"z", Value::list({3, 4, 0})}});
  Card card = joint_card("in_line", Value::map({{"node", "a"}, {"axes", axes}}), "b");
  card.set("friction", Value::map({{"type", "discrete_coulomb"}, {"static_friction", 0.3}}));
  card.set("preload", 10).set("shape", "simple");
  JointCardModel model(register_in_line, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<3>(6) = Vec3(1.2, 1.6, 0.0);
  model.assembled->system.fill(state, model.snapshot);
  model.assembled->system.start_history(model.context(), state);
  model.assembled->system.fill(state, model.snapshot);
  const ElementSet& friction = *model.assembled->system.sets()[1];
  std::array<double, 5> out{};
  friction.evaluate_channels(model.context(), 0, out);
  EXPECT_THAT(out, testing::ElementsAre(testing::DoubleNear(-3.0, 1e-14), testing::DoubleNear(0.3, 1e-15),
                                        10.0, testing::DoubleNear(2.0, 1e-15), 0.0));
}

}  // namespace
}  // namespace pintle
