#include "pintle/joints/spring_damper.h"

#include <gmock/gmock.h>

#include <array>

#include "tests/support/joint_card_model.h"

namespace pintle {

void register_spring_damper(Registry& registry);

namespace {

using FourSprings = std::array<SpringDamperProperties, 4>;

BatterySubject springs(const FourSprings& properties) {
  BatterySubject subject;
  subject.name = "spring damper";
  subject.structural_nodes = 4;
  subject.displacement_nodes = 2;
  subject.build = [properties](BatteryBuild& build) {
    auto& set = build.builder.set<SpringDamperSet>();
    const auto side = [&](const char* node) { return build.random.attachment(build.frame(node)); };
    const Attachment a = side("a"), b = side("b"), c = side("c"), d = side("d");
    set.add({"between nodes", {}}, a, b, properties[0]);
    set.add({"from the ground", {}}, build.random.attachment(kGroundFrame), c, properties[1]);
    set.add({"to the ground", {}}, d, build.random.attachment(kGroundFrame), properties[2]);
    set.add({"between points", {}}, {build.frame("p")}, {build.frame("q")}, properties[3]);
  };
  return subject;
}
BatterySubject spring(const SpringDamperProperties& p) { return springs({p, p, p, p}); }

TEST(SpringDamper, passes_the_battery_and_loses_energy_to_its_damper) {
  EXPECT_TRUE(passes_battery(spring({3.0, 0.7, 0.4, 0.2}), {.is_objective = true, .is_dissipative = true}));
}

TEST(SpringDamper, keeps_its_energy_without_damper) {
  EXPECT_TRUE(passes_battery(spring({3.0, 0.0, 0.4, 0.2}), {.is_objective = true, .is_conservative = true}));
}

TEST(SpringDamper, passes_the_battery_as_a_card) {
  const auto card = [](BatteryRandom& random) {
    const Value a = random.attachment("a");
    return joint_card("spring_damper", a, random.attachment("b"))
        .set("stiffness", "3 N/m")
        .set("damping", 0.5);
  };
  EXPECT_TRUE(passes_battery(card_subject(register_spring_damper, card),
                             {.is_objective = true, .is_dissipative = true}));
}

TEST(SpringDamper, pulls_with_stiffness_damping_and_prestress) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("stiffness", 10).set("damping", 2).set("length", 4).set("prestress", 3);
  JointCardModel model(register_spring_damper, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<3>(6) = Vec3(3.0, 4.0, 7.0);  // 5 m/s along the line
  model.assembled->system.fill(state, model.snapshot);
  EXPECT_NEAR(model.channels()[0], 5.0, 1e-15);
  EXPECT_NEAR(model.channels()[1], 5.0, 1e-14);
  EXPECT_NEAR(model.channels()[2], 10.0 * 1.0 + 2.0 * 5.0 + 3.0, 1e-13);
}

TEST(SpringDamper, tells_its_elongation_and_energy) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("stiffness", 10).set("length", 4.5).set("prestress", 3);
  const JointCardModel model(register_spring_damper, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.channels()[3], 0.5, 1e-15);
  EXPECT_NEAR(model.channels()[4], 0.5 * 10.0 * 0.25 + 3.0 * 0.5, 1e-14);
}

// One line is slack for sure, the others are mostly taut; dampers of less and of more force than the springs.
TEST(SpringDamper, passes_the_battery_as_a_line_that_is_only_taut) {
  const auto lines = [](double damping) {
    const auto line = [&](double length) { return SpringDamperProperties{3.0, damping, length, 0.0, true}; };
    return springs({line(0.2), line(20.0), line(0.4), line(0.1)});
  };
  for (const double damping : {0.1, 2.0, 50.0})
    EXPECT_TRUE(passes_battery(lines(damping), {.is_objective = true, .is_dissipative = true})) << damping;
  EXPECT_TRUE(passes_battery(lines(0.0), {.is_objective = true, .is_conservative = true}));
}

// A line of 10 N/m and 2 N s/m over 5 m: tension and energy at a free length and a speed along it.
VecX taut_line(double free_length, double speed) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("stiffness", 10).set("damping", 2).set("length", free_length).set("taut_only", true);
  JointCardModel model(register_spring_damper, card);
  EXPECT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v.segment<3>(6) = speed * Vec3(0.6, 0.8, 0.0);
  model.assembled->system.fill(state, model.snapshot);
  return model.channels();
}

TEST(SpringDamper, pulls_only_while_it_is_taut_if_told_so) {
  EXPECT_NEAR(taut_line(4.0, 2.5)[2], 10.0 + 5.0, 1e-13);
  EXPECT_NEAR(taut_line(4.0, -2.5)[2], 10.0 - 5.0, 1e-13);
  EXPECT_EQ(taut_line(4.0, -7.0)[2], 0.0);           // the damper would push
  EXPECT_NEAR(taut_line(4.0, 7.0)[2], 20.0, 1e-13);  // no more than the spring
  EXPECT_EQ(taut_line(6.0, 3.0)[2], 0.0);            // slack, however fast it comes
  EXPECT_NEAR(taut_line(6.0, 3.0)[3], -1.0, 1e-15);
  EXPECT_EQ(taut_line(6.0, 3.0)[4], 0.0);
  EXPECT_NEAR(taut_line(4.0, -7.0)[4], 5.0, 1e-13);
}

