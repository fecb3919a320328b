#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

constexpr const char* kDampedDoubleLinear = "double_linear_viscoelastic";

TEST(DoubleLinearViscoelastic, has_a_viscosity_on_each_side_of_the_bounds) {
  LawProbe<3> probe(build<3>(kDampedDoubleLinear, {{"stiffness", 10},
                                                   {"upper_strain", 0.05},
                                                   {"lower_strain", -0.05},
                                                   {"second_stiffness", 100},
                                                   {"viscosity", 1},
                                                   {"second_viscosity", 3}}));
  EXPECT_LT((probe.at(Vec3(0.3, 0.2, -0.1), Vec3(1, 2, 3)).force() - Vec3(4, 4, -5.5 + 9)).norm(), 1e-14);
  EXPECT_LT((probe.at(Vec3(0.3, 0.2, 0.01), Vec3(1, 2, 3)).force() - Vec3(4, 4, 0.1 + 3)).norm(), 1e-14);
}

TEST(DoubleLinearViscoelastic, is_consistent_on_both_sides_of_a_bound) {
  for (const double bound : {0.01, 2.0}) {
    expect_consistent<1>(kDampedDoubleLinear,
                         {{"stiffness", 10},
                          {"upper_strain", bound},
                          {"lower_strain", -bound},
                          {"second_stiffness", 100},
                          {"viscosity", 2}},
                         Potential::has);
    expect_consistent<3>(kDampedDoubleLinear,
                         {{"stiffness", 10},
                          {"upper_strain", bound},
                          {"lower_strain", -bound},
                          {"second_stiffness", 100},
                          {"viscosity", 2},
                          {"second_viscosity", 5}},
                         Potential::has);
  }
}

}  // namespace
}  // namespace pintle
