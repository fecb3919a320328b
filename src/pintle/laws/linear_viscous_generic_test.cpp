#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearViscousGeneric, multiplies_the_rate_by_a_matrix) {
  LawProbe<3> probe(build<3>("linear_viscous_generic", {{"viscosity", Value::list({1, 2, 3})}}));
  EXPECT_EQ(probe.at(Vec3(9, 9, 9), Vec3(1, -2, 3)).force(), Vec3(1, -4, 9));
}

TEST(LinearViscousGeneric, is_consistent_in_all_dimensions) {
  expect_consistent<1>("linear_viscous_generic", {{"viscosity", 2}}, Potential::has);
  expect_consistent<3>("linear_viscous_generic", {{"viscosity", full_matrix<3>(0.1)}}, Potential::has);
  expect_consistent<6>("linear_viscous_generic", {{"viscosity", full_matrix<6>(0.1)}}, Potential::has);
}

}  // namespace
}  // namespace pintle
