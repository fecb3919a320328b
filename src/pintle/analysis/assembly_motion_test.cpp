#include "pintle/analysis/assembly_motion.h"

#include <cmath>

#include "pintle/analysis/assembly_test_support.h"

namespace pintle {
namespace {

// x = (cos t, sin t) next to (1.2, 0.1) with t^2 L^2 added, L = 1: 1.2 sin t - 0.1 cos t + t = 0.
TEST(AssemblyMotion, takes_the_nearest_of_all_states_that_meet_the_joints) {
  AssemblySettings settings;
  settings.length = 1.0;
  const StartedModel started = assemble_model(pendulum_cards({1.2, 0.1, 0}), settings);
  const Vec3 x = started.model.state.q.head<3>();
  EXPECT_LT(started.report.violation_after, 1e-9);
  EXPECT_NEAR(1.2 * x.y() - 0.1 * x.x() + std::atan2(x.y(), x.x()), 0.0, 1e-9);
}

TEST(AssemblyMotion, motion_between_states_has_the_rotation_in_the_axes_of_the_world) {
  const StartedModel started = start_model(
      {node_card("a", {1, 2, 3}, {0, 0, 0}, {0, 0, 0}, {0.3, 0, 0}), body_card("a", 1.0, {1, 1, 1})});
  const Layout& layout = started.model.system.layout();
  const State& from = started.model.state;
  State to = from;
  to.q.head<3>() += Vec3(0.1, -0.2, 0.3);
  const Quat turned =
      Quat(Eigen::AngleAxisd(0.4, Vec3::UnitZ())) * Quat(from.q[3], from.q[4], from.q[5], from.q[6]);
  to.q.segment<4>(3) << turned.w(), turned.x(), turned.y(), turned.z();
  Vec6 expected;
  expected << 0.1, -0.2, 0.3, 0, 0, 0.4;
  EXPECT_LT((motion_between(layout, from, to) - expected).norm(), 1e-14);
}

TEST(AssemblyMotion, corrections_leave_out_what_is_below_the_threshold) {
  const StartedModel started = start_model({node_card("a", {0, 0, 0}), node_card("b", {1, 0, 0}),
                                            body_card("a", 1.0, {1, 1, 1}), body_card("b", 1.0, {1, 1, 1})});
  VecX motion = VecX::Zero(12);
  motion[0] = 1e-12;
  motion[6] = 1e-12;
  motion[10] = 0.2;
  const auto list = corrections_of(started.model.system.layout(), motion, 1e-10);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].frame, 2);
  EXPECT_EQ(list[0].translation, Vec3(0, 0, 0));
  EXPECT_EQ(list[0].rotation, Vec3(0, 0.2, 0));
}

}  // namespace
}  // namespace pintle
