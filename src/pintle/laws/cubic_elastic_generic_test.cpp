#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

// Numbers of the program: 2, 3, 5 at a strain of 0.218690 and -0.176336.
TEST(CubicElasticGeneric, is_odd_and_cubic) {
  LawProbe<1> probe(build<1>("cubic_elastic_generic", {{"stiffness_1", Value::list({2})},
                                                       {"stiffness_2", Value::list({3})},
                                                       {"stiffness_3", Value::list({5})}}));
  EXPECT_NEAR(probe.at(one(0.3 * std::sin(0.26 * std::acos(-1.0)))).force()[0], 0.633153, 1e-6);
  EXPECT_NEAR(probe.at(one(0.3 * std::sin(1.2 * std::acos(-1.0)))).force()[0], -0.473369, 1e-6);
}

TEST(CubicElasticGeneric, is_consistent_in_its_dimensions) {
  const auto list = [](double a) { return Value::list({a, a + 1, a + 2}); };
  expect_consistent<3>("cubic_elastic",
                       {{"stiffness_1", list(1)}, {"stiffness_2", list(4)}, {"stiffness_3", list(7)}},
                       Potential::has);
  EXPECT_THAT(try_build<1>("cubic_elastic_generic",
                           {{"stiffness_1", list(1)}, {"stiffness_2", list(4)}, {"stiffness_3", list(7)}})
                  .problems,
              testing::HasSubstr("stiffness_1: expected 1 number(s), got 3"));
}

}  // namespace
}  // namespace pintle
