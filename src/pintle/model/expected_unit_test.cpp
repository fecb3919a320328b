#include "pintle/model/expected_unit.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pintle {
namespace {

bool is_accepted(std::string_view given, std::string_view expected, std::string_view driven = "any") {
  return is_unit_accepted(*parse_unit(given), expected, driven);
}

TEST(ExpectedUnit, accepts_each_alternative) {
  EXPECT_TRUE(is_accepted("mm", "m or rad"));
  EXPECT_TRUE(is_accepted("deg", "m or rad"));
  EXPECT_FALSE(is_accepted("s", "m or rad"));
  EXPECT_TRUE(is_accepted("", ""));
  EXPECT_FALSE(is_accepted("m", ""));
}

TEST(ExpectedUnit, any_accepts_all_until_it_is_known_what_is_driven) {
  EXPECT_TRUE(is_accepted("kN", "any"));
  EXPECT_TRUE(is_accepted("kN/s", "any/s"));
  EXPECT_TRUE(is_accepted("kN", "any", "N"));
  EXPECT_FALSE(is_accepted("m", "any", "N"));
  EXPECT_TRUE(is_accepted("kN/s", "any/s", "N"));
  EXPECT_FALSE(is_accepted("kN", "any/s", "N"));
  EXPECT_TRUE(is_accepted("deg/s", "any/s", "m or rad"));
  EXPECT_TRUE(is_accepted("1/s", "any/s", ""));
}

TEST(ExpectedUnit, shows_itself_in_words) {
  EXPECT_EQ(shown_unit("kg"), "kg");
  EXPECT_EQ(shown_unit(""), "a pure number");
  EXPECT_EQ(shown_unit("any"), "any unit");
  EXPECT_EQ(shown_unit("any", "N or N m"), "N or N m");
  EXPECT_EQ(shown_unit("any/s", "N"), "N/s");
  EXPECT_EQ(shown_unit("any/s", "N m"), "(N m)/s");
}

TEST(ExpectedUnit, must_be_a_unit_in_si) {
  EXPECT_NO_THROW(require_valid_unit("N/m, N/rad, N m/rad"));
  EXPECT_NO_THROW(require_valid_unit("any/s^2"));
  EXPECT_THROW(require_valid_unit("kp"), std::logic_error);
  EXPECT_THROW(require_valid_unit("mm"), std::logic_error);
}

}  // namespace
}  // namespace pintle
