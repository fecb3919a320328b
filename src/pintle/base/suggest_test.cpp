#include "pintle/base/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace pintle {
namespace {

TEST(EditDistance, counts_single_edits_and_swaps) {
  EXPECT_EQ(edit_distance("hinge", "hinge"), 0);
  EXPECT_EQ(edit_distance("hinge", "hindge"), 1);  // insertion
  EXPECT_EQ(edit_distance("hinge", "hine"), 1);    // deletion
  EXPECT_EQ(edit_distance("hinge", "hange"), 1);   // substitution
  EXPECT_EQ(edit_distance("hinge", "higne"), 1);   // swap
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
}

TEST(EditDistance, does_not_edit_a_substring_twice) { EXPECT_EQ(edit_distance("ca", "abc"), 3); }

TEST(EditDistance, ignores_case_and_the_kind_of_separator) {
  EXPECT_EQ(edit_distance("Revolute Hinge", "revolute_hinge"), 0);
  EXPECT_EQ(edit_distance("revolute-hinge", "revolute_hinge"), 0);
}

TEST(NearestWord, admits_more_edits_in_longer_words) {
  const std::vector<std::string> words = {"mass", "inertia", "center_of_mass"};
  EXPECT_EQ(nearest_word("mas", words), "mass");
  EXPECT_EQ(nearest_word("mxxs", words), "mass");
  EXPECT_EQ(nearest_word("mxxx", words), std::nullopt);
  EXPECT_EQ(nearest_word("intertai", words), "inertia");
  EXPECT_EQ(nearest_word("centreofmass", words), "center_of_mass");
  EXPECT_EQ(nearest_word("stiffness", words), std::nullopt);
}

TEST(NearestWord, is_the_first_of_the_nearest) {
  const std::vector<std::string> words = {"node_b", "node_c", "node_a"};
  EXPECT_EQ(nearest_word("node_x", words), "node_b");
  EXPECT_EQ(nearest_word("node_A", words), "node_a");
}

TEST(NearestWord, prefers_the_same_beginning) {
  const std::vector<std::string> words = {"nodes", "bodies"};
  EXPECT_EQ(nearest_word("bodys", words), "bodies");  // both are two edits away
}

TEST(NearestWord, may_be_a_continuation) {
  const std::vector<std::string> words = {"clamp", "spherical_hinge"};
  EXPECT_EQ(nearest_word("Spherical", words), "spherical_hinge");
  EXPECT_EQ(nearest_word("sp", words), std::nullopt);
}

TEST(NearestWord, of_a_single_character_is_not_just_any_other) {
  const std::vector<std::string> words = {"a", "b"};
  EXPECT_EQ(nearest_word("x", words), std::nullopt);
  EXPECT_EQ(nearest_word("A", words), "a");
  EXPECT_EQ(nearest_word("", words), std::nullopt);
}

TEST(DidYouMean, is_a_question_or_nothing) {
  const std::vector<std::string> words = {"hinge"};
  EXPECT_EQ(did_you_mean("hindge", words), "did you mean 'hinge'?");
  EXPECT_EQ(did_you_mean("slider", words), "");
}

TEST(DidYouMean, knows_what_others_call_the_same) {
  const std::vector<Term> terms = {{"couple", {"torque", "moment"}},
                                   {"force", {"point_force"}},
                                   {"speed_drive", {"motor"}},
                                   {"angle_drive", {"motor"}}};
  EXPECT_EQ(did_you_mean("torque", terms), "did you mean 'couple'?");
  EXPECT_EQ(did_you_mean("PointForce", terms), "did you mean 'force'?");
  EXPECT_EQ(did_you_mean("motor", terms), "did you mean 'speed_drive' or 'angle_drive'?");
  EXPECT_EQ(did_you_mean("torqe", terms), "did you mean 'couple'?");
  EXPECT_EQ(did_you_mean("cuple", terms), "did you mean 'couple'?");
  EXPECT_EQ(did_you_mean("gizmo", terms), "");
}

TEST(DidYouMean, takes_a_synonym_before_a_word_that_is_near) {
  const std::vector<Term> terms = {{"mask"}, {"weight", {"mass"}}};
  EXPECT_EQ(did_you_mean("mass", terms), "did you mean 'weight'?");
}

TEST(QuotedList, reads_as_a_sentence) {
  EXPECT_EQ(quoted_list({}), "");
  EXPECT_EQ(quoted_list(std::vector<std::string>{"a"}), "'a'");
  EXPECT_EQ(quoted_list(std::vector<std::string>{"a", "b"}, "or"), "'a' or 'b'");
  EXPECT_EQ(quoted_list(std::vector<std::string>{"a", "b", "c"}), "'a', 'b' and 'c'");
}

TEST(Suggest, a_beginning_is_continued_to_the_shortest_word) {
  const std::vector<std::string> words{"revolute_cylindrical", "revolute_hinge", "revolute_driver"};
  EXPECT_EQ(nearest_word("revolut", words), "revolute_hinge");
}

}  // namespace
}  // namespace pintle
