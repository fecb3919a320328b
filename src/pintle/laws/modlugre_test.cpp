#include <cmath>
#include <vector>

#include "pintle/laws/friction_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

TEST(Modlugre, has_exact_derivatives_where_it_sticks_creeps_and_slides) {
  const FrictionPointer model =
      build_friction("modlugre", {{"sigma0", 20.0},
                                  {"sigma1", 0.5},
                                  {"sigma2", 0.3},
                                  {"kappa", 0.4},
                                  {"static_friction", falling_friction(0.5, -0.7)}});
  ASSERT_TRUE(model->has_bristles());
  for (const double v : {0.3, -0.4})
    for (const double z : {0.005, 0.012, 0.018, 0.022, 0.04, -0.015})
      expect_derivatives_match(*model, {.velocity = v, .deflection = z, .deflection_rate = 0.1});
}

// MBDyn: v = 0.01 m/s from rest, sigma0 = 100, kappa = 0.5, f_s = 0.3; its step is 50 times as long.
TEST(Modlugre, slides_from_rest_as_mbdyn_does) {
  const FrictionPointer model = build_friction(
      "modlugre", {{"sigma0", 100.0}, {"kappa", 0.5}, {"static_friction", constant_friction(0.3)}});
  const auto rate = [&](double z) {
    return -model->respond({.velocity = 0.01, .deflection = z}).bristles.value;
  };
  constexpr double kStep = 1e-4;
  double z = 0.0;
  std::vector<double> f;
  for (int i = 0; i <= 9000; ++i) {
    f.push_back(model->respond({.velocity = 0.01, .deflection = z}).coefficient.value);
    const double middle = z + 0.5 * kStep * rate(z);
    z += kStep * rate(middle);
  }
  EXPECT_NEAR(f[1000], 0.1, 1e-9);  // sticks: elastic
  EXPECT_NEAR(f[2000], 0.197458, 2e-5);
  EXPECT_NEAR(f[3000], 0.254160, 1e-5);
  EXPECT_NEAR(f[5000], 0.285706, 1e-5);
  EXPECT_NEAR(f[9000], 0.297180, 1e-5);
}

// Where z no longer grows, σ0 z = f_s(v): the friction is the static one and what viscosity adds.
TEST(Modlugre, slides_steadily_with_static_and_viscous_friction) {
  const FrictionPointer model = build_friction(
      "modlugre",
      {{"sigma0", 1e3}, {"sigma1", 5.0}, {"sigma2", 0.1}, {"static_friction", constant_friction(0.3)}});
  const FrictionResponse r = model->respond({.velocity = -2.0, .deflection = -0.3e-3});
  EXPECT_NEAR(r.bristles.value, 0.0, 1e-15);
  EXPECT_NEAR(r.coefficient.value, -0.5, 1e-15);
}

TEST(FrictionShape, of_a_pin_in_a_hole_is_that_of_mbdyn) {
  EXPECT_EQ(shape_of(FrictionShape::simple, 0.3).value, 0.3);
  EXPECT_NEAR(shape_of(FrictionShape::simple_plane_hinge, 0.1).value, 0.0995037, 1e-7);
  const auto f = [](double x) { return shape_of(FrictionShape::simple_plane_hinge, x); };
  EXPECT_NEAR((f(0.4 + 1e-6).value - f(0.4 - 1e-6).value) / 2e-6, f(0.4).slope, 1e-9);
}

TEST(Modlugre, is_no_law_of_a_spring) {
  const auto built = try_build<1>("modlugre", {{"sigma0", 1.0}, {"static_friction", constant_friction(0.3)}});
  EXPECT_THAT(built.problems, testing::HasSubstr("needs a law of dimension 1, which this law does not have"));
}

}  // namespace
}  // namespace pintle
