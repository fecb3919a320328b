#include "pintle/joints/cylindrical.h"

#include <gmock/gmock.h>

#include <numbers>

#include "pintle/math/so3.h"
#include "pintle/system/private_data.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_cylindrical(Registry& registry);

namespace {

TEST(Cylindrical, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<Cylindrical>()); }

// Axis 3 of both sides along (3, 4, 0) / 5, the line on which b lies, 5 m from a; b slides with 2 m/s and
// turns with 3 rad/s.
TEST(Cylindrical, slides_along_its_axis_and_turns_about_it) {
  const Value axes_a = Value::map({{"z", Value::list({3, 4, 0})}, {"x", Value::list({0, 0, 1})}});
  const Value axes_b = Value::map({{"z", Value::list({3, 4, 0})}, {"x", Value::list({4, -3, 0})}});
  JointCardModel model(register_cylindrical,
                       joint_card("cylindrical", Value::map({{"node", "a"}, {"axes", axes_a}}),
                                  Value::map({{"node", "b"}, {"axes", axes_b}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi().size(), 4);
  EXPECT_LT(model.phi().norm(), 1e-14);
  const Vec3 axis(0.6, 0.8, 0.0);
  State& state = model.assembled->state;
  state.v.segment<3>(6) = 2.0 * axis;
  state.v.segment<3>(9) = 3.0 * axis;
  model.assembled->system.fill(state, model.snapshot);
  const VecX outputs = model.channels();
  const double angle = std::abs(outputs[12]);  // a quarter of a turn from z to (4, -3, 0) / 5 about the axis
  EXPECT_NEAR(angle, std::numbers::pi / 2, 1e-14);
  EXPECT_NEAR(outputs[13], 3.0, 1e-14);
  EXPECT_NEAR(outputs[14], 5.0, 1e-14);
  EXPECT_NEAR(outputs[15], 2.0, 1e-14);
}

TEST(Cylindrical, counts_its_turns) {
  JointCardModel model(register_cylindrical, joint_card("cylindrical", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  const System& system = model.assembled->system;
  State& state = model.assembled->state;
  const auto rz = find_private_datum(model.set(), 0, model.context(), "rz");
  ASSERT_TRUE(rz);
  for (double angle = 0.5 * std::numbers::pi; angle < 20.0; angle += 0.9) {
    const Quat turn = so3::exp(Vec3(0, 0, angle));
    state.q.segment<4>(10) << turn.w(), turn.x(), turn.y(), turn.z();
    system.fill(state, model.snapshot);
    EXPECT_NEAR(private_datum(model.set(), 0, model.context(), *rz), angle, 1e-12);
    system.commit(model.snapshot.context(), state);
  }
}

TEST(Cylindrical, warns_when_its_axes_start_far_apart) {
  const Value axes = Value::map({{"z", Value::list({1, 0, 0})}});
  const JointCardModel model(register_cylindrical,
                             joint_card("cylindrical", "a", Value::map({{"node", "b"}, {"axes", axes}})));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("axes are 90 degrees apart"));
}

TEST(Cylindrical, needs_nodes_with_axes) {
  const JointCardModel model(register_cylindrical, joint_card("cylindrical", "a", "p"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