TEST(SpringDamper, becomes_taut_without_a_jump) {
  for (const double speed : {-3.0, 0.0, 3.0})
    EXPECT_LE(std::abs(taut_line(5.0 - 1e-9, speed)[2] - taut_line(5.0 + 1e-9, speed)[2]), 2.1e-8) << speed;
}

TEST(SpringDamper, refuses_a_line_that_cannot_be_taut) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("damping", 2).set("taut_only", true).set("prestress", 3);
  const JointCardModel model(register_spring_damper, card);
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("only pulls needs a stiffness"));
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("has no tension at its free length"));
}

TEST(SpringDamper, is_slack_at_the_start_unless_told_otherwise) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("stiffness", 1e9);
  const JointCardModel model(register_spring_damper, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.channels()[2], 0.0);
}

// Residual on node b of a spring between nodes a and b, with b at `length` from a along x.
Vec3 force_at(double length, const SpringDamperProperties& properties) {
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  builder.add_structural_node({"a", {}}, {}, false);
  builder.add_structural_node({"b", {}}, {.position = Vec3(length, 0, 0), .velocity = Vec3(0.3, 0.2, 0.1)},
                              false);
  const Attachment a{builder.frame_of("a", {})}, b{builder.frame_of("b", {})};
  builder.set<SpringDamperSet>().add({"spring", {}}, a, b, properties);
  const Assembled assembled = builder.finish().value();
  Snapshot snapshot = assembled.system.make_snapshot();
  assembled.system.fill(assembled.state, snapshot);
  VecX residual = VecX::Zero(12 + Layout::kGroundRoom);
  ResidualSink sink(assembled.system.layout(), {residual.data(), static_cast<std::size_t>(residual.size())});
  assembled.system.residual(snapshot.context(), sink);

  std::vector<double> values(static_cast<std::size_t>(assembled.system.pattern().nonzeros()));
  const std::vector<MotionOperators> frames(3);
  TangentCoefficients coefficients;
  coefficients.frames = frames;
  TangentSink tangent(assembled.system.blocks(), coefficients, values);
  assembled.system.tangent(snapshot.context(), tangent);
  for (const double value : values) EXPECT_TRUE(std::isfinite(value));
  const Index corner = assembled.system.pattern().find(6, 6);
  const bool is_slack = properties.is_taut_only && length < properties.free_length;
  // A taut line whose points part is pulled by spring and damper alike.
  const double stiffness = is_slack ? 0.0 : (properties.is_taut_only ? 2.0 : 1.0) * properties.stiffness;
  EXPECT_NEAR(values[static_cast<std::size_t>(corner)], stiffness, 1e-12);
  return residual.segment<3>(6);
}

TEST(SpringDamper, has_its_dampers_force_alone_where_its_points_coincide) {
  EXPECT_EQ(force_at(0.0, {10.0, 2.0, 0.5, 3.0}), 2.0 * Vec3(0.3, 0.2, 0.1));
  EXPECT_EQ(force_at(4e-13, {10.0, 2.0, 0.5, 3.0}), 2.0 * Vec3(0.3, 0.2, 0.1));
  EXPECT_EQ(force_at(0.0, {10.0, 0.0, 0.5, 3.0}), Vec3::Zero());
  EXPECT_EQ(force_at(0.0, {10.0, 2.0, 0.5, 0.0, true}), Vec3::Zero());
  EXPECT_EQ(force_at(0.0, {10.0, 2.0, 0.0, 0.0, true}), Vec3::Zero());
}

TEST(SpringDamper, without_free_length_is_smooth_where_its_points_coincide) {
  EXPECT_EQ(force_at(0.0, {10.0, 0.0, 0.0, 0.0}), Vec3::Zero());
  EXPECT_NEAR((force_at(1e-13, {10.0, 0.0, 0.0, 0.0}) - Vec3(1e-12, 0, 0)).norm(), 0.0, 1e-26);
}

TEST(SpringDamper, warns_when_it_starts_without_direction) {
  const Value at = Value::list({0.1, 0.7, 0.3});
  Card card = joint_card("spring_damper", Value::map({{"node", "a"}, {"at", at}}),
                         Value::map({{"node", "b"}, {"at", at}}));
  card.set("stiffness", 1).set("length", 0.5);
  const JointCardModel model(register_spring_damper, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(),
              testing::HasSubstr("warning: joint 'test' (spring damper): its points coincide"));
}

TEST(SpringDamper, may_start_slack_where_its_points_coincide) {
  const Value at = Value::list({0.1, 0.7, 0.3});
  Card card = joint_card("spring_damper", Value::map({{"node", "a"}, {"at", at}}),
                         Value::map({{"node", "b"}, {"at", at}}));
  card.set("stiffness", 1).set("length", 0.5).set("taut_only", true);
  const JointCardModel model(register_spring_damper, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
}

TEST(SpringDamper, refuses_negative_numbers) {
  Card card = joint_card("spring_damper", "a", "b");
  card.set("stiffness", -1).set("damping", -2).set("length", -3);
  const JointCardModel model(register_spring_damper, card);
  EXPECT_FALSE(model.assembled);
  EXPECT_EQ(model.diagnostics.error_count(), 3) << model.diagnostics.to_text();
}

}  // namespace
}  // namespace pintle
