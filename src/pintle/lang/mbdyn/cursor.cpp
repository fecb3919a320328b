#include "pintle/lang/mbdyn/cursor.h"

#include <algorithm>

namespace pintle::mbdyn {

void Cursor::leave_finished_files() {
  while (stack_.size() > 1 && is_at_end()) stack_.pop_back();
}

bool Cursor::is_open(std::string_view file) const {
  return std::any_of(stack_.begin(), stack_.end(),
                     [&](const Position& position) { return position.source->file() == file; });
}

const Token& Cursor::peek(std::size_t ahead) const {
  const Position& top = stack_.back();
  const auto& tokens = top.source->tokens();
  return tokens[std::min(top.at + ahead, tokens.size() - 1)];
}

Token Cursor::next() {
  const Token token = peek();
  if (token.kind != TokenKind::end) ++stack_.back().at;
  return token;
}

bool Cursor::is_symbol(std::string_view symbol, std::size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == TokenKind::symbol && token.text == symbol;
}

bool Cursor::accept_symbol(std::string_view symbol) {
  if (!is_symbol(symbol)) return false;
  next();
  return true;
}

std::size_t Cursor::word_count(bool is_card) const {
  constexpr std::size_t kMost = 20;  // no keyword has more words; longer rows of them are not gone through
  if (peek().kind != TokenKind::word) return 0;
  std::size_t count = 1;
  while (count < kMost && (peek(count).kind == TokenKind::word || peek(count).kind == TokenKind::integer))
    ++count;
  const bool ends_well = is_symbol(",", count) || is_symbol(";", count) || is_symbol(":", count);
  if (!ends_well) return 0;
  if (!is_card && is_symbol(":", count))
    for (std::size_t i = 1; i < count; ++i)
      if (peek(i).line != peek(i - 1).line) return i;
  return count;
}

std::string Cursor::peek_words() const {
  std::string words;
  const std::size_t count = word_count(false);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) words += ' ';
    words += peek(i).text;
  }
  return words;
}

std::string Cursor::peek_keyword() const { return keyword_of(peek_words()); }

void Cursor::skip_words() {
  for (std::size_t count = word_count(false); count > 0; --count) next();
}

std::string Cursor::next_card() {
  std::string words;
  for (std::size_t count = word_count(true); count > 0; --count) {
    if (!words.empty()) words += ' ';
    words += next().text;
  }
  return words;
}

void Cursor::skip_statement() {
  while (!is_at_end() && !is_symbol(";")) next();
  accept_symbol(";");
}

}  // namespace pintle::mbdyn
