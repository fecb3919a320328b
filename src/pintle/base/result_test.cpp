#include "pintle/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace pintle {
namespace {

TEST(Result, holds_a_value_or_a_reason) {
  const Result<int> good = 3;
  const Result<int> bad = Failure{"too late"};
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 3);
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.message(), "too late");
  EXPECT_THROW(bad.value(), std::bad_variant_access);
}

TEST(Result, can_be_emptied_of_a_value_that_only_moves) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

}  // namespace
}  // namespace pintle
