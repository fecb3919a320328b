#include "pintle/formulations/joint.h"

#include <gtest/gtest.h>

#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

// Nor do steps of ARKODE: it allocates when it is created alone.
TEST(JointStepper, does_not_allocate_in_a_step) {
  for (const JointMethod method : {JointMethod::rk4, JointMethod::rk45})
    for (const LoopClosure loops : {LoopClosure::multipliers, LoopClosure::reduction})
      for (const int kind : {0, 1, 2}) {
        Assembled model = kind == 2 ? make_four_bars(3) : make_chain(8, kind == 1);
        JointSettings settings;
        settings.method = method;
        settings.loops = loops;
        JointStepper stepper(model.system, settings);
        stepper.start(model.state, 1e-4);
        for (int i = 0; i < 20; ++i) {
          AllocationCounter counter;
          ASSERT_TRUE(stepper.step(model.state, 1e-4).is_accepted());
          if (i > 1) {
            EXPECT_EQ(counter.count(), 0) << name_of(method) << " " << static_cast<int>(loops) << " " << kind;
          }
        }
        EXPECT_EQ(stepper.choices(),
                  loops == LoopClosure::reduction && kind > 0 ? 1 : 0);  // which allocates
      }
}

}  // namespace
}  // namespace pintle
