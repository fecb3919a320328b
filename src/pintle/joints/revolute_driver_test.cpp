#include "pintle/joints/revolute_driver.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "pintle/system/private_data.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_driver(Registry& registry);

namespace {

using testing::HasSubstr;

constexpr double kHalfTurn = std::numbers::pi;

// Not the battery's own seed, which places a joint half a turn from its angle: there phi jumps from pi to
// -pi, and differences with it.
TEST(RevoluteDriver, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteDriver>({.seed = 21})); }

// b is turned by 90 degrees about the common axis 3.
Card driver(Value angle) { return joint_card("revolute_driver", "a", "b").set("angle", std::move(angle)); }

TEST(RevoluteDriver, follows_its_drive_with_both_derivatives) {
  const JointCardModel model(register_revolute_driver, driver("0.3 + 2*t + 0.5*t^2"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  ASSERT_EQ(model.phi().size(), 1);
  EXPECT_NEAR(model.phi()[0], 0.5 * kHalfTurn - 0.3, 1e-15);
  VecX rate(1), gamma(1);
  model.assembled->system.phi_dot(model.context(), {rate.data(), 1});
  model.assembled->system.gamma(model.context(), {gamma.data(), 1});
  EXPECT_NEAR(rate[0], -2.0, 1e-15);
  EXPECT_NEAR(gamma[0], 1.0, 1e-15);
}

// The same orientation is met with any number of turns, and the residual is smooth around it.
TEST(RevoluteDriver, has_no_special_position_at_any_number_of_turns) {
  for (int quarters = -41; quarters <= 41; ++quarters)
    for (const double miss : {-0.2, -1e-9, 0.0, 1e-9, 0.2}) {
      const double prescribed = 0.5 * kHalfTurn * quarters, is = prescribed + miss;
      PairPose pose;
      pose.E = so3::exp_matrix(Vec3(0.2, 0.5, -0.1));
      pose.F = pose.E * so3::exp_matrix(Vec3(0, 0, is));
      double angle = 0.0;
      AngleAboutThird::phi(pose, &angle);
      EXPECT_NEAR(RevoluteDriver::deviation(angle, prescribed), miss, 1e-13) << quarters;
      Eigen::Matrix<double, 1, 12> g;
      AngleAboutThird::jacobian(pose, g.leftCols<6>(), g.rightCols<6>());
      EXPECT_LT((g.segment<3>(9).transpose() - pose.E.col(2)).norm(), 1e-13) << quarters;
    }
}

// With bent axes the rate is that of the angle, not the component of the angular velocity along axis 3:
// turning about f_1 does not count.
TEST(RevoluteDriver, does_not_feel_a_turn_about_the_first_axis_of_its_second_side) {
  PairPose pose;
  pose.E = Mat3::Identity();
  pose.F = so3::exp_matrix(Vec3(0.3, -0.6, 1.1));
  PairRates rates;
  rates.omega_a = Vec3::Zero();
  rates.omega_b = pose.F.col(0);
  double rate = 1.0;
  AngleAboutThird::phi_dot(pose, rates, &rate);
  EXPECT_NEAR(rate, 0.0, 1e-15);
  EXPECT_GT(std::abs(pose.E.col(2).dot(rates.omega_b)), 0.3);
}

// 90 degrees, told to be 90 degrees and seven turns.
TEST(RevoluteDriver, tells_its_angle_with_the_turns_of_the_drive) {
  const JointCardModel model(register_revolute_driver, driver("44.5 + t"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.channels()[12], 14.5 * kHalfTurn, 1e-13);
  const auto rz = find_private_datum(model.set(), 0, model.context(), "rz");
  ASSERT_TRUE(rz);
  EXPECT_NEAR(private_datum(model.set(), 0, model.context(), *rz), 14.5 * kHalfTurn, 1e-13);
}

TEST(RevoluteDriver, exerts_a_moment_about_its_axis) {
  JointCardModel model(register_revolute_driver, driver("90 deg"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_NEAR(model.phi()[0], 0.0, 1e-15);
  model.assembled->state.lambda[0] = 2.0;
  model.assembled->system.fill(model.assembled->state, model.snapshot);
  const VecX outputs = model.channels();
  EXPECT_LT(outputs.segment<3>(0).norm(), 1e-15);
  EXPECT_LT((outputs.segment<3>(3) - Vec3(0, 0, -2)).norm(), 1e-14);
}

TEST(RevoluteDriver, warns_where_there_is_no_angle) {
  const Value axes = Value::map({{"x", Value::list({0, 0.1, 1})}});
  const JointCardModel model(
      register_revolute_driver,
      joint_card("revolute_driver", "a", Value::map({{"node", "b"}, {"axes", axes}})).set("angle", 0));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(), HasSubstr("is 6 degrees from axis 3 of the first"));
}

TEST(RevoluteDriver, refuses_a_measured_angle_and_nodes_without_axes) {
  const JointCardModel measured(register_revolute_driver, driver("2 + node.b.velocity.x"));
  EXPECT_FALSE(measured.assembled);
  EXPECT_THAT(measured.diagnostics.to_text(), HasSubstr("'angle' depends on measured quantities"));
  const JointCardModel point(register_revolute_driver,
                             joint_card("revolute_driver", "a", "p").set("angle", 0));
  EXPECT_FALSE(point.assembled);
  EXPECT_THAT(point.diagnostics.to_text(), HasSubstr("node 'p' has no orientation"));
  const JointCardModel without(register_revolute_driver, joint_card("revolute_driver", "a", "b"));
  EXPECT_FALSE(without.assembled);
  EXPECT_THAT(without.diagnostics.to_text(), HasSubstr("'angle'"));
}

}  // namespace
}  // namespace pintle
