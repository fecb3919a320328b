#include "pintle/drives/periodic.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// Printed by MBDyn for `periodic, 0.5, 0.375, ramp, 1., 0., forever, 0.`.
TEST(PeriodicDrive, agrees_with_mbdyn) {
  const BuiltDrive built = build(
      register_periodic_drive,
      Card().set("initial_time", 0.5).set("period", 0.375).set("function", nested("ramp", {{"slope", 1}})));
  EXPECT_EQ(built.problems, "");
  const std::array<double, 17> printed{0, 0, 0, 0, 0, .125, .25, 0, .125, .25, 0, .125, .25, 0, .125, .25, 0};
  for (std::size_t n = 0; n < printed.size(); ++n)
    EXPECT_EQ(at(built.drive, 0.125 * static_cast<double>(n)), printed[n]) << n;
}

TEST(PeriodicDrive, derivatives_are_those_of_the_piece) {
  const Drive drive =
      build(register_periodic_drive,
            Card()
                .set("period", 0.5)
                .set("function", nested("polynomial", {{"coefficients", Value::list({0, 1, 3})}})))
          .drive;
  expect_derivatives_match(drive, {-0.2, 0.1, 0.7, 7.3}, 50.0);
  EXPECT_EQ(drive.derivatives(1.0).rate, 1.0);
}

}  // namespace
}  // namespace pintle
