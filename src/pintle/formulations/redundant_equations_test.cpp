#include "pintle/formulations/redundant_equations.h"

#include <gtest/gtest.h>

#include <map>

#include "pintle/formulations/redundancy_test_support.h"

namespace pintle {
namespace {

TEST(RedundantEquations, are_those_of_the_later_joint_and_follow_from_the_earlier) {
  const Assembled model = model_of_cards(chain_of_hinges(2, {{"link 0", "link 1"}}));
  const auto list = find_redundant_equations(model.system, model.state, 1e-8);
  ASSERT_EQ(multipliers_of(list), (std::vector<Index>{10, 11, 12, 13, 14}));
  for (const RedundantEquation& equation : list) {
    EXPECT_EQ(equation.follows_from, std::vector<Index>{equation.multiplier - 5});
    EXPECT_EQ(equation.loop, 5);
  }
}

TEST(RedundantEquations, are_none_where_each_joint_holds_something_of_its_own) {
  const Assembled model = model_of_cards(chain_of_hinges(3, {}));
  EXPECT_TRUE(find_redundant_equations(model.system, model.state, 1e-8).empty());
}

// A straight chain that closes on itself: three equations as in every planar loop, and one since it is
// stretched.
TEST(RedundantEquations, of_each_loop_are_counted_apart) {
  const Assembled model = model_of_cards(chain_of_hinges(5, {{"link 1", "ground"}, {"link 4", "link 2"}}));
  const auto list = find_redundant_equations(model.system, model.state, 1e-8, JointsToSearch::in_loops);
  std::map<Index, int> count;
  for (const RedundantEquation& equation : list) ++count[equation.loop];
  ASSERT_EQ(count.size(), 2u);
  EXPECT_EQ(count.begin()->second, 4);
  EXPECT_EQ(count.rbegin()->second, 4);
}

}  // namespace
}  // namespace pintle
