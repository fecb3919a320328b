#include "pintle/drives/closest_next.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// Printed by MBDyn for `closest next, 0.5, 1.75, const, 0.3` with steps of 0.125 s.
TEST(ClosestNextDrive, agrees_with_mbdyn) {
  const BuiltDrive built =
      build(register_closest_next_drive,
            Card().set("initial_time", 0.5).set("final_time", 1.75).set("increment", 0.3));
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.has_history());
  EXPECT_EQ(run(built, 0.125, 16), (std::vector<double>{0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0}));
}

TEST(ClosestNextDrive, instants_passed_together_count_once) {
  const BuiltDrive built = build(register_closest_next_drive, Card().set("increment", 0.4));
  EXPECT_EQ(run(built, 1.0, 4), std::vector<double>(5, 1.0));
}

// 0.1 added up is not n*0.1: no instant is missed, none is met twice.
TEST(ClosestNextDrive, forgives_round_off) {
  const BuiltDrive built = build(register_closest_next_drive, Card().set("increment", 0.3));
  const std::vector<double> values = run(built, 0.1, 300);
  for (std::size_t n = 0; n < values.size(); ++n) EXPECT_EQ(values[n], n % 3 == 0 ? 1.0 : 0.0) << n;
}

TEST(ClosestNextDrive, increment_may_be_driven) {
  const BuiltDrive built = build(register_closest_next_drive, Card().set("increment", "1 + t"));
  EXPECT_EQ(run(built, 0.5, 14), (std::vector<double>{1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1}));
}

TEST(ClosestNextDrive, refuses_an_increment_of_zero) {
  EXPECT_NE(
      build(register_closest_next_drive, Card().set("increment", 0.0)).problems.find("greater than 0 s"),
      std::string::npos);
}

}  // namespace
}  // namespace pintle
