#include "pintle/analysis/redundant_equations.h"

#include "pintle/analysis/assembly_test_support.h"

namespace pintle {
namespace {

TEST(RedundantEquations, are_those_of_the_later_joint_and_follow_from_the_earlier) {
  const StartedModel started = start_model(cards_held_twice());
  const auto list = find_redundant_equations(started.model.system, started.model.state, 1e-8);
  ASSERT_EQ(multipliers_of(list), (std::vector<Index>{3, 4, 5}));
  for (const RedundantEquation& equation : list)
    EXPECT_EQ(equation.follows_from, std::vector<Index>{equation.multiplier - 3});
}

TEST(RedundantEquations, are_none_where_each_joint_holds_something_of_its_own) {
  const StartedModel started = start_model(pendulum_cards({1, 0, 0}));
  EXPECT_TRUE(find_redundant_equations(started.model.system, started.model.state, 1e-8).empty());
}

}  // namespace
}  // namespace pintle
