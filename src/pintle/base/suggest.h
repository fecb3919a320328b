// "Did you mean ...?": the known word nearest to a misspelt one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

// Least number of insertions, deletions, substitutions and swaps of neighbouring characters that turn
// a into b (no substring edited twice). Ignores case, and does not tell '_', '-' and ' ' apart.
int edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to the word; on a tie the one that shares the longer beginning, then the first.
// Admits distance 1 for words of up to 2 characters, 2 up to 8, 3 beyond; where none is as near, one that
// begins with the word.
std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'hinge'?", or "" when no candidate is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

// The same but for case and for '_', '-' and ' ': "RevoluteJoint" and "revolute joint".
bool is_same_word(std::string_view a, std::string_view b);

// A word, and what else people call the same: in other programs, in other fields.
struct Term {
  std::string word;
  std::vector<std::string> synonyms = {};
};

// The same with synonyms, which lead to the word they stand for: "did you mean 'couple'?" of "torque". A
// synonym as it stands goes before words that are near, and may have several meanings.
std::string did_you_mean(std::string_view word, std::span<const Term> terms);

// "'a', 'b' and 'c'"
std::string quoted_list(std::span<const std::string> words, std::string_view last_joint = "and");

}  // namespace pintle
