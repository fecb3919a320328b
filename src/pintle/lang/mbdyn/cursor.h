// Where reading stands: a stack of files, the included one on top.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdyn/source.h"

namespace pintle::mbdyn {

class Cursor {
 public:
  void push(std::shared_ptr<const Source> source) { stack_.push_back({std::move(source), 0}); }
  // Leaves files that are read to their end, but for the last one.
  void leave_finished_files();
  bool is_open(std::string_view file) const;  // being read, here or further down the stack

  const Token& peek(std::size_t ahead = 0) const;
  Token next();
  bool is_at_end() const { return peek().kind == TokenKind::end; }

  bool is_symbol(std::string_view symbol, std::size_t ahead = 0) const;
  bool accept_symbol(std::string_view symbol);

  SourcePlace place() const { return place_of(peek()); }
  SourcePlace place_of(const Token& token) const { return stack_.back().source->place_of(token); }
  const std::string& file() const { return stack_.back().source->file(); }

  // The words from here to the next ',', ';' or ':' as they would be compared with a keyword; empty when
  // something else stands among them. Digits may follow a word: "ms 2" is "ms2".
  std::string peek_keyword() const;
  std::string peek_words() const;  // the same as written, with single blanks
  void skip_words();
  // The words of a card, which end with ':' or ';'. Within a card, a new line followed by these is taken for
  // the next card, and a semicolon before it for missing.
  std::string next_card();

  // To the end of the statement, over its ';'.
  void skip_statement();

 private:
  struct Position {
    std::shared_ptr<const Source> source;
    std::size_t at;
  };
  std::size_t word_count(bool is_card) const;  // zero when they are not followed by ',', ';' or ':'

  std::vector<Position> stack_;
};

}  // namespace pintle::mbdyn
