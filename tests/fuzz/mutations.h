// Mutations of texts in MBDyn's language: of tokens, and of whole statements.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pintle::fuzz {

// Words, numbers, texts and signs, with the blanks before them.
inline std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  const auto is_wordy = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    token += text[i];
    const bool goes_on = i + 1 < text.size() && is_wordy(text[i]) && is_wordy(text[i + 1]);
    if (goes_on || std::isspace(static_cast<unsigned char>(text[i]))) continue;
    tokens.push_back(std::move(token));
    token.clear();
  }
  return tokens;
}

// Each with its semicolon; what follows the last is one, too.
inline std::vector<std::string> statements_of(std::string_view text) {
  std::vector<std::string> statements;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(';'), text.size() - 1) + 1;
    statements.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return statements;
}

inline std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

class Mutator {
 public:
  Mutator(std::span<const std::string> words, std::uint32_t seed) : words_(words), random_(seed) {}

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  // One to four parts removed, doubled, exchanged, or replaced by or preceded by a word.
  std::string mutated(std::string_view text) {
    const bool has_words = below(4) > 0;
    std::vector<std::string> parts = has_words ? tokens_of(text) : statements_of(text);
    for (std::size_t changes = 1 + below(4); changes > 0 && !parts.empty(); --changes)
      change(parts, has_words);
    return joined(parts);
  }

  // `text` with some statements of another one.
  std::string crossed(std::string_view text, std::string_view other) {
    std::vector<std::string> parts = statements_of(text);
    const std::vector<std::string> others = statements_of(other);
    if (others.empty()) return joined(parts);
    for (std::size_t count = 1 + below(3); count > 0; --count)
      parts.insert(parts.begin() + place(parts.size() + 1), others[below(others.size())]);
    return joined(parts);
  }

 private:
  std::ptrdiff_t place(std::size_t n) { return static_cast<std::ptrdiff_t>(below(n)); }

  void change(std::vector<std::string>& parts, bool has_words) {
    const std::ptrdiff_t at = place(parts.size());
    std::string& part = parts[static_cast<std::size_t>(at)];
    switch (below(has_words ? 6 : 3)) {
      case 0:
        parts.erase(parts.begin() + at);
        break;
      case 1:
        parts.insert(parts.begin() + at, std::string(parts[below(parts.size())]));
        break;
      case 2:
        std::swap(part, parts[below(parts.size())]);
        break;
      case 3:
        parts.insert(parts.begin() + at, " " + words_[below(words_.size())] + ",");
        break;
      default:
        part = " " + words_[below(words_.size())];
    }
  }

  std::span<const std::string> words_;
  std::mt19937 random_;
};

}  // namespace pintle::fuzz
