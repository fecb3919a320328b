#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearViscous, multiplies_the_rate) {
  LawProbe<3> probe(build<3>("linear_viscous", {{"viscosity", 2}}));
  EXPECT_EQ(probe.at(Vec3(9, 9, 9), Vec3(1, -2, 3)).force(), Vec3(2, -4, 6));
  EXPECT_EQ(probe.energy(), 0.0);
}

TEST(LinearViscous, is_consistent_in_all_dimensions) {
  expect_consistent<1>("linear_viscous_isotropic", {{"viscosity", 3}}, Potential::has);
  expect_consistent<6>("linear_viscous", {{"viscosity", 3}}, Potential::has);
}

}  // namespace
}  // namespace pintle
