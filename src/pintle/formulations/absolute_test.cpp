#include "pintle/formulations/absolute.h"

#include <gtest/gtest.h>

#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

// A model and its stepper, ready for steps of a millisecond.
struct Swinging {
  Assembled model;
  AbsoluteStepper stepper;
  explicit Swinging(Assembled m, const AbsoluteSettings& settings = {})
      : model(std::move(m)), stepper(model.system, settings) {
    stepper.start(model.state, 1e-3);
  }
  StepReport step() { return stepper.step(model.state, 1e-3); }
};

AbsoluteSettings ms(double rho) {
  AbsoluteSettings settings;
  settings.method = IntegrationMethod::ms;
  settings.rho = rho;
  return settings;
}

void expect_steps_without_allocation(const AbsoluteSettings& settings) {
  for (const bool is_closed : {false, true}) {
    Swinging swinging(make_chain(8, is_closed), settings);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(swinging.step().is_accepted());
    // Enough steps to meet refactorisations too.
    AllocationCounter counter;
    int factorisations = 0;
    for (int i = 0; i < 200; ++i) {
      const StepReport report = swinging.step();
      ASSERT_TRUE(report.is_accepted());
      factorisations += report.newton.factorisations;
    }
    EXPECT_EQ(counter.count(), 0);
    EXPECT_GT(factorisations, 0);
  }
}

TEST(AbsoluteStepper, a_step_allocates_nothing) {
  expect_steps_without_allocation({});
  expect_steps_without_allocation(ms(0.6));
}

TEST(AbsoluteStepper, fifty_links_need_at_most_two_factorisations_in_ten_steps) {
  Swinging swinging(make_chain(50, false));
  int factorisations = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepReport report = swinging.step();
    ASSERT_TRUE(report.is_accepted());
    factorisations += report.newton.factorisations;
  }
  EXPECT_LE(factorisations, 200);
}

void expect_velocities_meet_constraints(const AbsoluteSettings& index3) {
  AbsoluteSettings index2 = index3;
  index2.stabilisation = ConstraintStabilisation::index2;
  Swinging plain(make_chain(5, false), index3), stabilised(make_chain(5, false), index2);
  double plain_violation = 0.0, stabilised_violation = 0.0, position = 0.0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(plain.step().is_accepted());
    ASSERT_TRUE(stabilised.step().is_accepted());
    plain_violation = std::max(plain_violation, plain.stepper.violation(plain.model.state).velocity);
    const auto violation = stabilised.stepper.violation(stabilised.model.state);
    stabilised_violation = std::max(stabilised_violation, violation.velocity);
    position = std::max(position, violation.position);
  }
  EXPECT_GT(plain_violation, 1e-5);
  EXPECT_LT(stabilised_violation, 1e-7);
  EXPECT_LT(position, 1e-10);
  // Both are the same motion, to the order of the method.
  EXPECT_LT((plain.model.state.q - stabilised.model.state.q).norm(), 1e-3);
}

TEST(AbsoluteStepper, index2_makes_velocities_meet_the_constraints) {
  expect_velocities_meet_constraints({});
  expect_velocities_meet_constraints(ms(0.6));
}

TEST(AbsoluteStepper, a_failed_step_leaves_the_state_untouched) {
  AbsoluteSettings settings;
  settings.newton.max_iterations = 1;
  settings.tolerances.relative = 1e-14;
  Assembled model = make_chain(5, false);
  AbsoluteStepper stepper(model.system, settings);
  stepper.start(model.state, 1e-3);
  const State before = model.state;
  const StepReport report = stepper.step(model.state, 0.05);
  ASSERT_FALSE(report.is_accepted());
  EXPECT_TRUE(model.state == before);
  EXPECT_GE(report.newton.error.culprit, 0);
}

void expect_copy_goes_on(const AbsoluteSettings& settings) {
  Swinging one(make_chain(6, false), settings);
  for (int i = 0; i < 51; ++i) ASSERT_TRUE(one.step().is_accepted());
  State copy = one.model.state;
  AbsoluteStepper other(one.model.system, settings);
  one.stepper.discard_factors();
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(one.step().is_accepted());
    ASSERT_TRUE(other.step(copy, 1e-3, copy.time + 1e-3).is_accepted());
  }
  EXPECT_TRUE(copy == one.model.state);
}

TEST(AbsoluteStepper, a_copied_state_goes_on_bit_for_bit) {
  expect_copy_goes_on({});
  expect_copy_goes_on(ms(0.6));
  AbsoluteSettings hope = ms(0.3);
  hope.method = IntegrationMethod::hope;
  expect_copy_goes_on(hope);
}

// Of time alone: `at_start` before 0.05 s, `later` from then on.
struct TwoRadii final : DriveFunction {
  double at_start, later;
  TwoRadii(double first, double second) : at_start(first), later(second) {}
  double value(const DriveInputs& inputs) const noexcept override {
    return inputs.time < 0.0505 ? at_start : later;
  }
  double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept override {
    return value(inputs);
  }
  DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
};

TEST(AbsoluteStepper, the_radius_follows_its_drive) {
  const auto after = [](int steps, const AbsoluteSettings& settings) {
    Swinging swinging(make_chain(3, false), settings);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(swinging.step().is_accepted());
    return swinging.model.state;
  };
  AbsoluteSettings changing = ms(1.0);
  changing.changing_rho = Drive(std::make_shared<const TwoRadii>(0.2, 0.7));
  EXPECT_TRUE(after(50, changing) == after(50, ms(0.2)));
  EXPECT_FALSE(after(51, changing) == after(51, ms(0.2)));
  EXPECT_FALSE(after(51, changing) == after(51, ms(0.7)));
}

TEST(AbsoluteStepper, a_tolerance_of_the_solution_ends_iterations_earlier) {
  AbsoluteSettings strict, by_solution;
  strict.tolerances.relative = by_solution.tolerances.relative = 1e-14;
  strict.tolerances.force = by_solution.tolerances.force = 1e-13;
  by_solution.tolerances.solution = 1e-6;
  int iterations[2]{};
  int k = 0;
  for (const AbsoluteSettings& settings : {strict, by_solution}) {
    Swinging swinging(make_chain(3, false), settings);
    for (int i = 0; i < 50; ++i) iterations[k] += swinging.step().newton.iterations;
    ++k;
  }
  EXPECT_LT(iterations[1], iterations[0]);
  EXPECT_GE(iterations[1], 50);
}

TEST(AbsoluteStepper, all_linear_solvers_give_the_same_motion) {
  std::vector<VecX> ends;
  for (const LinearSolverKind kind : {LinearSolverKind::klu, LinearSolverKind::dense}) {
    AbsoluteSettings settings;
    settings.linear_solver = kind;
    Swinging swinging(make_chain(4, true), settings);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(swinging.step().is_accepted());
    ends.push_back(swinging.model.state.q);
  }
  EXPECT_LT((ends[0] - ends[1]).norm(), 1e-8);
}

}  // namespace
}  // namespace pintle
