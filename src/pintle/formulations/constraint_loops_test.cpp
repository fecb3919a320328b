#include "pintle/formulations/constraint_loops.h"

#include <gtest/gtest.h>

#include "pintle/formulations/redundancy_test_support.h"

namespace pintle {
namespace {

using Groups = std::vector<std::vector<Index>>;

struct Found {
  Groups loops, single;
};

Found loops_of(std::vector<Card> cards) {
  const Assembled model = model_of_cards(std::move(cards));
  Snapshot snapshot = model.system.make_snapshot();
  model.system.fill(model.state, snapshot);
  ConstraintRows rows(model.system);
  rows.fill(snapshot.context());
  const ConstraintLoops loops(model.system, snapshot.context(), rows);
  return {loops.loops(), loops.single()};
}

TEST(ConstraintLoops, a_chain_has_none) {
  const Found found = loops_of(chain_of_hinges(4, {}));
  EXPECT_TRUE(found.loops.empty());
  ASSERT_EQ(found.single.size(), 4u);
  EXPECT_EQ(found.single[1], (std::vector<Index>{5, 6, 7, 8, 9}));
}

// The ground is a vertex like the others, and holds no two loops together.
TEST(ConstraintLoops, are_closed_by_the_ground_too_and_parted_where_they_share_a_node_only) {
  const Found found = loops_of(chain_of_hinges(4, {{"link 1", "ground"}, {"link 3", "link 1"}}));
  ASSERT_EQ(found.loops.size(), 2u);
  EXPECT_EQ(found.single.size(), 0u);
  EXPECT_EQ(found.loops[0].size(), 15u);  // ground, link 0, link 1
  EXPECT_EQ(found.loops[1].size(), 15u);  // link 1, link 2, link 3
}

TEST(ConstraintLoops, of_two_joints_between_the_same_nodes) {
  const Found found = loops_of(chain_of_hinges(2, {{"link 0", "link 1"}}));
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(found.loops[0], (std::vector<Index>{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
  ASSERT_EQ(found.single.size(), 1u);
}

TEST(ConstraintLoops, of_a_long_chain_are_found_without_deep_recursion) {
  const Found found = loops_of(chain_of_hinges(3000, {{"link 2999", "link 1500"}}));
  ASSERT_EQ(found.loops.size(), 1u);
  EXPECT_EQ(found.loops[0].size(), 5u * 1500u);
  EXPECT_EQ(found.single.size(), 1501u);
}

}  // namespace
}  // namespace pintle
