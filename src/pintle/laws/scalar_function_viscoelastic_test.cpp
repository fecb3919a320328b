#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

Value damped_power(double exponent) { return Value::map({{"type", "power"}, {"exponent", exponent}}); }

TEST(ScalarFunctionViscoelastic, adds_functions_of_strain_and_rate) {
  LawProbe<1> probe(build<1>(
      "scalar_function_viscoelastic",
      {{"functions", Value::list({damped_power(3)})}, {"rate_functions", Value::list({damped_power(1)})}}));
  EXPECT_DOUBLE_EQ(probe.at(one(2.0), one(5.0)).force()[0], 13.0);
  LawProbe<1> viscous(
      build<1>("scalar_function_viscoelastic", {{"rate_functions", Value::list({damped_power(3)})}}));
  EXPECT_DOUBLE_EQ(viscous.at(one(2.0), one(-2.0)).force()[0], -8.0);
}

TEST(ScalarFunctionViscoelastic, has_exact_tangents) {
  expect_consistent<3>(
      "scalar_function_viscoelastic",
      {{"functions", Value::list({damped_power(3)})}, {"rate_functions", Value::list({damped_power(2)})}},
      Potential::has_none);
}

}  // namespace
}  // namespace pintle
