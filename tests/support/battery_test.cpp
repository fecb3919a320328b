// The battery can fail: every fault of broken_elements.h is found, by the check that is meant to find it.
#include "tests/support/battery.h"

#include "pintle/joints/revolute_hinge.h"
#include "tests/support/broken_elements.h"
#include "tests/support/joint_battery.h"

namespace pintle {
namespace {

// Passes when exactly the expected checks failed.
testing::AssertionResult fails_in(const BatteryReport& report, std::vector<BatteryCheck> expected) {
  for (const BatteryCheck check : expected)
    if (!report.has_failed(check))
      return testing::AssertionFailure() << "the check '" << to_string(check) << "' found nothing\n"
                                         << report;
  for (const BatteryFailure& failure : report.failures())
    if (std::find(expected.begin(), expected.end(), failure.check) == expected.end())
      return testing::AssertionFailure() << "the check '" << to_string(failure.check) << "' failed too\n"
                                         << report;
  return testing::AssertionSuccess();
}

const BatteryOptions kSpring{.is_objective = true, .is_conservative = true, .has_momentum = true};
BatteryReport report_on(SpringFault fault) { return run_battery(faulty_spring(fault), kSpring); }

TEST(Battery, passes_a_good_spring) { EXPECT_TRUE(fails_in(report_on(SpringFault::none), {})); }

TEST(Battery, finds_a_wrong_sign_in_a_reaction_tangent) {
  const BatteryReport report = run_joint_battery<HingeWithWrongTangent>();
  EXPECT_TRUE(fails_in(report, {BatteryCheck::derivatives}));
  // by dual numbers and by differences of the assembled residual
  EXPECT_NE(report.to_text().find("dual numbers"), std::string::npos) << report;
  EXPECT_NE(report.to_text().find("differences of the residual"), std::string::npos) << report;
}

TEST(Battery, finds_a_dependent_equation) {
  // The multipliers of dependent equations are not unique, so their size changes with the point of view.
  EXPECT_TRUE(fails_in(run_joint_battery<HingeWithDependentEquation>(),
                       {BatteryCheck::rank, BatteryCheck::invariance}));
}

TEST(Battery, finds_a_force_on_one_side_only) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::pulls_one_side_only),
                       {BatteryCheck::reciprocity, BatteryCheck::energy, BatteryCheck::momentum}));
}

TEST(Battery, finds_a_motion_wrongly_declared_free) {
  EXPECT_TRUE(fails_in(run_joint_battery<HingeWithWrongFreedom>(), {BatteryCheck::rank}));
}

TEST(Battery, finds_a_wrong_second_derivative) {
  EXPECT_TRUE(fails_in(run_joint_battery<BallWithWrongBias>(), {BatteryCheck::kinematics}));
}

TEST(Battery, finds_a_reaction_that_does_work) {
  EXPECT_TRUE(fails_in(run_joint_battery<BallWithWrongReaction>(),
                       {BatteryCheck::workless, BatteryCheck::derivatives, BatteryCheck::reciprocity}));
}

TEST(Battery, finds_a_fixed_direction) {
  EXPECT_TRUE(fails_in(
      report_on(SpringFault::knows_a_direction),
      {BatteryCheck::invariance, BatteryCheck::reciprocity, BatteryCheck::energy, BatteryCheck::momentum}));
}

TEST(Battery, finds_a_dependence_on_a_superposed_motion) {
  const BatteryReport report = report_on(SpringFault::knows_the_speed_of_the_ground);
  EXPECT_TRUE(report.has_failed(BatteryCheck::invariance)) << report;
  EXPECT_NE(report.to_text().find("with a rigid motion superposed"), std::string::npos) << report;
}

TEST(Battery, finds_a_wrong_energy) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::has_half_the_energy), {BatteryCheck::energy}));
}

TEST(Battery, finds_a_block_that_was_not_reserved) {
  const BatteryReport report = report_on(SpringFault::reserves_no_cross_block);
  EXPECT_TRUE(fails_in(report, {BatteryCheck::derivatives}));
  EXPECT_NE(report.to_text().find("no block of the matrix was reserved"), std::string::npos) << report;
}

TEST(Battery, finds_what_is_kept_outside_of_the_state) {
  EXPECT_TRUE(report_on(SpringFault::remembers_outside_of_the_state).has_failed(BatteryCheck::restart));
}

TEST(Battery, finds_outputs_that_are_too_many_or_too_few) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::writes_too_many_outputs), {BatteryCheck::channels}));
  EXPECT_TRUE(fails_in(report_on(SpringFault::leaves_an_output_out), {BatteryCheck::channels}));
  EXPECT_TRUE(fails_in(report_on(SpringFault::has_no_unit), {BatteryCheck::channels}));
}

TEST(Battery, finds_an_allocation) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::allocates), {BatteryCheck::allocation}));
}

TEST(Battery, finds_a_false_momentum) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::has_false_momentum), {BatteryCheck::momentum}));
}

TEST(Battery, finds_an_element_that_does_nothing) {
  EXPECT_TRUE(fails_in(report_on(SpringFault::does_nothing), {BatteryCheck::building}));
}

TEST(Battery, finds_a_tangent_that_is_not_a_number) {
  EXPECT_TRUE(
      report_on(SpringFault::has_a_tangent_that_is_not_a_number).has_failed(BatteryCheck::derivatives));
}

TEST(Battery, reports_what_could_not_be_built) {
  BatterySubject subject;
  subject.name = "nothing";
  subject.build = [](BatteryBuild& build) { build.frame("no such node"); };
  EXPECT_TRUE(fails_in(run_battery(subject), {BatteryCheck::building}));
}

TEST(Battery, says_which_equation_failed_with_numbers) {
  const std::string text = run_joint_battery<HingeWithDependentEquation>().to_text();
  EXPECT_NE(text.find("rank: the equations depend on each other"), std::string::npos) << text;
  EXPECT_NE(text.find("joint 'joint "), std::string::npos) << text;
}

}  // namespace
}  // namespace pintle
