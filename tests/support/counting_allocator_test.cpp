#include "tests/support/counting_allocator.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "pintle/math/types.h"

namespace pintle {
namespace {

TEST(AllocationCounter, counts_operator_new) {
  const AllocationCounter counter;
  const auto number = std::make_unique<volatile double>(1.0);
  EXPECT_EQ(counter.count(), 1);
}

TEST(AllocationCounter, counts_the_vectors_of_eigen) {
  if (!AllocationCounter::counts_malloc()) GTEST_SKIP() << "a sanitizer has its own malloc";
  const AllocationCounter counter;
  VecX vector(100);
  vector.setOnes();
  const long count = counter.count();
  EXPECT_EQ(vector.sum(), 100.0);
  EXPECT_EQ(count, 1);
}

TEST(AllocationCounter, counts_the_growth_of_a_vector) {
  std::vector<double> numbers(10);
  AllocationCounter counter;
  numbers.resize(5);
  EXPECT_EQ(counter.count(), 0);
  numbers.resize(1000);
  EXPECT_EQ(counter.count(), 1);
  counter.restart();
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace pintle
