#include "pintle/joints/parallel_axes.h"

#include <gtest/gtest.h>

#include "tests/support/joint_battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_parallel_axes(Registry& registry);

namespace {

TEST(ParallelAxes, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<ParallelAxes>()); }

TEST(ParallelAxes, has_three_equations_between_axes) {
  const JointCardModel model(register_parallel_axes, joint_card("parallel_axes", "a", "b"));
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.phi().size(), 3);
}

}  // namespace
}  // namespace pintle
