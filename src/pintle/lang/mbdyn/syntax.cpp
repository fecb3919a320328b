#include "pintle/lang/mbdyn/syntax.h"

#include <fmt/format.h>

#include <stdexcept>

namespace pintle::mbdyn {

namespace {

class Compiler {
 public:
  explicit Compiler(std::string_view text) : text_(text) {}

  std::vector<SyntaxItem> all() {
    std::vector<SyntaxItem> items = sequence();
    if (at_ != text_.size()) fail("unexpected end of a bracket");
    return items;
  }

 private:
  std::vector<SyntaxItem> sequence() {
    std::vector<SyntaxItem> items;
    for (;;) {
      skip(" ,\n");
      if (at_ == text_.size() || text_[at_] == ']' || text_[at_] == '}' || text_[at_] == '|') return items;
      items.push_back(item());
    }
  }

  SyntaxItem item() {
    SyntaxItem result;
    if (text_[at_] == '<') {
      result.kind = SyntaxItem::Kind::field;
      const std::string inside = until('>');
      const std::size_t colon = inside.find(':');
      result.text = inside.substr(0, colon);
      if (colon != std::string::npos) result.style = inside.substr(colon + 1);
    } else if (text_[at_] == '[') {
      ++at_;
      result.kind = SyntaxItem::Kind::optional;
      result.branches.push_back(sequence());
      close(']');
    } else if (text_[at_] == '{') {
      result.kind = SyntaxItem::Kind::choice;
      do {
        ++at_;
        result.branches.push_back(sequence());
      } while (at_ < text_.size() && text_[at_] == '|');
      close('}');
    } else {
      const std::size_t end = std::min(text_.find_first_of(",[]{}|<", at_), text_.size());
      std::string words(text_.substr(at_, end - at_));
      while (words.ends_with(' ')) words.pop_back();
      at_ = end;
      const std::size_t equals = words.find('=');
      result.kind = equals == std::string::npos ? SyntaxItem::Kind::keyword : SyntaxItem::Kind::assignment;
      result.text = words.substr(0, equals);
      if (equals != std::string::npos) result.style = words.substr(equals + 1);
    }
    return result;
  }

  std::string until(char end) {
    const std::size_t begin = ++at_;
    at_ = text_.find(end, begin);
    if (at_ == std::string_view::npos) fail("a bracket is not closed");
    return std::string(text_.substr(begin, at_++ - begin));
  }

  void skip(std::string_view characters) {
    while (at_ < text_.size() && characters.find(text_[at_]) != std::string_view::npos) ++at_;
  }

  void close(char bracket) {
    if (at_ >= text_.size() || text_[at_] != bracket) fail("a bracket is not closed");
    ++at_;
  }

  [[noreturn]] void fail(std::string_view why) const {
    throw std::logic_error(fmt::format("syntax \"{}\": {}", text_, why));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<SyntaxItem> compile_syntax(std::string_view text) { return Compiler(text).all(); }

}  // namespace pintle::mbdyn
