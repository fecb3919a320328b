// Recursive descent over the text; operations go straight to the builder in the order of evaluation.
#include "pintle/math/expression_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/math/expression_functions.h"

namespace pintle {

namespace {

// Deeper nesting than this is a mistake, and would exhaust the call stack in the end.
constexpr int kMaxNesting = 200, kMaxChoices = 1000;

struct BinaryOperator {
  std::string_view symbol;
  int strength;
  Opcode op;
};

// Longer symbols before their beginnings.
constexpr std::array kBinaryOperators{
    BinaryOperator{"||", 1, Opcode::logical_or},    BinaryOperator{"~|", 1, Opcode::logical_xor},
    BinaryOperator{"&&", 2, Opcode::logical_and},   BinaryOperator{"==", 3, Opcode::equal},
    BinaryOperator{"!=", 3, Opcode::not_equal},     BinaryOperator{"<=", 4, Opcode::less_equal},
    BinaryOperator{">=", 4, Opcode::greater_equal}, BinaryOperator{"<", 4, Opcode::less},
    BinaryOperator{">", 4, Opcode::greater},        BinaryOperator{"+", 5, Opcode::add},
    BinaryOperator{"-", 5, Opcode::subtract},       BinaryOperator{"*", 6, Opcode::multiply},
    BinaryOperator{"/", 6, Opcode::divide},         BinaryOperator{"%", 6, Opcode::remainder},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

class Parser {
 public:
  Parser(std::string_view text, const ExpressionResolver& resolver, std::span<const std::string> known_names)
      : text_(text), resolver_(resolver), known_names_(known_names) {}

  std::variant<ExpressionProgram, ExpressionError> parse() {
    if (at_end()) {
      fail(at_, "the expression is empty");
    } else if (choice() && !at_end()) {
      fail_at_rest();
    }
    if (error_) return *std::move(error_);
    Result<ExpressionProgram> program = std::move(builder_).finish();
    if (!program) return ExpressionError{0, program.message()};
    return std::move(program).value();
  }

 private:
  // condition ? value : value
  bool choice() {
    if (!binary(1)) return false;
    if (!accept("?")) return true;
    if (++choices_ > kMaxChoices)
      return fail(at_, fmt::format("the expression has more than {} '?' within each other", kMaxChoices));
    builder_.begin_if();
    if (!choice() || !expect(':', "between the two values of '?'")) return false;
    builder_.begin_else();
    if (!choice()) return false;
    builder_.end_if();
    --choices_;
    return check(at_);
  }

  // Operators of at least this strength, from the left.
  bool binary(int strength) {
    if (!unary()) return false;
    while (const BinaryOperator* next = peek_operator()) {
      if (next->strength < strength) return true;
      const std::size_t place = at_;
      at_ += next->symbol.size();
      if (!binary(next->strength + 1)) return false;
      builder_.apply(next->op);
      if (!check(place)) return false;
    }
    return true;
  }

  bool unary() {
    if (++nesting_ > kMaxNesting) return fail(at_, "the expression is nested too deeply");
    const bool ok = signed_power();
    --nesting_;
    return ok;
  }

  bool signed_power() {
    const char sign = peek();
    if (sign != '-' && sign != '+' && sign != '!') return power();
    const std::size_t place = at_++;
    if (!unary()) return false;
    if (sign == '-') builder_.apply(Opcode::negate);
    if (sign == '!') builder_.apply(Opcode::logical_not);
    return check(place);
  }

  bool power() {
    if (!primary()) return false;
    if (peek() != '^') return true;
    const std::size_t place = at_++;
    if (!unary()) return false;
    builder_.apply(Opcode::power);
    return check(place);
  }

  bool primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name();
    if (c == '(') {
      ++at_;
      return choice() && expect(')', "to close the bracket");
    }
    if (at_end()) return fail(at_, "the expression ends where a value is expected");
    return fail(at_, fmt::format("expected a value instead of '{}'", character_at(at_)));
  }

  bool number() {
    double value = 0.0;
    const char* const first = text_.data() + at_;
    const auto [last, problem] = std::from_chars(first, text_.data() + text_.size(), value);
    if (problem == std::errc::result_out_of_range) return fail(at_, "the number is out of range");
    if (problem != std::errc{}) return fail(at_, "a number needs a digit");
    const std::size_t place = std::exchange(at_, static_cast<std::size_t>(last - text_.data()));
    builder_.constant(value);
    return check(place);
  }

  bool name() {
    const std::size_t place = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(place, at_ - place);
    if (peek() == '(') return call(word, place);
    if (const std::optional<double> constant = find_expression_constant(word)) {
      builder_.constant(*constant);
    } else if (const std::optional<int> slot = resolver_(word)) {
      builder_.input(*slot);
    } else {
      return fail_unknown_name(word, place);
    }
    return check(place);
  }

  bool call(std::string_view word, std::size_t place) {
    const std::optional<Opcode> function = find_expression_function(word);
    if (!function) return fail_unknown_function(word, place);
    ++at_;
    int arguments = 0;
    if (peek() != ')') {
      do {
        if (!choice()) return false;
        ++arguments;
      } while (accept(","));
    }
    if (!expect(')', fmt::format("to end the arguments of '{}'", word))) return false;
    const int expected = operand_count(*function);
    if (arguments != expected) {
      return fail(place, fmt::format("'{}' takes {} argument{}, but {} {} given", word, expected,
                                     expected == 1 ? "" : "s", arguments, arguments == 1 ? "is" : "are"));
    }
    builder_.apply(*function);
    return check(place);
  }

  // The next character that is not blank; a null character at the end.
  char peek() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool at_end() {
    peek();
    return at_ == text_.size();
  }

  const BinaryOperator* peek_operator() {
    peek();
    for (const BinaryOperator& candidate : kBinaryOperators) {
      if (text_.substr(at_).starts_with(candidate.symbol)) return &candidate;
    }
    return nullptr;
  }

  bool accept(std::string_view symbol) {
    peek();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  bool expect(char c, std::string_view why) {
    if (peek() != c) {
      const std::string found = at_ < text_.size() ? fmt::format("'{}'", character_at(at_)) : "the end";
      return fail(at_, fmt::format("expected '{}' {}, found {}", c, why, found));
    }
    ++at_;
    return true;
  }

  // A whole UTF-8 character, so that a message is never cut inside one.
  std::string_view character_at(std::size_t place) const {
    std::size_t end = place + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0u) == 0x80u) ++end;
    return text_.substr(place, end - place);
  }

