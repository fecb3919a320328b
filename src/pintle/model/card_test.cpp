#include "pintle/model/card.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

Card named(std::string kind, std::string name) {
  Card card;
  card.kind = std::move(kind);
  card.name = std::move(name);
  return card;
}

TEST(Card, sets_and_finds_fields) {
  Card card = named("body", "crank");
  card.set("mass", 1.0).set("center", Value::list({0, 0, 0})).set("mass", 2.0);
  ASSERT_EQ(card.fields.size(), 2u);
  EXPECT_EQ(*card.find("mass"), Value(2.0));
  EXPECT_EQ(card.find("inertia"), nullptr);
}

TEST(Card, describes_itself_for_messages) {
  Card card = named("joint", "crank pin");
  card.type = "revolute_hinge";
  EXPECT_EQ(describe(card), "joint 'crank pin' (revolute hinge)");
  EXPECT_EQ(describe(named("gravity", "")), "gravity");
}

TEST(Card, comes_from_a_map) {
  const auto file = std::make_shared<const std::string>("a.json");
  Value map = Value::map({{"type", "Sine wave"}, {"name", "push"}, {"amplitude", 2.0}});
  map.set_place({file, 3, 4});
  map.as_map()[2].key_place = {file, 3, 9};
  const Card card = card_from_map("drive", map);
  EXPECT_EQ(card.kind, "drive");
  EXPECT_EQ(card.type, "sine_wave");
  EXPECT_EQ(card.name, "push");
  EXPECT_EQ(card.place.to_string(), "a.json:3:4");
  ASSERT_EQ(card.fields.size(), 1u);
  EXPECT_EQ(card.fields[0].name, "amplitude");
  EXPECT_EQ(card.fields[0].place.to_string(), "a.json:3:9");
}

TEST(Card, from_something_else_than_a_map_is_empty) {
  EXPECT_EQ(card_from_map("drive", 3.0), named("drive", ""));
}

TEST(ModelDesc, finds_cards_by_kind_and_name) {
  ModelDesc model;
  model.cards = {named("node", "a"), named("joint", "a"), named("gravity", ""), named("node", "b")};
  EXPECT_EQ(model.find("joint", "a"), &model.cards[1]);
  EXPECT_EQ(model.find("joint", "b"), nullptr);
  EXPECT_EQ(model.find_single("gravity"), &model.cards[2]);
  EXPECT_EQ(model.of_kind("node"), (std::vector<const Card*>{&model.cards[0], &model.cards[3]}));
}

TEST(ModelDesc, equality_minds_the_order_within_a_kind_only) {
  ModelDesc a, b;
  a.cards = {named("node", "1"), named("joint", "2"), named("node", "3")};
  b.cards = {named("joint", "2"), named("node", "1"), named("node", "3")};
  EXPECT_EQ(a, b);
  std::swap(b.cards[1], b.cards[2]);
  EXPECT_NE(a, b);
}

TEST(ModelDesc, equality_minds_titles_fields_and_missing_cards) {
  ModelDesc a, b;
  a.cards = b.cards = {named("node", "1")};
  b.title = "x";
  EXPECT_NE(a, b);
  b.title = "";
  b.cards[0].set("position", 1);
  EXPECT_NE(a, b);
  b.cards = {};
  EXPECT_NE(a, b);
}

TEST(Names, change_between_spaces_and_underscores) {
  EXPECT_EQ(spaced("revolute_hinge"), "revolute hinge");
  EXPECT_EQ(snake_cased("Revolute Hinge"), "revolute_hinge");
  EXPECT_EQ(snake_cased("in-line"), "in_line");
}

}  // namespace
}  // namespace pintle
