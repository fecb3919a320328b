// Text in MBDyn's language as tokens, each with its place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/diagnostics.h"

namespace pintle::mbdyn {

enum class TokenKind : std::uint8_t { word, integer, real, text, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  int line = 0, column = 0;
  std::string_view text;  // as written; of a text, what stands between the quotes
};

// A file and its tokens; the last one is `end`. Tokens point into the text, so a Source stays where it is.
class Source {
 public:
  // Characters that begin no token are errors and left out. Comments: # to the end of the line, /* */.
  Source(std::string text, std::string file, Diagnostics& diagnostics);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::vector<Token>& tokens() const { return tokens_; }
  const std::string& file() const { return *file_; }
  SourcePlace place_of(const Token& token) const { return {file_, token.line, token.column}; }

 private:
  std::shared_ptr<const std::string> file_;
  std::string text_;
  std::vector<Token> tokens_;
};

// The text that a text token stands for: \" is a quote, \\ a backslash, \ at the end of a line nothing.
std::string unescaped(std::string_view text);

// Lower case, without blanks: how keywords are compared.
std::string keyword_of(std::string_view words);
// An order in which words that are the same keyword are equal.
struct KeywordLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const;
};

}  // namespace pintle::mbdyn
