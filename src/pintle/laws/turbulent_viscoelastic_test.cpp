#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(TurbulentViscoelastic, is_quadratic_above_its_threshold) {
  LawProbe<1> plain(build<1>("turbulent_viscoelastic", {{"stiffness", 10}, {"parabolic_viscosity", 2}}));
  EXPECT_DOUBLE_EQ(plain.at(one(0.5), one(-3.0)).force()[0], 5.0 - 18.0);
  LawProbe<1> smooth(
      build<1>("turbulent_viscoelastic", {{"stiffness", 10}, {"parabolic_viscosity", 2}, {"threshold", 1}}));
  EXPECT_DOUBLE_EQ(smooth.at(one(0.0), one(0.5)).force()[0], 1.0);
  EXPECT_DOUBLE_EQ(smooth.at(one(0.0), one(2.0)).force()[0], 8.0);
  LawProbe<1> given(
      build<1>("turbulent_viscoelastic",
               {{"stiffness", 10}, {"parabolic_viscosity", 2}, {"threshold", 1}, {"linear_viscosity", 7}}));
  EXPECT_DOUBLE_EQ(given.at(one(0.0), one(0.5)).force()[0], 3.5);
}

TEST(TurbulentViscoelastic, is_consistent) {
  for (const double threshold : {0.0, 2.0})
    expect_consistent<1>("turbulent_viscoelastic",
                         {{"stiffness", 10}, {"parabolic_viscosity", 2}, {"threshold", threshold}},
                         Potential::has);
}

}  // namespace
}  // namespace pintle
