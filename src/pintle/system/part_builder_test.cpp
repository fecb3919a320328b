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
