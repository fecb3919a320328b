// A position in a text that knows its line and column.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/base/result.h"
#include "pintle/base/source_place.h"

namespace pintle {

class TextCursor {
 public:
  // A byte order mark at the beginning is skipped.
  TextCursor(std::string_view text, std::shared_ptr<const std::string> file);

  bool is_at_end() const { return position_ == text_.size(); }
  char peek() const { return is_at_end() ? '\0' : text_[position_]; }
  std::string_view peek_character() const;  // all bytes of the next code point
  std::string_view rest() const { return text_.substr(position_); }
  SourcePlace place() const { return {file_, line_, column_}; }

  void advance(std::size_t bytes = 1);

  bool accept(char c) {
    if (is_at_end() || peek() != c) return false;
    advance();
    return true;
  }

  template <class Predicate>
  std::string_view take_while(Predicate is_wanted) {
    const std::size_t begin = position_;
    while (!is_at_end() && is_wanted(peek())) advance();
    return text_.substr(begin, position_ - begin);
  }

  // Skips white space, // and /* */ comments. Returns the place of a comment without end, or an unknown
  // place.
  SourcePlace skip_blanks_and_comments();

 private:
  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::size_t position_ = 0;
  int line_ = 1;
  int column_ = 1;
};

// Reads a JSON string from its opening quote to its closing one. On failure the cursor stands where the fault
// is.
Result<std::string> read_json_string(TextCursor& cursor);

}  // namespace pintle
