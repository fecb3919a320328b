#include "pintle/joints/revolute_cylindrical.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_revolute_cylindrical(Registry& registry);

namespace {

TEST(RevoluteCylindrical, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteCylindrical>()); }

using Coordinates = std::array<double, 6>;

// The second side on its slide: turned by `angle_1` about the line, by `angle_2` about the hinge.
PairPose posed(double angle_1, double angle_2, double displacement) {
  PairPose pose;
  pose.r_a = Vec3(0.1, 0.2, 0.3);
  pose.r_b = Vec3(-0.4, 0.1, 0.2);
  pose.E = so3::exp_matrix(Vec3(0.4, -0.8, 0.3));
  Mat3 at_rest;  // f_3 = e_1, f_1 = e_3
  at_rest << 0, 0, 1, 0, -1, 0, 1, 0, 0;
  pose.F = pose.E * so3::exp_matrix(Vec3(0, 0, angle_1)) * at_rest * so3::exp_matrix(Vec3(0, 0, angle_2));
  pose.d = displacement * pose.E.col(2);
  return pose;
}

TEST(RevoluteCylindrical, is_met_wherever_the_slide_is_and_tells_its_coordinates) {
  for (const double angle_1 : {-3.0, 0.0, 0.4})
    for (const double angle_2 : {-2.0, 0.0, 3.1})
      for (const double displacement : {-0.7, 0.0, 2.0}) {
        const PairPose pose = posed(angle_1, angle_2, displacement);
        RevoluteCylindrical::Equations::for_each([&](auto equation, int) {
          double phi = 1.0;
          equation.phi(pose, &phi);
          EXPECT_NEAR(phi, 0.0, 1e-15);
        });
        PairRates rates;
        rates.omega_a = Vec3(0.3, -0.2, 0.9);
        rates.omega_b = rates.omega_a + 1.5 * pose.E.col(2) - 0.6 * pose.F.col(2);
        rates.d_dot = rates.omega_a.cross(pose.d) + 0.8 * pose.E.col(2);
        Coordinates out{};
        RevoluteCylindrical::evaluate_coordinates(pose, rates, out.data());
        const Coordinates expected{angle_1, angle_2, 1.5, -0.6, displacement, 0.8};
        EXPECT_THAT(out, testing::Pointwise(testing::DoubleNear(1e-14), expected));
      }
}

// Three independent rows also where the points coincide.
TEST(RevoluteCylindrical, keeps_its_rank_where_the_points_coincide) {
  const PairPose pose = posed(0.4, -1.0, 0.0);
  Eigen::Matrix<double, 3, 12> g;
  RevoluteCylindrical::Equations::for_each(
      [&](auto equation, int row) { equation.jacobian(pose, g.block<1, 6>(row, 0), g.block<1, 6>(row, 6)); });
  EXPECT_GT(g.jacobiSvd().singularValues()[2], 0.5);
}

// As placed, the point of b is 5 m from that of a along (3, 4, 0); its axis 3 along z is normal to that line.
TEST(RevoluteCylindrical, has_the_line_on_its_first_side_and_the_hinge_on_its_second) {
  const Value line = Value::map({{"z", Value::list({3, 4, 0})}});
  const JointCardModel model(
      register_revolute_cylindrical,
      joint_card("revolute_cylindrical", Value::map({{"node", "a"}, {"axes", line}}), "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_TRUE(model.diagnostics.is_empty()) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi().size(), 3);
  EXPECT_LT(model.phi().norm(), 1e-14);
  EXPECT_NEAR(model.channels()[16], 5.0, 1e-14);
}

TEST(RevoluteCylindrical, warns_when_line_and_hinge_start_far_from_right_angles) {
  const JointCardModel model(register_revolute_cylindrical, joint_card("revolute_cylindrical", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("are 0 degrees apart; they should be"));
}

TEST(RevoluteCylindrical, needs_nodes_with_axes) {
  const JointCardModel model(register_revolute_cylindrical, joint_card("revolute_cylindrical", "a", "p"));
  EXPECT_FALSE(model.assembled);
  EXPECT_THAT(model.diagnostics.to_text(), testing::HasSubstr("node 'p' has no orientation"));
}

}  // namespace
}  // namespace pintle
