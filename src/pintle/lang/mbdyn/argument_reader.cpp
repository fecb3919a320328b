#include "pintle/lang/mbdyn/argument_reader.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "pintle/base/suggest.h"

namespace pintle::mbdyn {

namespace {

// Words with which another argument begins: what comes before them is missing.
constexpr std::array<std::string_view, 14> kBeginnings{
    "null",     "eye",    "reference",   "matr",     "diag",  "euler", "euler123",
    "euler313", "vector", "orientation", "position", "scale", "hinge", "output"};

std::string described(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the file";
  return token.kind == TokenKind::text ? fmt::format("\"{}\"", token.text) : fmt::format("'{}'", token.text);
}

}  // namespace

void ArgumentReader::begin_argument(std::string_view what) const {
  if (!has_more())
    throw CardError(cursor_.place(), fmt::format("{} is missing before {}", what, described(cursor_.peek())));
}

void ArgumentReader::end_argument() {
  is_after_comma_ = cursor_.accept_symbol(",");
  if (is_after_comma_ || !has_more()) return;
  throw CardError(cursor_.place(),
                  fmt::format("a ',' or ';' is missing before {}", described(cursor_.peek())));
}

void ArgumentReader::end_card() {
  if (cursor_.accept_symbol(";")) return;
  if (cursor_.is_at_end()) throw CardError(cursor_.place(), "the card does not end", "close it with ';'");
  const std::string near =
      tried_at_ == cursor_.peek().text.data() ? did_you_mean(cursor_.peek_words(), tried_) : std::string();
  throw CardError(cursor_.place(),
                  fmt::format("{} was not expected here: the card is complete", described(cursor_.peek())),
                  near.empty() ? "close it with ';'" : near);
}

bool ArgumentReader::is_next(std::string_view keyword) const {
  if (tried_at_ != cursor_.peek().text.data()) {
    tried_.clear();
    tried_at_ = cursor_.peek().text.data();
  }
  tried_.emplace_back(keyword);
  return cursor_.peek().kind == TokenKind::word && cursor_.peek_keyword() == keyword_of(keyword);
}

bool ArgumentReader::accept(std::string_view keyword) {
  if (!is_next(keyword)) return false;
  cursor_.skip_words();
  end_argument();
  return true;
}

bool ArgumentReader::is_formula_next() const {
  return cursor_.peek_keyword().empty() || symbols_.find(cursor_.peek().text) != nullptr;
}

std::optional<std::int64_t> ArgumentReader::integer_in(const Token& token) const {
  if (token.kind == TokenKind::integer) return std::atoll(std::string(token.text).c_str());
  const Symbol* symbol = token.kind == TokenKind::word ? symbols_.find(token.text) : nullptr;
  const auto* value = symbol ? std::get_if<std::int64_t>(&symbol->value) : nullptr;
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::int64_t> ArgumentReader::label_ahead(std::size_t tokens) const {
  const bool is_alone = cursor_.is_symbol(",", tokens + 1) || cursor_.is_symbol(";", tokens + 1);
  return is_alone ? integer_in(cursor_.peek(tokens)) : std::nullopt;
}

bool ArgumentReader::is_label_next() const {
  std::size_t count = 0;
  for (; !cursor_.is_symbol(",", count) && !cursor_.is_symbol(";", count); ++count)
    if (cursor_.peek(count).kind != TokenKind::symbol && !integer_in(cursor_.peek(count))) return false;
  return count > 0;
}

std::optional<std::string> ArgumentReader::accept_any(std::initializer_list<std::string_view> keywords) {
  for (const std::string_view keyword : keywords)
    if (accept(keyword)) return std::string(keyword);
  return std::nullopt;
}

std::string ArgumentReader::keyword(std::string_view what, const std::vector<std::string>& known,
                                    const std::vector<Term>& terms) {
  begin_argument(what);
  const std::string found = cursor_.peek_keyword();
  for (const std::string& word : known) {
    if (keyword_of(word) != found) continue;
    cursor_.skip_words();
    end_argument();
    return word;
  }
  const std::string words = found.empty() ? std::string(cursor_.peek().text) : cursor_.peek_words();
  std::vector<Term> possible;
  for (const std::string& word : known) possible.push_back({word});
  if (tried_at_ == cursor_.peek().text.data())
    for (const std::string& word : tried_) possible.push_back({word});
  possible.insert(possible.end(), terms.begin(), terms.end());
  std::string advice = did_you_mean(words, possible);
  if (advice.empty() && known.size() <= 8)
    advice = fmt::format("there {} {}", known.size() == 1 ? "is" : "are", quoted_list(known));
  throw CardError(cursor_.place(), fmt::format("'{}' is no {}", words, what), advice);
}

// A word alone that is no variable: a keyword that was misspelt, or one of what comes next.
void ArgumentReader::refuse_misspelt_keyword(std::string_view what) const {
  const Token& token = cursor_.peek();
  const std::string words = cursor_.peek_words();
  if (token.kind != TokenKind::word || words.empty() || symbols_.find(token.text)) return;
  if (std::find(kBeginnings.begin(), kBeginnings.end(), cursor_.peek_keyword()) != kBeginnings.end())
    throw CardError(cursor_.place(), fmt::format("{} is missing before '{}'", what, words));
  if (tried_at_ != token.text.data()) return;
  if (const std::string advice = did_you_mean(words, tried_); !advice.empty())
    throw CardError(cursor_.place(), fmt::format("'{}' is neither a keyword here nor a variable", words),
                    advice);
}

Scalar ArgumentReader::scalar(std::string_view what) {
  if (!has_more() && is_after_comma_) {  // an empty field before the semicolon
    is_after_comma_ = false;
    return 0.0;
  }
  begin_argument(what);
  refuse_misspelt_keyword(what);
  if (cursor_.is_symbol(",")) {  // an empty field
    end_argument();
    return 0.0;
  }
  const Formula formula = parse_formula(cursor_);
  Scalar value = evaluate(formula, symbols_);
  end_argument();
  return value;
}

double ArgumentReader::real(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const Scalar value = scalar(what);
  if (!is_number(value))
    throw CardError(place, fmt::format("{} must be a number, not {}", what, to_text(value)));
  return to_real(value);
}

double ArgumentReader::real(std::string_view what, double default_value) {
  if (!is_empty()) return real(what);
  cursor_.accept_symbol(",");
  return default_value;
}

std::int64_t ArgumentReader::integer(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const double value = real(what);
  if (value != std::floor(value) || std::abs(value) > 9e15)
    throw CardError(place, fmt::format("{} must be an integer, not {}", what, value));
  return static_cast<std::int64_t>(value);
}

bool ArgumentReader::flag(std::string_view what) {
  if (accept("yes") || accept("true")) return true;
  if (accept("no") || accept("false")) return false;
  if (cursor_.peek().kind == TokenKind::word && !is_formula_next())
    throw CardError(cursor_.place(),
                    fmt::format("{} is 'yes' or 'no', not '{}'", what, cursor_.peek_words()));
  return real(what) != 0.0;
}

std::string ArgumentReader::text(std::string_view what) {
  begin_argument(what);
  if (cursor_.peek().kind == TokenKind::text) {
    std::string result = unescaped(cursor_.next().text);
    end_argument();
    return result;
  }
  const SourcePlace place = cursor_.place();
  if (cursor_.peek().kind == TokenKind::word && !is_formula_next())
    throw CardError(place,
                    fmt::format("{} must be a text in quotes, not {}", what, described(cursor_.peek())));
  const Scalar value = scalar(what);
  if (const auto* content = std::get_if<std::string>(&value)) return *content;
  throw CardError(place, fmt::format("{} must be a text in quotes, not {}", what, to_text(value)));
}

std::string ArgumentReader::file_name(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const std::string raw = text(what);
  std::string name;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '$') {
      name += raw[i];
      continue;
    }
    const bool is_braced = i + 1 < raw.size() && raw[i + 1] == '{';
    std::size_t end = i + (is_braced ? 2 : 1);
    const std::size_t begin = end;
    while (end < raw.size() && (std::isalnum(static_cast<unsigned char>(raw[end])) != 0 || raw[end] == '_'))
      ++end;
    const std::string variable = raw.substr(begin, end - begin);
    const std::optional<std::string> value = environment(variable);
    if (!value) throw CardError(place, fmt::format("the environment variable '{}' is not set", variable));
    name += *value;
    i = is_braced && end < raw.size() && raw[end] == '}' ? end : end - 1;
  }
  return with_home(name, place);
}

// ~/file and ~user/file
std::string ArgumentReader::with_home(const std::string& name, const SourcePlace& place) const {
  if (!name.starts_with('~')) return name;
  const std::size_t slash = std::min(name.find('/'), name.size());
  const std::string user = name.substr(1, slash - 1);
  if (const auto home = environment("HOME"); user.empty() && home) return *home + name.substr(slash);
  const passwd* entry = user.empty() ? getpwuid(getuid()) : getpwnam(user.c_str());
  if (!entry) throw CardError(place, fmt::format("the home directory of '{}' is not known", user));
  return entry->pw_dir + name.substr(slash);
}

std::optional<std::string> ArgumentReader::environment(const std::string& name) const {
  if (const auto own = environment_.find(name); own != environment_.end()) return own->second;
  const char* value = name.empty() ? nullptr : std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

}  // namespace pintle::mbdyn
