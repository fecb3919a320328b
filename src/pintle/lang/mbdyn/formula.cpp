// Formulas: text -> tree.
#include "pintle/lang/mbdyn/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

namespace pintle::mbdyn {

namespace {

class Parser {
 public:
  explicit Parser(Cursor& cursor) : cursor_(cursor) {}

  Formula statement() {
    const Level level(*this);
    if (starts_declaration()) return declaration();
    if (cursor_.peek().kind == TokenKind::word && cursor_.is_symbol("=", 1)) {
      Formula assignment = start(Formula::Kind::assignment);
      assignment.name = cursor_.next().text;
      cursor_.next();
      assignment.parts.push_back(statement());
      return assignment;
    }
    return logical();
  }

  // Statements up to a closing bracket or the end.
  Formula sequence() {
    Formula list = start(Formula::Kind::sequence);
    do {
      if (cursor_.is_symbol(")") || cursor_.is_at_end()) break;  // a semicolon may be the last thing
      list.parts.push_back(statement());
    } while (cursor_.accept_symbol(";"));
    if (list.parts.empty()) throw CardError(list.place, "there is no formula here");
    return list.parts.size() == 1 ? std::move(list.parts.front()) : std::move(list);
  }

 private:
  // One level of nesting.
  struct Level {
    explicit Level(Parser& parser) : depth(parser.depth_) {
      if (++depth > kDeepest) throw CardError(parser.cursor_.place(), "the formula is nested too deeply");
    }
    ~Level() { --depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    int& depth;
  };

  Formula start(Formula::Kind kind) const {
    Formula formula;
    formula.kind = kind;
    formula.place = cursor_.place();
    return formula;
  }

  bool starts_declaration() const {
    const Token& first = cursor_.peek();
    if (first.kind != TokenKind::word || cursor_.peek(1).kind != TokenKind::word) return false;
    return first.text == "ifndef" || first.text == "const" || type_called(first.text);
  }

  Formula declaration() {
    Formula formula = start(Formula::Kind::declaration);
    for (;;) {
      const Token word = cursor_.next();
      if (word.text == "ifndef") {
        formula.is_if_not_defined = true;
      } else if (word.text == "const") {
        formula.is_constant = true;
      } else if (const auto type = type_called(word.text)) {
        formula.declared_type = *type;
        break;
      } else {
        throw CardError(cursor_.place_of(word), fmt::format("'{}' is no type", word.text),
                        "types are integer, real, bool and string");
      }
    }
    if (cursor_.peek().kind != TokenKind::word)
      throw CardError(cursor_.place(), fmt::format("a variable needs a name, not {}", describe_next()));
    formula.name = cursor_.next().text;
    if (cursor_.accept_symbol("=")) formula.parts.push_back(statement());
    return formula;
  }

  // One level of binary operators from the left.
  template <class Operand>
  Formula from_the_left(std::span<const std::string_view> operators, Operand operand) {
    Formula left = operand();
    for (;;) {
      if (operators_ > kMostOperators)
        throw CardError(cursor_.place(), "the formula has too many operators", "divide it into variables");
      bool is_found = false;
      for (const std::string_view symbol : operators) {
        if (!cursor_.is_symbol(symbol)) continue;
        Formula both = start(Formula::Kind::binary);
        ++operators_;
        cursor_.next();
        both.name = symbol == "|" ? "~|" : symbol;
        both.parts.push_back(std::move(left));
        both.parts.push_back(operand());
        left = std::move(both);
        is_found = true;
        break;
      }
      if (!is_found) return left;
    }
  }

  Formula logical() {
    static constexpr std::string_view kOperators[] = {"&&", "||", "~|", "|"};
    return from_the_left(kOperators, [this] { return relation(); });
  }
  Formula relation() {
    static constexpr std::string_view kOperators[] = {"==", "!=", "<=", ">=", "<", ">"};
    return from_the_left(kOperators, [this] { return sum(); });
  }
  Formula sum() {
    static constexpr std::string_view kOperators[] = {"+", "-"};
    return from_the_left(kOperators, [this] { return product(); });
  }
  Formula product() {
    static constexpr std::string_view kOperators[] = {"*", "/", "%"};
    return from_the_left(kOperators, [this] { return power(); });
  }
  Formula power() {
    const Level level(*this);
    Formula base = sign();
    if (!cursor_.is_symbol("^")) return base;
    Formula both = start(Formula::Kind::binary);
    both.name = cursor_.next().text;
    both.parts.push_back(std::move(base));
    both.parts.push_back(power());
    return both;
  }
  Formula sign() {
    const Level level(*this);
    Formula result;
    if (cursor_.is_symbol("-") || cursor_.is_symbol("+") || cursor_.is_symbol("!")) {
      result = start(Formula::Kind::unary);
      result.name = cursor_.next().text;
      result.parts.push_back(sign());
    } else {
      result = primary();
    }
    return result;
  }

