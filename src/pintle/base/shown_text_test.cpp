#include "pintle/base/shown_text.h"

#include <gtest/gtest.h>

#include <sstream>

namespace pintle {
namespace {

TEST(ShownText, makes_control_characters_visible) {
  EXPECT_EQ(printable("plain, é and 🦆"), "plain, é and 🦆");
  EXPECT_EQ(printable("\x1b[2J\n\t\r\x7f"), "\\x1b[2J\\n\\t\\r\\x7f");
  EXPECT_EQ(printable("\u009b\u202egnp.exe\u2066"), "\\u009b\\u202egnp.exe\\u2066");
  EXPECT_EQ(printable("\xE9t\xE9"), "\\xe9t\\xe9");
  EXPECT_EQ(printable_lines("a\tb\n\x07"), "a\tb\n\\x07");
}

TEST(ShownText, cuts_a_part_out_of_a_long_text) {
  EXPECT_EQ(excerpt("short", 3), "short");
  const std::string text = std::string(500, 'a') + "é" + std::string(500, 'b');
  EXPECT_EQ(excerpt(text, 0), std::string(80, 'a') + "...");
  EXPECT_EQ(excerpt(text, 421), "..." + std::string(159, 'a') + "...");  // not half a character
  EXPECT_EQ(excerpt(text, 1002), "..." + std::string(80, 'b'));
}

// Also of characters that come in pieces.
TEST(ShownText, filters_a_stream) {
  std::ostringstream out;
  {
    const PrintableStream filter(out);
    out << "a\x1b]0;b\n"
        << '\xC3' << '\xA9' << "\xE2\x82"
        << "\xAC" << '\x9b' << std::flush << "\xE2\x82";
  }
  EXPECT_EQ(out.str(), "a\\x1b]0;b\né€\\x9b\\xe2\\x82");
  out << "\x1b";
  EXPECT_TRUE(out.str().ends_with("\x1b"));
}

}  // namespace
}  // namespace pintle
