#include "pintle/formulations/joint_alpha.h"

#include <gtest/gtest.h>

#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

JointSettings by_alpha() {
  JointSettings settings;
  settings.method = JointMethod::generalised_alpha;
  return settings;
}

TEST(JointAlphaStepper, does_not_allocate_in_a_step) {
  for (const int kind : {0, 1, 2}) {
    Assembled model = kind == 2 ? make_four_bars(3) : make_chain(8, kind == 1);
    JointAlphaStepper stepper(model.system, by_alpha());
    stepper.start(model.state, 1e-3);
    for (int i = 0; i < 40; ++i) {
      AllocationCounter counter;
      ASSERT_TRUE(stepper.step(model.state, 1e-3).is_accepted());
      if (i > 1) {
        EXPECT_EQ(counter.count(), 0) << kind << " " << i;
      }
    }
  }
}

TEST(JointAlphaStepper, keeps_factors_over_iterations_and_steps) {
  Assembled model = make_chain(8, false);
  JointAlphaStepper stepper(model.system, by_alpha());
  stepper.start(model.state, 1e-3);
  int factorisations = 0, iterations = 0;
  for (int i = 0; i < 100; ++i) {
    const StepReport report = stepper.step(model.state, 1e-3);
    ASSERT_TRUE(report.is_accepted());
    factorisations += report.newton.factorisations;
    iterations += report.newton.iterations;
  }
  EXPECT_LE(factorisations, 30);
  EXPECT_LE(iterations, 300);
}

}  // namespace
}  // namespace pintle
