#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearViscoelasticGeneric, adds_two_matrices) {
  LawProbe<3> probe(
      build<3>("linear_viscoelastic_generic", {{"stiffness", Value::list({1, 2, 3})}, {"viscosity", 2}}));
  EXPECT_EQ(probe.at(Vec3(1, 1, 1), Vec3(1, 2, 3)).force(), Vec3(3, 6, 9));
}

TEST(LinearViscoelasticGeneric, is_consistent_in_all_dimensions) {
  expect_consistent<1>("linear_viscoelastic_generic", {{"stiffness", 5}, {"viscosity", 2}}, Potential::has);
  expect_consistent<3>("linear_viscoelastic_generic",
                       {{"stiffness", full_matrix<3>()}, {"proportional", 0.3}}, Potential::has);
  expect_consistent<6>("linear_viscoelastic_generic",
                       {{"stiffness", full_matrix<6>()}, {"viscosity", full_matrix<6>(0.2)}}, Potential::has);
}

}  // namespace
}  // namespace pintle
