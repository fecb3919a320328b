#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

constexpr const char* kCoupled = "linear_elastic_generic_axial_torsion_coupling";

// Numbers of the program: K = diag(10 .. 60), coupling 7, strain 0.285317, twist 0.190211: 7.988346.
TEST(AxialTorsionCoupling, stiffens_torsion_with_axial_strain) {
  LawProbe<6> probe(
      build<6>(kCoupled, {{"stiffness", Value::list({10, 20, 30, 40, 50, 60})}, {"coupling", 7}}));
  LawVector<6> strain = LawVector<6>::Zero();
  strain[0] = 0.2853170;
  strain[3] = 0.1902113;
  EXPECT_NEAR(probe.at(strain).force()[0], 2.85317, 1e-6);
  EXPECT_NEAR(probe.force()[3], 7.988346, 3e-6);
}

TEST(AxialTorsionCoupling, has_exact_tangents_and_only_six_dimensions) {
  expect_consistent<6>(kCoupled, {{"stiffness", full_matrix<6>()}, {"coupling", 2}}, Potential::has_none);
  EXPECT_THAT(try_build<3>(kCoupled, {{"stiffness", 1}, {"coupling", 2}}).problems,
              testing::HasSubstr("dimension 3, which this law does not have"));
}

}  // namespace
}  // namespace pintle
