#include "pintle/base/suggest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace pintle {
namespace {

char folded(char c) {
  if (c == '-' || c == ' ') return '_';
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

int admitted_distance(std::size_t length) { return length <= 2 ? 1 : length <= 8 ? 2 : 3; }

std::string letters_of(std::string_view word) {
  std::string letters;
  for (const char c : word)
    if (folded(c) != '_') letters += folded(c);
  return letters;
}

std::size_t common_beginning(std::string_view a, std::string_view b) {
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && folded(a[length]) == folded(b[length])) ++length;
  return length;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Row i of the table holds the distances from the first i characters of a to all beginnings of b.
  std::vector<int> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);

  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_same = folded(a[i - 1]) == folded(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
      const bool is_swap =
          i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]);
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kShortestBeginning = 3, kLongest = 100;
  if (word.size() > kLongest) return std::nullopt;  // nobody mistypes that much; the table would be large
  const std::string* nearest = nullptr;
  const std::string* continued = nullptr;  // begins with the word, and is the shortest that does
  int least = admitted_distance(word.size()) + 1;
  std::size_t longest = 0;
  for (const std::string& candidate : candidates) {
    // A distance as long as the word shares nothing with it.
    const std::size_t longer = std::max(word.size(), candidate.size());
    const auto added = static_cast<int>(longer - std::min(word.size(), candidate.size()));
    const int distance = added > least ? added : edit_distance(word, candidate);
    const std::size_t common = common_beginning(word, candidate);
    const bool is_near = distance < static_cast<int>(longer) || distance == 0;
    if (is_near && (distance < least || (nearest && distance == least && common > longest))) {
      nearest = &candidate;
      least = distance;
      longest = common;
    }
    const bool continues = word.size() >= kShortestBeginning && common == word.size();
    if (continues && (!continued || candidate.size() < continued->size())) continued = &candidate;
  }
  if (!nearest) nearest = continued;
  if (!nearest) return std::nullopt;
  return *nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const auto nearest = nearest_word(word, candidates);
  return nearest ? "did you mean '" + *nearest + "'?" : "";
}

bool is_same_word(std::string_view a, std::string_view b) { return letters_of(a) == letters_of(b); }

std::string did_you_mean(std::string_view word, std::span<const Term> terms) {
  std::vector<std::string> words, meant, synonyms;
  for (const Term& term : terms) {
    words.push_back(term.word);
    const auto is_meant = [&](const std::string& synonym) { return is_same_word(synonym, word); };
    if (std::any_of(term.synonyms.begin(), term.synonyms.end(), is_meant)) meant.push_back(term.word);
    synonyms.insert(synonyms.end(), term.synonyms.begin(), term.synonyms.end());
  }
  if (!meant.empty()) return "did you mean " + quoted_list(meant, "or") + "?";
  std::vector<std::string> all = words;
  all.insert(all.end(), synonyms.begin(), synonyms.end());
  const auto near = nearest_word(word, all);
  if (!near) return "";
  const bool is_synonym = std::find(words.begin(), words.end(), *near) == words.end();
  return is_synonym ? did_you_mean(*near, terms) : "did you mean '" + *near + "'?";
}

std::string quoted_list(std::span<const std::string> words, std::string_view last_joint) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last_joint) + " " : ", ";
    text += "'" + words[i] + "'";
  }
  return text;
}

}  // namespace pintle
