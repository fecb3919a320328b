#include "pintle/drives/sum.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(SumDrive, adds_its_drives) {
  const BuiltDrive built = build(
      register_sum_drive,
      Card().set("drives", Value::list({1.5, "sin(2*t)",
                                        nested("polynomial", {{"coefficients", Value::list({0, 1, 1})}})})));
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.depends_on_time_only());
  EXPECT_DOUBLE_EQ(at(built.drive, 0.7), 1.5 + std::sin(1.4) + 0.7 + 0.49);
  expect_derivatives_match(built.drive, {-1.0, 0.0, 0.7}, 10.0);
}

TEST(SumDrive, terms_that_listen_to_one_quantity_add_their_gradients) {
  const BuiltDrive built = build(
      register_sum_drive, Card().set("drives", Value::list({"t*node.a.x^2", "3*node.b.x - 5*node.a.x"})));
  EXPECT_EQ(std::vector<int>(built.drive.channels_used().begin(), built.drive.channels_used().end()),
            (std::vector{0, 1}));
  const std::array channels{0.5, -0.3};
  expect_gradient_matches(built.drive, {0.7, channels});
  EXPECT_TRUE(std::isnan(built.drive.derivatives(0.7).rate));
}

TEST(SumDrive, refuses_vectors) {
  const Value vector = Value::map({{"vector", Value::list({1, 0, 0})}, {"drive", 1}});
  EXPECT_NE(
      build(register_sum_drive, Card().set("drives", Value::list({vector}))).problems.find("not vectors"),
      std::string::npos);
}

}  // namespace
}  // namespace pintle
