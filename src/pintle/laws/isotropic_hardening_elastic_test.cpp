#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

// Numbers of the program: stiffness 10, reference strain 0.2, strain 0.218690; then with linear stiffness 3.
TEST(IsotropicHardeningElastic, is_soft_and_then_linear) {
  const double strain = 0.3 * std::sin(0.26 * std::acos(-1.0));
  LawProbe<1> plain(build<1>("isotropic_hardening_elastic", {{"stiffness", 10}, {"reference_strain", 0.2}}));
  EXPECT_NEAR(plain.at(one(strain)).force()[0], 1.710136, 1e-6);
  LawProbe<1> with(build<1>("isotropic_hardening_elastic",
                            {{"stiffness", 10}, {"reference_strain", 0.2}, {"linear_stiffness", 3}}));
  EXPECT_NEAR(with.at(one(strain)).force()[0], 1.853167, 1e-6);
  EXPECT_NEAR(plain.at(one(1e6)).response().by_strain(0), 10.0, 1e-9);
  EXPECT_EQ(with.at(one(0.0)).response().by_strain(0), 3.0);
}

TEST(IsotropicHardeningElastic, is_consistent_in_all_dimensions) {
  expect_consistent<1>("isotropic_hardening_elastic", {{"stiffness", 10}, {"reference_strain", 0.6}},
                       Potential::has);
  expect_consistent<3>("isotropic_hardening_elastic",
                       {{"stiffness", 10}, {"reference_strain", 0.6}, {"linear_stiffness", 3}},
                       Potential::has);
  expect_consistent<6>("isotropic_hardening_elastic", {{"stiffness", 10}, {"reference_strain", 0.6}},
                       Potential::has);
}

}  // namespace
}  // namespace pintle
