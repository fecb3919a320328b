#include "pintle/base/ids.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

namespace pintle {
namespace {

static_assert(!std::is_convertible_v<NodeId, EquationId>);
static_assert(!std::is_convertible_v<Index, NodeId>);
static_assert(sizeof(NodeId) == sizeof(Index));

TEST(Ids, are_invalid_until_given_a_value) {
  EXPECT_FALSE(NodeId{}.is_valid());
  EXPECT_TRUE(NodeId{0}.is_valid());
}

TEST(Ids, compare_by_value) {
  EXPECT_EQ(NodeId{3}, NodeId{3});
  EXPECT_NE(NodeId{3}, NodeId{4});
  EXPECT_LT(NodeId{3}, NodeId{4});
}

TEST(Ids, can_be_kept_in_a_hash_set) {
  const std::unordered_set<EquationId> ids = {EquationId{1}, EquationId{2}, EquationId{1}};
  EXPECT_EQ(ids.size(), 2u);
}

}  // namespace
}  // namespace pintle
