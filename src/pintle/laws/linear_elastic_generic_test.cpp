#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearElasticGeneric, multiplies_by_a_matrix) {
  const Value k = Value::list({Value::list({1, 2, 3}), Value::list({4, 5, 6}), Value::list({7, 8, 9})});
  LawProbe<3> probe(build<3>("linear_elastic_generic", {{"stiffness", k}}));
  EXPECT_EQ(probe.at(Vec3(1, 0, -1)).force(), Vec3(-2, -2, -2));
}

TEST(LinearElasticGeneric, is_consistent_in_all_dimensions) {
  expect_consistent<1>("linear_elastic_generic", {{"stiffness", 3}}, Potential::has);
  expect_consistent<3>("linear_elastic_generic", {{"stiffness", full_matrix<3>()}}, Potential::has);
  expect_consistent<6>("linear_elastic_generic", {{"stiffness", full_matrix<6>()}}, Potential::has);
  expect_consistent<6>("linear_elastic_generic", {{"stiffness", full_matrix<6>(0.5)}}, Potential::has_none);
  expect_consistent<6>("linear_elastic_generic", {{"stiffness", Value::list({1, 2, 3, 4, 5, 6})}},
                       Potential::has);
}

TEST(LinearElasticGeneric, refuses_a_matrix_of_another_size) {
  EXPECT_THAT(try_build<3>("linear_elastic_generic", {{"stiffness", full_matrix<6>()}}).problems,
              testing::HasSubstr("stiffness: expected a number or 3 rows, got 6 rows"));
}

}  // namespace
}  // namespace pintle
