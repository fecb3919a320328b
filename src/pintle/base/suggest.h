// "Did you mean ...?": the known word nearest to a misspelt one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

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

// "'a', 'b' and 'c'"
std::string quoted_list(std::span<const std::string> words, std::string_view last_joint = "and");

}  // namespace pintle
