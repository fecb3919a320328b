#include <gmock/gmock.h>

#include <numbers>

#include "pintle/joints/total_joint_set.h"
#include "pintle/math/so3.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_total_joint(Registry& registry);

namespace {

using std::numbers::pi;
using testing::HasSubstr;

DrivenVector driven(const Vec3& direction) { return {battery_drive(), direction}; }

// Joints a-b, ground-c and d-ground that hold what `along` and `about` say; e-p where no axes are held.
testing::AssertionResult passes(std::array<Hold, 3> along, std::array<Hold, 3> about) {
  BatterySubject subject;
  subject.name = "total joint";
  subject.structural_nodes = 5;
  subject.displacement_nodes = 1;
  subject.build = [=](BatteryBuild& build) {
    const auto join = [&](FrameIndex a, FrameIndex b) {
      TotalJoint joint;
      joint.a = build.random.attachment(a);
      joint.b = build.random.attachment(b);
      if (b == build.frame("p")) joint.b.offset.setZero();
      joint.rotation_axes = build.random.rotation();
      joint.along = along;
      joint.about = about;
      joint.position = driven(build.random.vector());
      joint.rotation = driven(build.random.vector());
      joint.velocity = driven(build.random.vector());
      joint.angular_velocity = driven(build.random.vector());
      build.second_sides.push_back(joint.b);
      build.builder.set<TotalJointSetOf<TotalJoint>>().add({"test", {}}, joint);
    };
    join(build.frame("a"), build.frame("b"));
    join(kGroundFrame, build.frame("c"));
    join(build.frame("d"), kGroundFrame);
    if (about == TotalJoint::kFree) join(build.frame("e"), build.frame("p"));
  };
  return passes_battery(subject, {.is_objective = true});
}

TEST(TotalJoint, passes_the_battery_with_everything_held_by_position) {
  EXPECT_TRUE(passes(TotalJoint::kHeld, TotalJoint::kHeld));
}

TEST(TotalJoint, passes_the_battery_with_positions_or_rotations_alone) {
  EXPECT_TRUE(passes(TotalJoint::kHeld, TotalJoint::kFree));
  EXPECT_TRUE(passes(TotalJoint::kFree, TotalJoint::kHeld));
}

TEST(TotalJoint, passes_the_battery_with_some_motions_held) {
  EXPECT_TRUE(passes({Hold::none, Hold::position, Hold::none}, {Hold::position, Hold::none, Hold::none}));
  EXPECT_TRUE(passes({Hold::none, Hold::none, Hold::none}, {Hold::none, Hold::position, Hold::position}));
}

TEST(TotalJoint, passes_the_battery_with_both_levels_mixed) {
  EXPECT_TRUE(
      passes({Hold::velocity, Hold::position, Hold::none}, {Hold::position, Hold::none, Hold::velocity}));
  EXPECT_TRUE(passes({Hold::velocity, Hold::velocity, Hold::velocity},
                     {Hold::velocity, Hold::velocity, Hold::velocity}));
  EXPECT_TRUE(passes({Hold::none, Hold::velocity, Hold::none}, TotalJoint::kFree));
}

Card held(Value a, Value b) {
  Card card = joint_card("total_joint", std::move(a), std::move(b));
  for (const char* field : {"along_1", "along_2", "along_3"}) card.set(field, "position");
  for (const char* field : {"about_1", "about_2", "about_3"}) card.set(field, "rotation");
  return card;
}

// b is at (3, 4, 0), turned by 90 degrees about z, seen from a.
TEST(TotalJoint, measures_positions_and_rotations_from_the_first_side) {
  Card card = held("a", "b");
  card.set("position", Value::list({3, 4, 0})).set("rotation", Value::list({0, 0, "90 deg"}));
  const JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-14);
  const VecX outputs = model.channels();
  EXPECT_LT((outputs.segment<3>(12) - Vec3(3, 4, 0)).norm(), 1e-14);
  EXPECT_LT((outputs.segment<3>(15) - Vec3(0, 0, pi / 2)).norm(), 1e-14);
}

