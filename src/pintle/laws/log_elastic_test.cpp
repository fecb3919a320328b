#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LogElastic, follows_the_logarithm) {
  LawProbe<1> probe(build<1>("log_elastic", {{"stiffness", 10}}));
  EXPECT_DOUBLE_EQ(probe.at(one(std::exp(2.0) - 1.0)).force()[0], 20.0);
  EXPECT_EQ(probe.at(one(0.0)).energy(), 0.0);
}

TEST(LogElastic, is_consistent) { expect_consistent<1>("log_elastic", {{"stiffness", 10}}, Potential::has); }

}  // namespace
}  // namespace pintle
