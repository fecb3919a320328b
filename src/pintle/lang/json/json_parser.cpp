#include "pintle/lang/json/json_parser.h"

#include <charconv>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/lang/json/text_cursor.h"

namespace pintle {
namespace {

constexpr int kMaxDepth = 200;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct SyntaxError {
  SourcePlace place;
  std::string message;
  std::string advice;
};

struct NumberForm {
  bool is_valid = true;
  bool is_whole = true;
  std::string_view rest;  // what follows the number
};

// ['-'] digits without leading zeros ['.' digits] [('e' | 'E') ['+' | '-'] digits]
NumberForm scan_number(std::string_view text) {
  NumberForm form;
  const auto accept = [&](std::string_view characters) {
    const bool is_there = !text.empty() && characters.find(text.front()) != std::string_view::npos;
    if (is_there) text.remove_prefix(1);
    return is_there;
  };
  const auto take_digits = [&] {
    std::size_t count = 0;
    while (accept("0123456789")) ++count;
    return count;
  };
  accept("-");
  const bool has_leading_zero = text.starts_with('0');
  const std::size_t digits = take_digits();
  form.is_valid = digits == 1 || (digits > 1 && !has_leading_zero);
  if (accept(".")) {
    form.is_whole = false;
    form.is_valid = take_digits() > 0 && form.is_valid;
  }
  if (accept("eE")) {
    form.is_whole = false;
    accept("+-");
    form.is_valid = take_digits() > 0 && form.is_valid;
  }
  form.rest = text;
  return form;
}

class JsonParser {
 public:
  JsonParser(std::string_view text, std::shared_ptr<const std::string> file, Diagnostics& diagnostics)
      : cursor_(text, std::move(file)), diagnostics_(diagnostics) {}

  Value parse() {
    skip_blanks();
    Value value = parse_value();
    skip_blanks();
    if (!cursor_.is_at_end()) fail("expected the end of the file, got " + what_is_next());
    return value;
  }

 private:
  Value parse_value() {
    const SourcePlace place = cursor_.place();
    const char c = cursor_.peek();
    Value value;
    if (c == '{') {
      value = parse_map();
    } else if (c == '[') {
      value = parse_list();
    } else if (c == '"') {
      value = parse_string();
    } else if (is_digit(c) || c == '-' || c == '+' || c == '.') {
      value = parse_number();
    } else if (is_letter(c)) {
      value = parse_word();
    } else {
      fail("expected a value, got " + what_is_next(), c == '\'' ? "use double quotes" : "");
    }
    return std::move(value.set_place(place));
  }

  Value parse_map() {
    enter();
    ValueMap map;
    std::unordered_map<std::string, SourcePlace> known;
    for (bool is_first = true; !accept_end('}', is_first, map.empty() ? "" : map.back().key);
         is_first = false) {
      ValueEntry entry = parse_entry();
      const auto [earlier, is_new] = known.try_emplace(entry.key, entry.key_place);
      if (is_new) {
        map.push_back(std::move(entry));
      } else {
        diagnostics_.error(entry.key_place, "'" + entry.key + "' is given twice",
                           "see " + earlier->second.to_string());
      }
    }
    --depth_;
    return map;
  }

  ValueEntry parse_entry() {
    ValueEntry entry;
    entry.key_place = cursor_.place();
    const char c = cursor_.peek();
    if (c != '"') {
      const bool is_trailing_comma = c == '}';
      const bool is_unquoted = is_letter(c) || c == '\'';
      fail("expected a name in double quotes, got " + what_is_next(),
           is_trailing_comma ? "remove the comma before it"
           : is_unquoted     ? "names need double quotes"
                             : "");
    }
    entry.key = parse_string();
    skip_blanks();
    if (!cursor_.accept(':')) fail("expected ':' after '" + entry.key + "', got " + what_is_next());
    skip_blanks();
    entry.value = parse_value();
    return entry;
  }

