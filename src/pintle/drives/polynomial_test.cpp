#include "pintle/drives/polynomial.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Drive polynomial(const Value& coefficients) {
  const BuiltDrive built = build(register_polynomial_drive, Card().set("coefficients", coefficients));
  EXPECT_EQ(built.problems, "");
  return built.drive;
}

TEST(PolynomialDrive, is_a_sum_of_powers) {
  const Drive drive = polynomial(Value::list({1, -2, 0.5, 3, -1}));
  for (const double t : {-1.5, 0.0, 0.7, 2.0})
    EXPECT_NEAR(at(drive, t), 1 - 2 * t + 0.5 * t * t + 3 * t * t * t - t * t * t * t, 1e-13);
  expect_derivatives_match(drive, {-1.5, 0.0, 0.7, 2.0}, 100.0);
}

// Printed by MBDyn for `parabolic, 1., 2., 3.` and `cubic, 1., 2., 3., 4.`.
TEST(PolynomialDrive, agrees_with_mbdyn) {
  EXPECT_EQ(at(polynomial(Value::list({1, 2, 3})), 0.75), 4.1875);
  EXPECT_EQ(at(polynomial(Value::list({1, 2, 3, 4})), 1.5), 24.25);
}

TEST(PolynomialDrive, one_coefficient_is_a_constant) {
  EXPECT_EQ(at(polynomial(Value::list({4.5})), 3.0), 4.5);
  EXPECT_EQ(polynomial(Value::list({4.5})).derivatives(3.0).rate, 0.0);
}

}  // namespace
}  // namespace pintle
