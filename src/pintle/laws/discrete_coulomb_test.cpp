#include <cmath>

#include "pintle/laws/friction_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(DiscreteCoulomb, slips_against_its_direction_with_a_viscous_part) {
  const FrictionPointer model =
      build_friction("discrete_coulomb", {{"sigma2", 2.0}, {"static_friction", falling_friction(0.5, -1.0)}});
  ASSERT_FALSE(model->has_bristles());
  EXPECT_EQ(model->sticking_limit(), 0.5);
  const FrictionInputs back{.velocity = -0.2, .slip = -1.0};
  EXPECT_NEAR(model->respond(back).coefficient.value, -0.5 * std::exp(-0.2) - 0.4, 1e-15);
  expect_derivatives_match(*model, back);
  expect_derivatives_match(*model, {.velocity = 0.3, .slip = 1.0});
}

// A step that overshoots the halt sees the same friction on both sides: the change of direction is a mode.
TEST(DiscreteCoulomb, keeps_its_direction_until_the_mode_changes) {
  const FrictionPointer model =
      build_friction("discrete_coulomb", {{"static_friction", constant_friction(0.3)}});
  EXPECT_EQ(model->respond({.velocity = 1e-3, .slip = 1.0}).coefficient.value, 0.3);
  EXPECT_EQ(model->respond({.velocity = -1e-3, .slip = 1.0}).coefficient.value, 0.3);
}

}  // namespace
}  // namespace pintle