  Value parse_list() {
    enter();
    ValueList list;
    for (bool is_first = true; !accept_end(']', is_first, ""); is_first = false) {
      if (cursor_.peek() == ']') fail("expected a value, got ']'", "remove the comma before it");
      list.push_back(parse_value());
    }
    --depth_;
    return list;
  }

  // After '{' or '[' and after each entry: the closing bracket (true), or a comma before the next entry.
  bool accept_end(char bracket, bool is_first, const std::string& last_key) {
    skip_blanks();
    if (cursor_.accept(bracket)) return true;
    if (is_first) return false;
    if (!cursor_.accept(',')) {
      const std::string after = last_key.empty() ? "" : " after the value of '" + last_key + "'";
      fail(std::string("expected ',' or '") + bracket + "'" + after + ", got " + what_is_next());
    }
    skip_blanks();
    return false;
  }

  void enter() {
    if (++depth_ > kMaxDepth) fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    cursor_.advance();
  }

  Value parse_number() {
    const SourcePlace place = cursor_.place();
    const std::string_view text = cursor_.take_while(
        [](char c) { return is_digit(c) || is_letter(c) || c == '+' || c == '-' || c == '.'; });
    const NumberForm form = scan_number(text);
    if (!form.is_valid || !form.rest.empty()) {
      const bool has_unit = form.is_valid && is_letter(form.rest.front());
      fail_at(place, "'" + std::string(text) + "' is not a number in JSON",
              has_unit ? "a number with a unit needs quotes, such as \"15 kN\"" : "");
    }
    return number_from(text, form.is_whole, place);
  }

  Value number_from(std::string_view text, bool is_whole, const SourcePlace& place) const {
    const char* end = text.data() + text.size();
    std::int64_t integer = 0;
    if (is_whole && std::from_chars(text.data(), end, integer).ec == std::errc{} && text != "-0")
      return integer;
    double number = 0.0;
    if (std::from_chars(text.data(), end, number).ec != std::errc{}) {
      fail_at(place, "the number '" + std::string(text) + "' is out of range");
    }
    return number;
  }

  Value parse_word() {
    const SourcePlace place = cursor_.place();
    const std::string word(cursor_.take_while([](char c) { return is_letter(c) || is_digit(c); }));
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "null") return {};
    std::string advice = did_you_mean(word, std::vector<std::string>{"true", "false", "null"});
    if (nearest_word(word, std::vector<std::string>{"nan", "inf", "infinity"}))
      advice = "numbers must be finite";
    if (advice.empty()) advice = "texts need double quotes";
    fail_at(place, "'" + word + "' is not a value", advice);
  }

  std::string parse_string() {
    const Result<std::string> text = read_json_string(cursor_);
    if (!text) fail(text.message());
    return *text;
  }

  void skip_blanks() {
    const SourcePlace comment = cursor_.skip_blanks_and_comments();
    if (comment.is_known()) fail_at(comment, "the comment that begins here has no end");
  }

  std::string what_is_next() const {
    if (cursor_.is_at_end()) return "the end of the file";
    const std::string_view character = cursor_.peek_character();
    const auto first = static_cast<unsigned char>(character.front());
    if (first < 0x20 || first == 0x7F || (first >= 0x80 && character.size() == 1))
      return "the byte " + std::to_string(first) + ", which is no letter";
    return "'" + std::string(character) + "'";
  }

  [[noreturn]] void fail(std::string message, std::string advice = "") const {
    fail_at(cursor_.place(), std::move(message), std::move(advice));
  }

  [[noreturn]] static void fail_at(const SourcePlace& place, std::string message, std::string advice = "") {
    throw SyntaxError{place, std::move(message), std::move(advice)};
  }

  TextCursor cursor_;
  Diagnostics& diagnostics_;
  int depth_ = 0;
};

}  // namespace

std::optional<Value> parse_json(std::string_view text, std::shared_ptr<const std::string> file,
                                Diagnostics& diagnostics) {
  try {
    return JsonParser(text, std::move(file), diagnostics).parse();
  } catch (SyntaxError& error) {
    diagnostics.error(std::move(error.place), std::move(error.message), std::move(error.advice));
    return std::nullopt;
  }
}

}  // namespace pintle
