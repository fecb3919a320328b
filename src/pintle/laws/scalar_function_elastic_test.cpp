#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

Value power(double exponent) { return Value::map({{"type", "power"}, {"exponent", exponent}}); }
Value twice() {
  return Value::map(
      {{"type", "linear"}, {"points", Value::list({Value::list({0, 0}), Value::list({1, 2})})}});
}

TEST(ScalarFunctionElastic, takes_one_function_for_all_components) {
  LawProbe<3> probe(build<3>("scalar_function_elastic_isotropic", {{"functions", Value::list({power(3)})}}));
  EXPECT_EQ(probe.at(Vec3(1, -2, 3)).force(), Vec3(1, -8, 27));
}

TEST(ScalarFunctionElastic, takes_one_function_for_each_component) {
  LawProbe<3> probe(
      build<3>("scalar_function_elastic_orthotropic", {{"functions", Value::list({power(3), twice(), 0})}}));
  EXPECT_EQ(probe.at(Vec3(2, -2, 3)).force(), Vec3(8, -4, 0));
  EXPECT_THAT(
      try_build<3>("scalar_function_elastic", {{"functions", Value::list({power(3), twice()})}}).problems,
      testing::HasSubstr("functions: expected one function or 3, got 2"));
}

TEST(ScalarFunctionElastic, has_exact_tangents) {
  expect_consistent<1>("scalar_function_elastic", {{"functions", Value::list({power(3)})}},
                       Potential::has_none);
  expect_consistent<6>("scalar_function_elastic", {{"functions", Value::list({power(2)})}},
                       Potential::has_none);
}

}  // namespace
}  // namespace pintle
