#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

constexpr const char* kDoubleLinear = "double_linear_elastic";

TEST(DoubleLinearElastic, changes_its_slope_at_the_bounds) {
  LawProbe<1> probe(build<1>(
      kDoubleLinear,
      {{"stiffness", 10}, {"upper_strain", 0.1}, {"lower_strain", -0.2}, {"second_stiffness", 100}}));
  EXPECT_DOUBLE_EQ(probe.at(one(0.05)).force()[0], 0.5);
  EXPECT_DOUBLE_EQ(probe.at(one(0.3)).force()[0], 1.0 + 20.0);
  EXPECT_DOUBLE_EQ(probe.at(one(-0.3)).force()[0], -2.0 - 10.0);
}

TEST(DoubleLinearElastic, bounds_the_third_direction_alone) {
  LawProbe<3> probe(build<3>(
      kDoubleLinear,
      {{"stiffness", 10}, {"upper_strain", 0.05}, {"lower_strain", -0.05}, {"second_stiffness", 100}}));
  EXPECT_LT((probe.at(Vec3(0.3, 0.2, -0.1)).force() - Vec3(3, 2, -5.5)).norm(), 1e-14);
}

TEST(DoubleLinearElastic, is_consistent_on_both_sides_of_a_bound) {
  for (const double bound : {0.01, 2.0}) {
    expect_consistent<1>(
        kDoubleLinear,
        {{"stiffness", 10}, {"upper_strain", bound}, {"lower_strain", -bound}, {"second_stiffness", 100}},
        Potential::has);
    expect_consistent<3>(
        kDoubleLinear,
        {{"stiffness", 10}, {"upper_strain", bound}, {"lower_strain", -bound}, {"second_stiffness", 100}},
        Potential::has);
  }
}

TEST(DoubleLinearElastic, wants_its_bounds_in_order_and_one_or_three_dimensions) {
  EXPECT_THAT(
      try_build<1>(kDoubleLinear,
                   {{"stiffness", 1}, {"upper_strain", 0}, {"lower_strain", 1}, {"second_stiffness", 2}})
          .problems,
      testing::HasSubstr("'lower_strain' is above"));
  EXPECT_FALSE(
      try_build<6>(kDoubleLinear,
                   {{"stiffness", 1}, {"upper_strain", 0}, {"lower_strain", 0}, {"second_stiffness", 2}})
          .law);
}

}  // namespace
}  // namespace pintle