  Formula primary() {
    if (cursor_.is_symbol("[")) return bound_variable();
    if (cursor_.accept_symbol("(")) {
      Formula inner = sequence();
      close(")");
      return inner;
    }
    Formula formula = start(Formula::Kind::constant);
    const Token& token = cursor_.peek();
    switch (token.kind) {
      case TokenKind::integer:
        formula.value = integer_of(token);
        break;
      case TokenKind::real:
        formula.value = real_of(token);
        break;
      case TokenKind::text:
        formula.value = unescaped(token.text);
        break;
      case TokenKind::word:
        return name();
      default:
        throw CardError(cursor_.place(),
                        fmt::format("a number or formula is missing before {}", describe_next()));
    }
    cursor_.next();
    return formula;
  }

  // x, f(x), default::f(x), model::distance(1, 2)
  Formula name() {
    Formula formula = start(Formula::Kind::variable);
    formula.name = cursor_.next().text;
    while (cursor_.accept_symbol("::")) {
      if (cursor_.peek().kind != TokenKind::word)
        throw CardError(cursor_.place(), "a function's name is missing after '::'");
      if (formula.name == "default")
        formula.name = cursor_.next().text;
      else
        formula.name += "::" + std::string(cursor_.next().text);
    }
    if (!cursor_.accept_symbol("(")) return formula;
    formula.kind = Formula::Kind::call;
    if (cursor_.accept_symbol(")")) return formula;
    do formula.parts.push_back(statement());
    while (cursor_.accept_symbol(","));
    close(")");
    return formula;
  }

  // [elem, x, 1000, joint, string="rz"]: the plug-in, the variable, what it is bound to.
  Formula bound_variable() {
    Formula formula = start(Formula::Kind::bound);
    cursor_.next();
    while (!cursor_.is_symbol("]")) {
      if (cursor_.is_at_end() || cursor_.is_symbol(";"))
        throw CardError(formula.place, "the '[' is not closed", "add ']'");
      Formula part;
      if (cursor_.peek().kind == TokenKind::word && cursor_.is_symbol("=", 1)) {
        part = start(Formula::Kind::assignment);
        part.name = cursor_.next().text;
        cursor_.next();
        if (part.name == "index")
          part.parts.push_back(logical());
        else
          part.value = quantity_name();
      } else {
        part = logical();
      }
      formula.parts.push_back(std::move(part));
      if (!cursor_.accept_symbol(",")) break;
    }
    close("]");
    return formula;
  }

  // "X[3]" or X[3]
  std::string quantity_name() {
    if (cursor_.peek().kind == TokenKind::text) return unescaped(cursor_.next().text);
    std::string name;
    for (int depth = 0; !cursor_.is_at_end() && !cursor_.is_symbol(";"); name += cursor_.next().text) {
      if (depth == 0 && (cursor_.is_symbol(",") || cursor_.is_symbol("]"))) break;
      depth += cursor_.is_symbol("[") ? 1 : cursor_.is_symbol("]") ? -1 : 0;
    }
    return name;
  }

  void close(std::string_view bracket) {
    if (!cursor_.accept_symbol(bracket))
      throw CardError(cursor_.place(), fmt::format("'{}' is missing before {}", bracket, describe_next()));
  }

  std::string describe_next() const {
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::end) return "the end of the file";
    return fmt::format("'{}'", token.text);
  }

  std::int64_t integer_of(const Token& token) const {
    std::int32_t value = 0;  // of C, as in the program
    const auto result = std::from_chars(token.text.begin(), token.text.end(), value);
    if (result.ec != std::errc())
      throw CardError(cursor_.place_of(token), fmt::format("{} is too large for an integer", token.text),
                      "write a real number, with a point");
    return value;
  }

  double real_of(const Token& token) const {
    double value = 0.0;
    std::string digits(token.text);  // Fortran's 1.d3 is 1.e3
    std::replace_if(
        digits.begin(), digits.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec == std::errc::result_out_of_range)
      throw CardError(cursor_.place_of(token), fmt::format("{} is out of the range of numbers", token.text));
    return value;
  }

  // Trees are walked by recursion.
  static constexpr int kDeepest = 300, kMostOperators = 1000;

  Cursor& cursor_;
  int depth_ = 0, operators_ = 0;
};

}  // namespace

std::string in_formula(std::string_view text, const SourcePlace& inner, std::string_view message) {
  constexpr std::size_t kShown = 80;
  return fmt::format("in \"{}{}\", character {}: {}", text.substr(0, kShown),
                     text.size() > kShown ? "..." : "", inner.column, message);
}

Formula parse_formula(Cursor& cursor) { return Parser(cursor).statement(); }

Formula parse_formula_text(std::string_view text, const SourcePlace& place, Diagnostics& diagnostics) {
  Cursor cursor;
  Diagnostics own;
  cursor.push(std::make_shared<const Source>(std::string(text), place.file ? *place.file : "", own));
  for (const Diagnostic& item : own.items())
    diagnostics.error(place, in_formula(text, item.place, item.message), item.advice);
  return within_text(text, place, [&] {
    Formula formula = Parser(cursor).sequence();
    if (!cursor.is_at_end())
      throw CardError(cursor.place(), fmt::format("'{}' was not expected", cursor.peek().text));
    return formula;
  });
}

}  // namespace pintle::mbdyn
