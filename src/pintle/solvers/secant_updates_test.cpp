#include "pintle/solvers/secant_updates.h"

#include <gtest/gtest.h>

#include <span>

namespace pintle {
namespace {

// Linear system A x = b solved with the identity in place of A: plain iteration contracts by |I - A|, secant
// updates end in a few steps (Broyden's method on a linear problem of size n needs 2 n at most).
int iterations(bool is_improved) {
  Eigen::Matrix3d a;
  a << 1.3, 0.2, 0.0, -0.1, 0.8, 0.1, 0.05, 0.0, 1.2;
  const Vec3 b(1, 2, 3);
  Vec3 x = Vec3::Zero();
  SecantUpdates secants(3);
  for (int k = 0; k < 100; ++k) {
    Vec3 increment = b - a * x;
    if (increment.norm() < 1e-12) return k;
    if (is_improved) secants.improve({increment.data(), 3});
    x += increment;
  }
  return 100;
}

TEST(SecantUpdates, end_sooner_than_plain_iteration) {
  EXPECT_LE(iterations(true), 7);
  EXPECT_GT(iterations(false), 15);
}

TEST(SecantUpdates, leave_the_first_increment_alone) {
  SecantUpdates secants(2);
  std::vector<double> increment{0.5, -0.25};
  secants.improve(increment);
  EXPECT_EQ(increment, (std::vector<double>{0.5, -0.25}));
}

TEST(SecantUpdates, survive_a_zero_increment) {
  SecantUpdates secants(2);
  std::vector<double> zero{0.0, 0.0}, next{1.0, 2.0};
  secants.improve(zero);
  secants.improve(next);
  EXPECT_EQ(next, (std::vector<double>{1.0, 2.0}));
}

}  // namespace
}  // namespace pintle
