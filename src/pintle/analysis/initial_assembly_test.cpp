#include "pintle/analysis/initial_assembly.h"

#include <gmock/gmock.h>

#include "pintle/analysis/assembly_test_support.h"

namespace pintle {
namespace {

using testing::HasSubstr;

TEST(InitialAssembly, leaves_a_good_start_alone) {
  const StartedModel started = start_model(pendulum_cards({1, 0, 0}));
  EXPECT_EQ(started.report.iterations, 0);
  EXPECT_TRUE(started.report.position_corrections.empty());
  EXPECT_TRUE(started.report.velocity_corrections.empty());
  EXPECT_EQ(Vec3(started.model.state.q.head<3>()), Vec3(1, 0, 0));
}

TEST(InitialAssembly, repairs_positions_and_says_so) {
  const StartedModel started = start_model(pendulum_cards({1.2, 0.1, 0}));
  EXPECT_LT(started.report.violation_after, 1e-9);
  ASSERT_EQ(started.report.position_corrections.size(), 1u);
  EXPECT_LT(started.report.position_corrections[0].translation.norm(), 0.3);
  EXPECT_THAT(started.diagnostics.to_text(),
              HasSubstr("node 'bob': the position at the start was corrected by"));
}

TEST(InitialAssembly, repairs_velocities_and_says_so) {
  const StartedModel started = start_model(pendulum_cards({1, 0, 0}, {0.5, 0, 1}));
  EXPECT_LT(started.report.rate_violation_after, 1e-12);
  ASSERT_EQ(started.report.velocity_corrections.size(), 1u);
  EXPECT_NEAR(started.model.state.v[0], 0.0, 1e-12);  // nothing along the rod
  EXPECT_THAT(started.diagnostics.to_text(),
              HasSubstr("node 'bob': the velocity at the start was corrected by"));
}

TEST(InitialAssembly, names_redundant_equations_and_still_solves) {
  const StartedModel started = start_model(cards_held_twice());
  EXPECT_EQ(started.report.redundant.size(), 3u);
  EXPECT_THAT(started.diagnostics.to_text(), HasSubstr("again"));
  EXPECT_THAT(started.diagnostics.to_text(), HasSubstr("pivot"));
}

TEST(InitialAssembly, conflicting_constraints_are_an_error_that_names_both) {
  const StartedModel started = assemble_model(cards_held_twice(0.3));
  EXPECT_FALSE(started.report.is_consistent);
  EXPECT_TRUE(started.diagnostics.has_errors());
  EXPECT_THAT(started.diagnostics.to_text(), HasSubstr("again"));
  EXPECT_THAT(started.diagnostics.to_text(), HasSubstr("pivot"));
}

}  // namespace
}  // namespace pintle