  bool check(std::size_t place) { return builder_.error().empty() || fail(place, builder_.error()); }

  bool fail(std::size_t place, std::string message) {
    error_ = ExpressionError{place, std::move(message)};
    return false;
  }

  bool fail_at_rest() {
    const std::string_view found = character_at(at_);
    std::string advice;
    if (found == "=") advice = "; write '==' to compare";
    if (found == "&") advice = "; write '&&' for and";
    if (found == "|") advice = "; write '||' for or, '~|' for exclusive or";
    return fail(at_, fmt::format("expected an operator instead of '{}'{}", found, advice));
  }

  bool fail_unknown_name(std::string_view word, std::size_t place) {
    if (find_expression_function(word))
      return fail(place, fmt::format("'{0}' is a function: write '{0}(...)'", word));
    std::vector<std::string> candidates(known_names_.begin(), known_names_.end());
    candidates.insert(candidates.end(), {"pi", "e"});
    return fail_unknown("name", word, place, candidates);
  }

  bool fail_unknown_function(std::string_view word, std::size_t place) {
    const bool is_known = std::find(known_names_.begin(), known_names_.end(), word) != known_names_.end();
    if (is_known || find_expression_constant(word)) {
      return fail(place, fmt::format("'{0}' is not a function; to multiply, write '{0}*(...)'", word));
    }
    return fail_unknown("function", word, place, expression_function_names());
  }

  bool fail_unknown(std::string_view what, std::string_view word, std::size_t place,
                    std::span<const std::string> candidates) {
    const std::optional<std::string> nearest = nearest_word(word, candidates);
    const std::string advice = nearest ? fmt::format("; did you mean '{}'?", *nearest) : "";
    return fail(place, fmt::format("unknown {} '{}'{}", what, word, advice));
  }

  std::string_view text_;
  const ExpressionResolver& resolver_;
  std::span<const std::string> known_names_;
  ExpressionBuilder builder_;
  std::size_t at_ = 0;
  int nesting_ = 0, choices_ = 0;
  std::optional<ExpressionError> error_;
};

}  // namespace

std::variant<ExpressionProgram, ExpressionError> parse_expression(std::string_view text,
                                                                  const ExpressionResolver& resolver,
                                                                  std::span<const std::string> known_names) {
  return Parser(text, resolver, known_names).parse();
}

}  // namespace pintle
