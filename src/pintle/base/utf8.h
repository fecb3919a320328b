// Characters of texts in UTF-8, and bytes that are none.
#pragma once

#include <cstddef>
#include <string_view>

namespace pintle {

// The number of bytes of the code point at the beginning of the text; 0 if it is not well-formed UTF-8
// (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text);

// That character, or one byte that is none; of a text that is not empty.
std::string_view first_character(std::string_view text);

constexpr char32_t kNoCodePoint = 0xFFFFFFFF;  // of a byte that is no character
char32_t code_point(std::string_view character);

// The bytes at the end that begin a character whose other bytes are still to come.
std::size_t unfinished_bytes(std::string_view text);

}  // namespace pintle
