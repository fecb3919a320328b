#include "pintle/formulations/joint.h"

#include <gtest/gtest.h>

#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

TEST(JointStepper, does_not_allocate_in_a_step) {
  for (const int kind : {0, 1, 2}) {
    Assembled model = kind == 2 ? make_four_bars(3) : make_chain(8, kind == 1);
    JointStepper stepper(model.system, JointSettings{});
    stepper.start(model.state, 1e-4);
    for (int i = 0; i < 20; ++i) {
      AllocationCounter counter;
      ASSERT_TRUE(stepper.step(model.state, 1e-4).is_accepted());
      if (i > 1) {
        EXPECT_EQ(counter.count(), 0);
      }
    }
  }
}

}  // namespace
}  // namespace pintle
