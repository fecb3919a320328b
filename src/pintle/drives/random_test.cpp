#include "pintle/drives/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card random_card(int seed) { return Card().set("amplitude", 2.0).set("mean", 5.0).set("seed", seed); }

TEST(RandomDrive, same_seed_gives_the_same_numbers) {
  const std::vector<double> one = run(build(register_random_drive, random_card(3)), 0.1, 100);
  EXPECT_EQ(one, run(build(register_random_drive, random_card(3)), 0.1, 100));
  EXPECT_NE(one, run(build(register_random_drive, random_card(4)), 0.1, 100));
}

// Of N uniform numbers in [-1, 1]: mean 0 +- 1/sqrt(3 N), variance 1/3 +- sqrt(4/45/N), and the products of
// neighbours and of sequences with neighbouring seeds average 0 +- 1/(3 sqrt(N)). Five deviations are
// allowed.
TEST(RandomDrive, numbers_are_uniform_and_independent) {
  const int N = 100000;
  double sum = 0.0, squares = 0.0, neighbours = 0.0, seeds = 0.0, smallest = 1.0, largest = -1.0;
  for (int n = 0; n < N; ++n) {
    const double x = random_number(1, n);
    sum += x;
    squares += x * x;
    neighbours += x * random_number(1, n + 1);
    seeds += x * random_number(2, n);
    smallest = std::min(smallest, x);
    largest = std::max(largest, x);
  }
  const double root = std::sqrt(static_cast<double>(N));
  EXPECT_NEAR(sum / N, 0.0, 5.0 / std::sqrt(3.0) / root);
  EXPECT_NEAR(squares / N, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0) / root);
  EXPECT_NEAR(neighbours / N, 0.0, 5.0 / 3.0 / root);
  EXPECT_NEAR(seeds / N, 0.0, 5.0 / 3.0 / root);
  EXPECT_GE(smallest, -1.0);
  EXPECT_LT(largest, 1.0);
}

TEST(RandomDrive, holds_its_numbers_for_some_steps) {
  const BuiltDrive built = build(register_random_drive, random_card(3).set("steps", 3));
  EXPECT_EQ(built.problems, "");
  EXPECT_FALSE(built.drive.depends_on_time_only());
  const std::vector<double> values = run(built, 0.1, 11);
  for (std::size_t n = 0; n + 2 < values.size(); n += 3) {
    EXPECT_EQ(values[n], values[n + 1]);
    EXPECT_EQ(values[n], values[n + 2]);
    if (n > 0) {
      EXPECT_NE(values[n], values[n - 1]);
    }
  }
}

TEST(RandomDrive, with_an_interval_is_a_function_of_time) {
  const BuiltDrive built = build(register_random_drive, random_card(3).set("interval", 0.25));
  EXPECT_TRUE(built.drive.depends_on_time_only());
  EXPECT_EQ(at(built.drive, 0.26), at(built.drive, 0.49));
  EXPECT_NE(at(built.drive, 0.26), at(built.drive, 0.51));
  EXPECT_EQ(built.drive.value({0.3, {}, 1.0}), built.drive.value({0.3, {}, 77.0}));
  expect_derivatives_match(built.drive, {0.1, 0.3});
}

TEST(RandomDrive, has_its_mean_outside) {
  const BuiltDrive built =
      build(register_random_drive, random_card(3).set("initial_time", 0.5).set("final_time", 1.0));
  EXPECT_EQ(at(built.drive, 0.4), 5.0);
  EXPECT_NE(at(built.drive, 0.5), 5.0);
  EXPECT_NE(at(built.drive, 1.0), 5.0);
  EXPECT_EQ(at(built.drive, 1.1), 5.0);
}

TEST(RandomDrive, without_a_seed_differs_from_place_to_place) {
  const auto numbers = [](int line) {
    Card unseeded = Card().set("amplitude", 1.0);
    unseeded.place = {nullptr, line, 7};
    return run(build(register_random_drive, unseeded), 0.1, 20);
  };
  EXPECT_EQ(numbers(3), numbers(3));
  EXPECT_NE(numbers(3), numbers(4));
}

TEST(RandomDrive, wants_one_way_of_holding) {
  EXPECT_NE(build(register_random_drive, random_card(1).set("steps", 2).set("interval", 0.1))
                .problems.find("exclude each other"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
