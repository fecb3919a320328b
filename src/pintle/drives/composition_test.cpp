#include "pintle/drives/composition.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

BuiltDrive composition(const Value& outer, const Value& inner) {
  const BuiltDrive built = build(register_composition_drive, Card().set("outer", outer).set("inner", inner));
  EXPECT_EQ(built.problems, "");
  return built;
}

TEST(CompositionDrive, evaluates_the_outer_drive_at_the_value_of_the_inner) {
  const Drive drive =
      composition(nested("polynomial", {{"coefficients", Value::list({1, 2, 3})}}), "sin(2*t)").drive;
  const double s = std::sin(1.4);
  EXPECT_DOUBLE_EQ(at(drive, 0.7), 1 + 2 * s + 3 * s * s);
  expect_derivatives_match(drive, {-1.0, 0.0, 0.7}, 50.0);
}

// An outer expression knows both the argument and the time, and the mixed derivative counts twice.
TEST(CompositionDrive, outer_expression_knows_argument_and_time) {
  const Drive drive = composition("argument^2*cos(t) + t", "exp(-t)*(1 + t)").drive;
  const double g = std::exp(-0.7) * 1.7;
  EXPECT_DOUBLE_EQ(at(drive, 0.7), g * g * std::cos(0.7) + 0.7);
  expect_derivatives_match(drive, {-0.5, 0.0, 0.7}, 20.0);
  EXPECT_EQ(at(composition("Var + 10*Time", "2*t").drive, 3.0), 36.0);
}

TEST(CompositionDrive, nests) {
  const Value square = nested("polynomial", {{"coefficients", Value::list({0, 0, 1})}});
  const Drive drive =
      composition(square, nested("composition", {{"outer", "sin(argument)"}, {"inner", square}})).drive;
  EXPECT_DOUBLE_EQ(at(drive, 0.9), std::pow(std::sin(0.81), 2));
  expect_derivatives_match(drive, {0.3, 0.9}, 50.0);
}

// As MBDyn prints for `drive, time, const, 7.` and `drive, direct, const, 7.`.
TEST(CompositionDrive, a_nested_time_is_the_argument) {
  EXPECT_EQ(at(composition(nested("time"), 7.0).drive, 0.3), 7.0);
  EXPECT_EQ(at(composition(nested("direct"), 7.0).drive, 0.3), 7.0);
}

TEST(CompositionDrive, gradient_passes_through) {
  const BuiltDrive built = composition("argument^2*node.a.x + t", "node.a.x*node.b.x - t");
  const std::array channels{0.5, -0.3};
  expect_gradient_matches(built.drive, {0.7, channels});
}

// A held value inside the outer drive is sampled at the argument, not at the time.
TEST(CompositionDrive, commits_the_outer_drive_with_its_argument) {
  const BuiltDrive built = composition(
      nested("sample_and_hold", {{"function", nested("time")}, {"trigger", nested("meter", {{"steps", 2}})}}),
      "10*t");
  EXPECT_EQ(run(built, 1.0, 4), (std::vector{0.0, 0.0, 20.0, 20.0, 40.0}));
}

}  // namespace
}  // namespace pintle
