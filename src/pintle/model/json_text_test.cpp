#include "pintle/model/json_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace pintle {
namespace {

TEST(JsonText, writes_every_kind_of_value) {
  const Value value =
      Value::map({{"a", Value()}, {"b", true}, {"c", -3}, {"d", 0.1}, {"e", "x"}, {"f", Value::list({})}});
  EXPECT_EQ(to_json(value), R"({"a": null, "b": true, "c": -3, "d": 0.1, "e": "x", "f": []})");
}

TEST(JsonText, shows_that_a_real_is_no_integer) {
  EXPECT_EQ(to_json(1.0), "1.0");
  EXPECT_EQ(to_json(1e22), "1e+22");
  EXPECT_EQ(to_json(-0.0), "-0.0");
  EXPECT_EQ(to_json(1), "1");
}

TEST(JsonText, escapes_what_must_be_escaped) {
  EXPECT_EQ(to_json("a\"b\\c\nd\te\x01 µ"), "\"a\\\"b\\\\c\\nd\\te\\u0001 µ\"");
}

TEST(JsonText, breaks_lines_only_where_they_are_too_long) {
  const Value value = Value::map({{"first", Value::list({1, 2, 3})}, {"second", Value::list({4, 5, 6})}});
  EXPECT_EQ(to_json(value, 0, 25),
            "{\n"
            "  \"first\": [1, 2, 3],\n"
            "  \"second\": [4, 5, 6]\n"
            "}");
  EXPECT_EQ(to_json(value, 0, 20),
            "{\n"
            "  \"first\": [1, 2, 3],\n"
            "  \"second\": [\n"
            "    4,\n"
            "    5,\n"
            "    6\n"
            "  ]\n"
            "}");
}

TEST(JsonText, refuses_numbers_that_are_not_finite) {
  EXPECT_THROW(to_json(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW(to_json(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

}  // namespace
}  // namespace pintle
