#include "pintle/base/utf8.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Utf8, takes_characters_off_a_text) {
  EXPECT_EQ(first_character("é."), "é");
  EXPECT_EQ(first_character("\xE9."), "\xE9");
  EXPECT_EQ(first_character("\xED\xA0\x80"), "\xED");  // half a pair
  EXPECT_EQ(code_point("A"), U'A');
  EXPECT_EQ(code_point("é"), U'é');
  EXPECT_EQ(code_point("€"), U'€');
  EXPECT_EQ(code_point("🦆"), U'🦆');
  EXPECT_EQ(code_point("\xFF"), kNoCodePoint);
}

TEST(Utf8, finds_the_beginning_of_a_character) {
  EXPECT_EQ(unfinished_bytes("abc"), 0u);
  EXPECT_EQ(unfinished_bytes("€"), 0u);
  EXPECT_EQ(unfinished_bytes("a\xE2\x82"), 2u);
  EXPECT_EQ(unfinished_bytes("a\xF0"), 1u);
  EXPECT_EQ(unfinished_bytes("a\x80\x80"), 0u);
}

}  // namespace
}  // namespace pintle
