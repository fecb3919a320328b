#include "pintle/lang/mbdyn/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace pintle::mbdyn {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 8> kLongSymbols{"==", "!=", "<=", ">=", "&&", "||", "~|", "::"};
constexpr std::string_view kShortSymbols = ",;:()[]{}=<>+-*/^%!|";

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // editors put it at the beginning

class Scanner {
 public:
  Scanner(std::string_view text, std::shared_ptr<const std::string> file, Diagnostics& diagnostics)
      : text_(text), file_(std::move(file)), diagnostics_(diagnostics) {}

  std::vector<Token> scan() {
    std::vector<Token> tokens;
    tokens.reserve(text_.size() / 4 + 1);
    for (;;) {
      skip_blanks();
      Token token;
      token.line = line_;
      token.column = column_;
      const std::size_t begin = at_;
      if (at_ == text_.size()) {
        tokens.push_back(token);
        return tokens;
      }
      const char c = text_[at_];
      if (is_letter(c)) {
        token.kind = TokenKind::word;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) step();
      } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        token.kind = number();
      } else if (c == '"') {
        token.kind = TokenKind::text;
        if (!quoted(token)) continue;
        tokens.push_back(token);
        continue;
      } else if (const std::size_t length = symbol_length()) {
        token.kind = TokenKind::symbol;
        for (std::size_t i = 0; i < length; ++i) step();
      } else {
        step();
        if (text_.substr(begin, at_ - begin) == kByteOrderMark && begin == 0) {
          column_ = 1;
          continue;
        }
        diagnostics_.error({file_, token.line, token.column},
                           fmt::format("'{}' has no meaning here", text_.substr(begin, at_ - begin)));
        continue;
      }
      token.text = text_.substr(begin, at_ - begin);
      tokens.push_back(token);
    }
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // Over one character; those of several bytes count as one column.
  void step() {
    const char c = text_[at_++];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else {
      while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
      ++column_;
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        step();
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') step();
      } else if (c == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const SourcePlace begin{file_, line_, column_};
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos)
      diagnostics_.error(begin, "the comment does not end", "close it with */");
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
    while (at_ < stop) step();
  }

  // 12, 1., .5, 1.e3, 1e-3, and Fortran's 1.d3; a digit is needed after e.
  TokenKind number() {
    TokenKind kind = TokenKind::integer;
    while (is_digit(peek(0))) step();
    if (peek(0) == '.') {
      kind = TokenKind::real;
      step();
      while (is_digit(peek(0))) step();
    }
    if (std::string_view("eEdD").find(peek(0)) != std::string_view::npos) {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (is_digit(peek(sign))) {
        kind = TokenKind::real;
        for (std::size_t i = 0; i < sign; ++i) step();
        while (is_digit(peek(0))) step();
      }
    }
    return kind;
  }

  bool quoted(Token& token) {
    step();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) step();
      step();
    }
    if (at_ == text_.size()) {
      diagnostics_.error({file_, token.line, token.column}, "the text does not end", "close it with \"");
      return false;
    }
    token.text = text_.substr(begin, at_ - begin);
    step();
    return true;
  }

  std::size_t symbol_length() const {
    const std::string_view two = text_.substr(at_, 2);
    if (std::find(kLongSymbols.begin(), kLongSymbols.end(), two) != kLongSymbols.end()) return 2;
    return kShortSymbols.find(text_[at_]) != std::string_view::npos ? 1 : 0;
  }

  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1;
};

}  // namespace

Source::Source(std::string text, std::string file, Diagnostics& diagnostics)
    : file_(std::make_shared<const std::string>(std::move(file))), text_(std::move(text)) {
  tokens_ = Scanner(text_, file_, diagnostics).scan();
}

std::string unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    if (is_escape && text[++i] == '\n') continue;
    result += text[i];
  }
  return result;
}

bool KeywordLess::operator()(std::string_view a, std::string_view b) const {
  const auto next = [](std::string_view words, std::size_t& at) {
    while (at < words.size() && std::isspace(static_cast<unsigned char>(words[at])) != 0) ++at;
    return at < words.size() ? std::tolower(static_cast<unsigned char>(words[at++])) : 0;
  };
  for (std::size_t i = 0, j = 0;;) {
    const int x = next(a, i), y = next(b, j);
    if (x != y) return x < y;
    if (x == 0) return false;
  }
}

std::string keyword_of(std::string_view words) {
  std::string result;
  result.reserve(words.size());
  for (const char c : words)
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace pintle::mbdyn
