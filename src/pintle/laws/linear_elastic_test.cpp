#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(LinearElastic, multiplies_the_strain) {
  LawProbe<3> probe(build<3>("linear_elastic_isotropic", {{"stiffness", "2 kN/m"}}));
  EXPECT_EQ(probe.at(Vec3(1, -2, 3), Vec3(9, 9, 9)).force(), Vec3(2000, -4000, 6000));
  EXPECT_EQ(probe.energy(), 14000.0);
}

TEST(LinearElastic, is_consistent_in_all_dimensions) {
  expect_consistent<1>("linear_elastic", {{"stiffness", 3}}, Potential::has);
  expect_consistent<3>("linear_elastic", {{"stiffness", 3}}, Potential::has);
  expect_consistent<6>("linear_elastic", {{"stiffness", 3}}, Potential::has);
}

// f = f0(t) + K (strain - strain0(t)), as in the program; the rate stays as it is.
TEST(LinearElastic, has_prestress_and_prestrain_that_are_driven) {
  LawProbe<1> rod(build<1>("linear_elastic", {{"stiffness", 10}, {"prestress", 4}, {"prestrain", "0.1*t"}}));
  EXPECT_DOUBLE_EQ(rod.at(one(0.3), one(7.0), 2.0).force()[0], 4.0 + 10.0 * (0.3 - 0.2));
  rod.expect_tangents_match();
  rod.expect_energy_matches();
  const Value stress = Value::list({"t", 2, 3});
  const Value strain = Value::list({Value::map({{"vector", Value::list({1, 0, 2})}, {"drive", "t"}}),
                                    Value::map({{"vector", Value::list({0, 1, 0})}, {"drive", 5}})});
  LawProbe<3> hinge(
      build<3>("linear_elastic", {{"stiffness", 10}, {"prestress", stress}, {"prestrain", strain}}));
  EXPECT_LT((hinge.at(Vec3::Zero(), Vec3::Zero(), 0.5).force() - Vec3(0.5 - 5, 2 - 50, 3 - 10)).norm(),
            1e-13);
  hinge.expect_energy_matches();
}

TEST(LinearElastic, says_what_does_not_fit_its_dimension) {
  EXPECT_THAT(try_build<3>("linear_elastic", {{"stiffness", 10}, {"prestress", 4}}).problems,
              testing::HasSubstr("prestress: expected 3 component(s), got 1"));
  EXPECT_THAT(try_build<1>("linear_elastic", {{"stiffness", 10}, {"dim", 3}}).problems,
              testing::HasSubstr("needs a law of dimension 1, but it says 3"));
}

}  // namespace
}  // namespace pintle
