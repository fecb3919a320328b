#include "pintle/lang/json/text_cursor.h"

#include <cstdint>
#include <optional>

#include "pintle/base/utf8.h"

namespace pintle {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

void append_utf8(std::string& text, std::uint32_t code) {
  const auto append = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    append(code);
  } else if (code < 0x800) {
    append(0xC0 | (code >> 6));
    append(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    append(0xE0 | (code >> 12));
    append(0x80 | ((code >> 6) & 0x3F));
    append(0x80 | (code & 0x3F));
  } else {
    append(0xF0 | (code >> 18));
    append(0x80 | ((code >> 12) & 0x3F));
    append(0x80 | ((code >> 6) & 0x3F));
    append(0x80 | (code & 0x3F));
  }
}

// \uXXXX at the beginning of the text.
std::optional<std::uint32_t> code_unit(std::string_view text) {
  if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
  std::uint32_t code = 0;
  for (const char c : text.substr(2, 4)) {
    const std::size_t digit =
        std::string_view("0123456789abcdef").find(static_cast<char>(c >= 'A' && c <= 'F' ? c + 32 : c));
    if (digit == std::string_view::npos) return std::nullopt;
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  return code;
}

// An escape sequence; two code units make one code point beyond U+FFFF.
bool read_escape(TextCursor& cursor, std::string& text) {
  static constexpr std::string_view kNames = "\"\\/bfnrt";
  static constexpr std::string_view kCharacters = "\"\\/\b\f\n\r\t";
  const std::string_view rest = cursor.rest();
  const std::size_t simple = rest.size() > 1 ? kNames.find(rest[1]) : std::string_view::npos;
  if (simple != std::string_view::npos) {
    text += kCharacters[simple];
    cursor.advance(2);
    return true;
  }
  auto code = code_unit(rest);
  if (!code || (*code >= 0xDC00 && *code <= 0xDFFF)) return false;
  std::size_t length = 6;
  if (*code >= 0xD800 && *code <= 0xDBFF) {
    const auto low = code_unit(rest.substr(6));
    if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
    code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
    length = 12;
  }
  append_utf8(text, *code);
  cursor.advance(length);
  return true;
}

}  // namespace

TextCursor::TextCursor(std::string_view text, std::shared_ptr<const std::string> file)
    : text_(text), file_(std::move(file)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

std::string_view TextCursor::peek_character() const { return first_character(rest()); }

void TextCursor::advance(std::size_t bytes) {
  for (const std::size_t end = position_ + bytes; position_ < end; ++position_) {
    if (text_[position_] == '\n') {
      ++line_;
      column_ = 1;
    } else if (!is_continuation(text_[position_])) {
      ++column_;
    }
  }
}

SourcePlace TextCursor::skip_blanks_and_comments() {
  while (true) {
    take_while([](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    if (rest().starts_with("//")) {
      take_while([](char c) { return c != '\n'; });
    } else if (rest().starts_with("/*")) {
      const std::size_t end = rest().find("*/", 2);
      if (end == std::string_view::npos) return place();
      advance(end + 2);
    } else {
      return {};
    }
  }
}

Result<std::string> read_json_string(TextCursor& cursor) {
  const TextCursor begin = cursor;
  cursor.advance();
  std::string text;
  while (cursor.peek() != '"') {
    if (cursor.is_at_end() || cursor.peek() == '\n' || cursor.peek() == '\r') {
      cursor = begin;
      return Failure{"the text that begins here has no closing quote on its line"};
    }
    if (cursor.peek() == '\\') {
      if (!read_escape(cursor, text)) return Failure{"'\\' begins no known escape sequence"};
      continue;
    }
    if (static_cast<unsigned char>(cursor.peek()) < 0x20) return Failure{"a control character inside a text"};
    const std::size_t length = utf8_length(cursor.rest());
    if (length == 0) return Failure{"the text is not in UTF-8"};
    text += cursor.rest().substr(0, length);
    cursor.advance(length);
  }
  cursor.advance();
  return text;
}

}  // namespace pintle
