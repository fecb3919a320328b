#include "pintle/system/part_builder.h"

#include <gmock/gmock.h>

#include "tests/support/card_model.h"

namespace pintle {

void register_rod(Registry& registry);
void register_static(Registry& registry);

namespace {

using testing::HasSubstr;
using testing::Not;

Value law(const char* type, const char* field, Value value) {
  return Value::map({{"type", type}, {field, std::move(value)}});
}

// A node on a rod, and more cards.
std::vector<Card> rod_with(Value law, std::vector<Card> cards = {}) {
  cards.push_back(make_card("node", "static", "end", {{"position", Value::list({1.5, 0, 0})}}));
  cards.push_back(make_card("joint", "rod", "rod",
                            {{"a", "ground"}, {"b", "end"}, {"length", 1}, {"law", std::move(law)}}));
  return cards;
}

const Registry& registry() {
  static const Registry kRegistry = registry_of({register_rod, register_static});
  return kRegistry;
}

TEST(PartBuilder, finds_laws_and_functions_by_name_or_written_out) {
  const Card cube = make_card("function", "power", "cube", {{"exponent", 3}});
  const Card twice = make_card("function", "sum", "twice", {{"a", "cube"}, {"b", "cube"}});
  const Card soft =
      make_card("law", "scalar_function_elastic", "soft", {{"functions", Value::list({"twice"})}});
  const Card both =
      make_card("law", "array", "both",
                {{"laws", Value::list({"soft", "soft", law("linear_elastic", "stiffness", 2)})}});
  CardModel model(registry(), rod_with("both", {cube, twice, soft, both}));
  EXPECT_DOUBLE_EQ(model.channel("joint", "rod", "force")[0], 4.0 * 0.125 + 2.0 * 0.5);
}

TEST(PartBuilder, says_what_it_does_not_find) {
  const Card rubber = make_card("law", "linear_elastic", "rubber", {{"stiffness", 1}});
  EXPECT_THAT(problems_of(registry(), rod_with("ruber", {rubber})),
              HasSubstr("there is no law 'ruber'; did you mean 'rubber'?"));
  EXPECT_THAT(
      problems_of(registry(), rod_with(law("scalar_function_elastic", "functions", Value::list({"f"})))),
      HasSubstr("there is no function 'f'"));
  EXPECT_THAT(problems_of(registry(), rod_with(law("linear_elastik", "stiffness", 1))),
              HasSubstr("did you mean 'linear_elastic'?"));
}

TEST(PartBuilder, finds_cards_that_contain_themselves) {
  const Card a = make_card("law", "array", "a", {{"laws", Value::list({"b"})}});
  const Card b = make_card("law", "array", "b", {{"laws", Value::list({"a"})}});
  EXPECT_THAT(problems_of(registry(), rod_with("a", {a, b})), HasSubstr("law 'a' refers to itself"));
  const Card f = make_card("function", "sum", "f", {{"a", 1}, {"b", "f"}});
  EXPECT_THAT(
      problems_of(registry(), rod_with(law("scalar_function_elastic", "functions", Value::list({"f"})), {f})),
      HasSubstr("function 'f' refers to itself"));
}

// Building and evaluating are recursions.
TEST(PartBuilder, refuses_rows_of_names_that_are_too_long) {
  constexpr int kMany = 5000;
  std::vector<Card> functions{make_card("function", "power", "f0", {{"exponent", 3}})};
  std::vector<Card> laws{make_card("law", "linear_elastic", "l0", {{"stiffness", 2}})};
  for (int i = 1; i <= kMany; ++i) {
    const std::string before = std::to_string(i - 1), own = std::to_string(i);
    functions.push_back(make_card("function", "sum", "f" + own, {{"a", "f" + before}, {"b", "f0"}}));
    laws.push_back(make_card("law", "array", "l" + own, {{"laws", Value::list({"l" + before})}}));
  }
  EXPECT_THAT(
      problems_of(registry(), rod_with("l5000", laws)),
      HasSubstr("law 'l5000' (array): parts are nested more than 100 deep, down to law 'l4900' (array)"));
  EXPECT_EQ(problems_of(registry(), rod_with("l99", {laws.begin(), laws.begin() + 100})), "");
  const Value elastic = law("scalar_function_elastic", "functions", Value::list({"f5000"}));
  EXPECT_THAT(problems_of(registry(), rod_with(elastic, functions)),
              HasSubstr("parts are nested more than 100 deep, down to function 'f4901' (sum)"));
}

TEST(PartBuilder, refuses_to_double_without_end) {
  std::vector<Card> functions{make_card("function", "power", "f0", {{"exponent", 3}})};
  std::vector<Card> laws{make_card("law", "linear_elastic", "l0", {{"stiffness", 2}})};
  for (int i = 1; i <= 60; ++i) {
    const std::string function = "f" + std::to_string(i - 1), law = "l" + std::to_string(i - 1);
    functions.push_back(
        make_card("function", "sum", "f" + std::to_string(i), {{"a", function}, {"b", function}}));
    laws.push_back(make_card("law", "array", "l" + std::to_string(i), {{"laws", Value::list({law, law})}}));
  }
  EXPECT_THAT(problems_of(registry(), rod_with("l60", laws)),
              HasSubstr("law 'l60' (array): it has more than 100000 parts"));
  const Value elastic = law("scalar_function_elastic", "functions", Value::list({"f60"}));
  EXPECT_THAT(problems_of(registry(), rod_with(elastic, functions)),
              HasSubstr("it has more than 100000 parts"));
}

TEST(PartBuilder, tells_what_is_never_used_and_what_is_wrong_with_it) {
  const Card spare = make_card("law", "linear_elastic", "spare", {{"stiffness", 1}});
  const Value good = law("linear_elastic", "stiffness", 1);
  EXPECT_THAT(problems_of(registry(), rod_with(good, {spare})),
              HasSubstr("law 'spare' (linear elastic) is never used"));
  const Card bad = make_card("law", "linear_elastic", "bad", {{"stifness", 1}});
  EXPECT_THAT(problems_of(registry(), rod_with(good, {bad})), HasSubstr("unknown field 'stifness'"));
  EXPECT_THAT(problems_of(registry(), rod_with("spare", {spare})), Not(HasSubstr("never used")));
}

}  // namespace
}  // namespace pintle
