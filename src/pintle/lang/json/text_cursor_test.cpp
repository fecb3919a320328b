#include "pintle/lang/json/text_cursor.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

const auto kCursorFile = std::make_shared<const std::string>("a.json");

std::string string_or_reason(std::string_view text) {
  TextCursor cursor(text, kCursorFile);
  const Result<std::string> result = read_json_string(cursor);
  return result ? *result : cursor.place().to_string() + ": " + result.message();
}

TEST(TextCursor, counts_lines_and_characters) {
  TextCursor cursor("ab\n\u00b5\u20ac\U0001F600x", kCursorFile);
  EXPECT_EQ(cursor.place().to_string(), "a.json:1:1");
  cursor.advance(2);
  EXPECT_EQ(cursor.place().to_string(), "a.json:1:3");
  cursor.advance();
  EXPECT_EQ(cursor.place().to_string(), "a.json:2:1");
  EXPECT_EQ(cursor.peek_character(), "\u00b5");
  cursor.advance(2 + 3 + 4);  // bytes of three characters
  EXPECT_EQ(cursor.place().to_string(), "a.json:2:4");
  EXPECT_TRUE(cursor.accept('x'));
  EXPECT_TRUE(cursor.is_at_end());
}

TEST(TextCursor, skips_a_byte_order_mark) {
  const TextCursor cursor("\xEF\xBB\xBFx", kCursorFile);
  EXPECT_EQ(cursor.peek(), 'x');
  EXPECT_EQ(cursor.place().to_string(), "a.json:1:1");
}

TEST(TextCursor, skips_blanks_and_comments) {
  TextCursor cursor(" \t\r\n// one\n/* two\n * three **/ /**/x", kCursorFile);
  EXPECT_FALSE(cursor.skip_blanks_and_comments().is_known());
  EXPECT_EQ(cursor.peek(), 'x');
  EXPECT_EQ(cursor.place().to_string(), "a.json:4:18");
}

TEST(TextCursor, reports_a_comment_without_end) {
  TextCursor cursor("  /* one", kCursorFile);
  EXPECT_EQ(cursor.skip_blanks_and_comments().to_string(), "a.json:1:3");
  TextCursor tight("/*/", kCursorFile);
  EXPECT_EQ(tight.skip_blanks_and_comments().to_string(), "a.json:1:1");
}

TEST(JsonString, reads_escapes) {
  EXPECT_EQ(string_or_reason(R"("a\"b\\c\/\b\f\n\r\t")"), "a\"b\\c/\b\f\n\r\t");
  EXPECT_EQ(string_or_reason(R"("\u0041\u00b5\u20AC")"), "A\u00b5\u20ac");
  EXPECT_EQ(string_or_reason(R"("\ud83d\ude00")"), "\U0001F600");
  EXPECT_EQ(string_or_reason("\"\u00b5 \U0001F600\""), "\u00b5 \U0001F600");
}

TEST(JsonString, says_where_it_is_broken) {
  EXPECT_EQ(string_or_reason("\"ab"),
            "a.json:1:1: the text that begins here has no closing quote on its line");
  EXPECT_EQ(string_or_reason("\"a\nb\""),
            "a.json:1:1: the text that begins here has no closing quote on its line");
  EXPECT_EQ(string_or_reason("\"a\tb\""), "a.json:1:3: a control character inside a text");
  EXPECT_EQ(string_or_reason(std::string_view("\"a\0b\"", 5)),
            "a.json:1:3: a control character inside a text");
  for (const char* bad : {R"("a\x")", R"("a\u12")", R"("a\u12g4")", R"("a\ud83d")", R"("a\ud83d\u0041")",
                          R"("a\ude00")", "\"a\\"}) {
    EXPECT_EQ(string_or_reason(bad), "a.json:1:3: '\\' begins no known escape sequence") << bad;
  }
}

TEST(JsonString, refuses_what_is_not_utf8) {
  // A stray continuation, an overlong form, a surrogate, beyond U+10FFFF, a cut sequence, Latin-1.
  for (const char* bad : {"\"a\x80\"", "\"a\xC0\xAF\"", "\"a\xE0\x80\x80\"", "\"a\xED\xA0\x80\"",
                          "\"a\xF4\x90\x80\x80\"", "\"a\xE2\x82\"", "\"a\xFC\""}) {
    EXPECT_EQ(string_or_reason(bad), "a.json:1:3: the text is not in UTF-8");
  }
}

}  // namespace
}  // namespace pintle
