#include "pintle/base/number_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

namespace pintle {
namespace {

TEST(NumberText, is_short) {
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(-2.0), "-2");
  EXPECT_EQ(shortest_text(1e20), "1e+20");
  EXPECT_EQ(shortest_text(std::numeric_limits<double>::infinity()), "inf");
}

TEST(NumberText, reads_back_to_the_same_bits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t bits = random();
    double number;
    std::memcpy(&number, &bits, sizeof number);
    if (number != number) continue;
    EXPECT_EQ(std::strtod(shortest_text(number).c_str(), nullptr), number);
  }
}

TEST(NumberText, rounds_to_three_digits_for_messages) {
  EXPECT_EQ(rounded_text(1.0 / 3.0), "0.333");
  EXPECT_EQ(rounded_text(1.5), "1.5");
  EXPECT_EQ(rounded_text(123456.0), "1.23e+05");
}

}  // namespace
}  // namespace pintle