// Seen from b: its axes are turned by 90 degrees, so (-3, -4) becomes (-4, 3).
TEST(TotalJoint, measures_in_the_axes_of_the_first_side) {
  Card card = held("b", "a");
  card.set("position", Value::list({-4, 3, 0})).set("rotation", Value::list({0, 0, "-90 deg"}));
  const JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-14);
}

// Rotation vectors beyond pi mean the same orientation; the error is the way back to it.
TEST(TotalJoint, takes_rotation_vectors_of_any_length) {
  Card card = held("a", "b");
  card.set("position", Value::list({3, 4, 0})).set("rotation", Value::list({0, 0, 4.5 * pi}));
  const JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_LT(model.phi().norm(), 1e-13);
}

TEST(TotalJoint, rotation_axes_have_their_own_orientation) {
  const Value turned = Value::map({{"rotation_vector", Value::list({0, "90 deg", 0})}});
  // Axis 1 of the rotation axes points along -z of a.
  Card card = joint_card("total_joint", "a", Value::map({{"node", "b"}, {"orientation", turned}}));
  card.set("rotation_axes", turned).set("about_1", "rotation");
  const JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  ASSERT_EQ(model.phi().size(), 1);
  EXPECT_NEAR(model.phi()[0], -2.0 * std::sin(pi / 4),
              1e-14);  // by -90 degrees: twice the sine of half the angle
}

TEST(TotalJoint, reports_what_it_exerts_on_the_second_side) {
  Card card = held("b", "a");
  card.set("position", Value::list({-4, 3, 0})).set("rotation", Value::list({0, 0, "-90 deg"}));
  JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  model.assembled->state.lambda << -1, -2, -3, -4, -5, -6;
  const VecX outputs = model.channels();
  EXPECT_LT((outputs.segment<3>(6) - Vec3(1, 2, 3)).norm(), 1e-13);  // in the axes of the first side
  EXPECT_LT((outputs.segment<3>(9) - Vec3(4, 5, 6)).norm(), 1e-13);
  EXPECT_LT((outputs.segment<3>(0) - Vec3(-2, 1, 3)).norm(), 1e-13);  // ground components
}

TEST(TotalJoint, has_as_many_equations_as_it_holds_motions) {
  Card card = joint_card("total_joint", "a", "b");
  card.set("along_2", "velocity").set("about_3", "rotation").set("velocity", Value::list({0, "2 * t", 0}));
  const JointCardModel model(register_total_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  const System& system = model.assembled->system;
  ASSERT_EQ(system.layout().multipliers, 2);
  EXPECT_THAT(system.name_of(EquationId{system.layout().first_multiplier()}),
              HasSubstr("orientation constraint about axis 3"));
  EXPECT_THAT(system.name_of(EquationId{system.layout().first_multiplier() + 1}),
              HasSubstr("velocity constraint along axis 2"));
  EXPECT_EQ(system.unit_of(EquationId{system.layout().first_multiplier() + 1}), "m/s");
  EXPECT_EQ(system.level_of(1), ConstraintLevel::velocity);
}

TEST(TotalJoint, that_holds_nothing_is_warned_of) {
  const JointCardModel nothing(register_total_joint, joint_card("total_joint", "a", "b"));
  ASSERT_TRUE(nothing.assembled);
  EXPECT_EQ(nothing.assembled->system.layout().multipliers, 0);
  EXPECT_THAT(nothing.diagnostics.to_text(),
              HasSubstr("warning: joint 'test' (total joint): it holds nothing"));
}

TEST(TotalJoint, refuses_axes_of_points) {
  const JointCardModel point(register_total_joint,
                             joint_card("total_joint", "a", "p").set("about_1", "rotation"));
  EXPECT_THAT(point.diagnostics.to_text(), HasSubstr("node 'p' has no orientation"));
  const JointCardModel measured(register_total_joint,
                                joint_card("total_joint", "a", "p")
                                    .set("along_1", "position")
                                    .set("position", Value::list({"node.b.velocity.x", 0, 0})));
  EXPECT_THAT(measured.diagnostics.to_text(), HasSubstr("'position' depends on measured quantities"));
}

}  // namespace
}  // namespace pintle
