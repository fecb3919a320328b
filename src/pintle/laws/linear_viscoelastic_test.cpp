#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearViscoelastic, is_a_spring_and_a_damper) {
  LawProbe<1> probe(build<1>("linear_viscoelastic", {{"stiffness", 5}, {"viscosity", 2}}));
  EXPECT_DOUBLE_EQ(probe.at(one(0.5), one(3.0)).force()[0], 8.5);
  LawProbe<1> proportional(
      build<1>("linear_viscoelastic_isotropic", {{"stiffness", 5}, {"proportional", 0.1}}));
  EXPECT_DOUBLE_EQ(proportional.at(one(0.5), one(3.0)).force()[0], 4.0);
}

TEST(LinearViscoelastic, is_consistent_in_all_dimensions) {
  expect_consistent<3>("linear_viscoelastic", {{"stiffness", 5}, {"viscosity", 2}}, Potential::has);
  expect_consistent<6>("linear_viscoelastic", {{"stiffness", 5}, {"proportional", 2}}, Potential::has);
}

TEST(LinearViscoelastic, wants_one_way_to_give_the_viscosity) {
  EXPECT_THAT(try_build<1>("linear_viscoelastic", {{"stiffness", 5}}).problems,
              testing::HasSubstr("give either 'viscosity' or 'proportional'"));
  EXPECT_THAT(
      try_build<1>("linear_viscoelastic", {{"stiffness", 5}, {"viscosity", 1}, {"proportional", 1}}).problems,
      testing::HasSubstr("give either"));
}

}  // namespace
}  // namespace pintle
