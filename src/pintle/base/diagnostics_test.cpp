#include "pintle/base/diagnostics.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

const auto kWing = std::make_shared<const std::string>("wing.json");
const auto kRotor = std::make_shared<const std::string>("rotor.json");

TEST(Diagnostics, print_place_severity_message_and_advice) {
  Diagnostics diagnostics;
  diagnostics.error({kWing, 84, 17}, "unknown keyword 'hindge'", "did you mean 'hinge'?");
  EXPECT_EQ(diagnostics.to_text(),
            "wing.json:84:17: error: unknown keyword 'hindge'; did you mean 'hinge'?\n");
}

TEST(Diagnostics, without_place_or_advice_print_only_what_there_is) {
  Diagnostics diagnostics;
  diagnostics.warning({}, "no output was asked for");
  EXPECT_EQ(diagnostics.to_text(), "warning: no output was asked for\n");
}

TEST(Diagnostics, are_errors_only_if_one_is_an_error) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.is_empty());
  diagnostics.note({}, "a");
  diagnostics.warning({}, "b");
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.error({}, "c");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 1);
  ASSERT_EQ(diagnostics.items().size(), 3u);
  EXPECT_EQ(diagnostics.items()[1].message, "b");
}

TEST(Diagnostics, are_sorted_by_place_within_each_file) {
  Diagnostics diagnostics;
  diagnostics.error({kWing, 10, 1}, "d");
  diagnostics.error({kRotor, 1, 1}, "e");
  diagnostics.error({kWing, 9, 5}, "b");
  diagnostics.note({kWing, 9, 5}, "c");
  diagnostics.error({kWing, 9, 2}, "a");
  EXPECT_EQ(diagnostics.to_text(),
            "wing.json:9:2: error: a\n"
            "wing.json:9:5: error: b\n"
            "wing.json:9:5: note: c\n"
            "wing.json:10:1: error: d\n"
            "rotor.json:1:1: error: e\n");
}

// Names are of users.
TEST(Diagnostics, show_what_would_steer_a_terminal_or_look_like_others) {
  Diagnostics diagnostics;
  diagnostics.error({}, "node '\x1b[2J\r\na.json:1:1: error: none'", "\xFF");
  EXPECT_EQ(diagnostics.to_text(), "error: node '\\x1b[2J\\r\n  a.json:1:1: error: none'; \\xff\n");
}

}  // namespace
}  // namespace pintle
