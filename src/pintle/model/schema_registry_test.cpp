#include "pintle/model/schema_registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace pintle {
namespace {

const SourcePlace kPlace{std::make_shared<const std::string>("wing.json"), 4, 2};

SchemaRegistry registered_schemas() {
  SchemaRegistry registry;
  registry.add(CardSchema("joint", "revolute_hinge").alias("pin").attachment("a"));
  registry.add(CardSchema("joint", "spherical_hinge").attachment("a"));
  registry.add(CardSchema("element", "spring_damper").choice("end", {"left", "right"}));
  registry.add(CardSchema("gravity", "uniform").vector3("acceleration"));
  return registry;
}

Card card_of(std::string kind, std::string type, std::string name = "") {
  Card card;
  card.kind = std::move(kind);
  card.type = std::move(type);
  card.name = std::move(name);
  card.place = kPlace;
  return card;
}

std::string resolution(std::string kind, std::string type) {
  Diagnostics diagnostics;
  Card card = card_of(std::move(kind), std::move(type));
  const SchemaRegistry registry = registered_schemas();
  const CardSchema* schema = registry.resolve(card, kPlace, diagnostics);
  return schema ? card.type : diagnostics.to_text();
}

std::string name_problems(std::vector<Card> cards) {
  ModelDesc model;
  model.cards = std::move(cards);
  Diagnostics diagnostics;
  check_names(model, registered_schemas(), diagnostics);
  return diagnostics.to_text();
}

TEST(SchemaRegistry, knows_the_kinds_and_their_keys) {
  const SchemaRegistry registry;
  EXPECT_EQ(registry.find_kind("body")->key, "bodies");
  EXPECT_EQ(registry.find_kind_by_key("joints")->name, "joint");
  EXPECT_TRUE(registry.find_kind("gravity")->is_single);
  EXPECT_FALSE(registry.find_kind("node")->is_single);
  EXPECT_EQ(registry.find_kind("joints"), nullptr);
}

TEST(SchemaRegistry, finds_a_schema_by_any_of_its_names) {
  const SchemaRegistry registry = registered_schemas();
  const CardSchema* hinge = registry.find("joint", "revolute_hinge");
  ASSERT_NE(hinge, nullptr);
  EXPECT_EQ(registry.find("joint", "Revolute hinge"), hinge);
  EXPECT_EQ(registry.find("joint", "pin"), hinge);
  EXPECT_EQ(registry.find("element", "revolute_hinge"), nullptr);
  EXPECT_EQ(registry.of_kind("joint").size(), 2u);
}

TEST(SchemaRegistry, resolves_aliases_spaces_and_the_only_type) {
  EXPECT_EQ(resolution("joint", "pin"), "revolute_hinge");
  EXPECT_EQ(resolution("joint", "Spherical Hinge"), "spherical_hinge");
  EXPECT_EQ(resolution("gravity", ""), "uniform");
}

TEST(SchemaRegistry, suggests_types_by_words_of_other_programs) {
  SchemaRegistry registry = registered_schemas();
  registry.add(CardSchema("load", "couple").synonyms({"torque"}).mbdyn({"twist"}));
  EXPECT_EQ(registry.suggest_type("load", "Torque"), "did you mean 'couple'?");
  EXPECT_EQ(registry.suggest_type("load", "twist"), "did you mean 'couple'?");
  EXPECT_EQ(registry.suggest_type("joint", "torque"), "did you mean the load 'couple'?");
  EXPECT_EQ(registry.suggest_type("", "spherical hinge"), "did you mean the joint 'spherical_hinge'?");
  EXPECT_EQ(registry.suggest_type("load", "gizmo"), "");
}

TEST(SchemaRegistry, suggests_keys_by_words_of_other_programs) {
  const SchemaRegistry registry;
  EXPECT_EQ(registry.suggest_key("constraints"), "did you mean 'joints'?");
  EXPECT_EQ(registry.suggest_key("links"), "did you mean 'bodies' or 'joints'?");
  EXPECT_EQ(registry.suggest_key("node"), "did you mean 'nodes'?");
  EXPECT_EQ(registry.suggest_key("pintel"), "did you mean 'pintle'?");
  EXPECT_EQ(registry.suggest_key("gizmos"), "");
}

TEST(SchemaRegistry, takes_the_default_type_of_a_kind) {
  SchemaRegistry registry = registered_schemas();
  registry.set_default_type("joint", "spherical_hinge");
  Diagnostics diagnostics;
  Card card = card_of("joint", "");
  EXPECT_EQ(registry.resolve(card, kPlace, diagnostics), registry.find("joint", "spherical_hinge"));
  EXPECT_THROW(registry.set_default_type("jont", "x"), std::logic_error);
}

TEST(SchemaRegistry, says_what_is_wrong_with_a_type) {
  EXPECT_EQ(resolution("joint", "revolut_hinge"),
            "wing.json:4:2: error: unknown joint type 'revolut_hinge'; did you mean 'revolute_hinge'?\n");
  EXPECT_EQ(resolution("joint", "gizmo"),
            "wing.json:4:2: error: unknown joint type 'gizmo'; the types are 'revolute_hinge' and "
            "'spherical_hinge'\n");
  EXPECT_EQ(resolution("joint", "spring damper"),
            "wing.json:4:2: error: a 'spring_damper' is an element, not a joint; move it to \"elements\"\n");
  EXPECT_EQ(resolution("joint", ""),
            "wing.json:4:2: error: joint: missing \"type\"; the types are 'revolute_hinge' and "
            "'spherical_hinge'\n");
  EXPECT_EQ(resolution("load", "force"), "wing.json:4:2: error: unknown load type 'force'; there are none\n");
}

TEST(SchemaRegistry, refuses_mistakes_in_a_schema) {
  SchemaRegistry registry = registered_schemas();
  EXPECT_THROW(registry.add(CardSchema("widget", "x")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "revolute_hinge")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "pin")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "x").alias("pin")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "x").item("a", "widget")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "x").real("a").unit("kg").optional("3 m")), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("joint", "x").real("a").positive().example(-1)), std::logic_error);
  EXPECT_THROW(registry.add_kind({"joint", "joynts", false, false, ""}), std::logic_error);
  EXPECT_THROW(registry.add_kind({"thing", "title", true, false, ""}), std::logic_error);
  EXPECT_NO_THROW(registry.add_kind({"wind", "wind", true, false, ""}));
}

TEST(SchemaRegistry, lists_every_word_once_and_in_order) {
  const std::vector<std::string> words = registered_schemas().words();
  EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
  EXPECT_EQ(std::adjacent_find(words.begin(), words.end()), words.end());
  for (const char* word : {"pintle", "type", "joints", "revolute_hinge", "pin", "acceleration", "left"}) {
    EXPECT_TRUE(std::binary_search(words.begin(), words.end(), word)) << word;
  }
}

TEST(CheckNames, accepts_equal_names_in_different_kinds) {
  EXPECT_EQ(name_problems({card_of("node", "x", "a"), card_of("joint", "x", "a"), card_of("joint", "x"),
                           card_of("joint", "x"), card_of("gravity", "x")}),
            "");
}

TEST(CheckNames, reports_names_that_are_missing_taken_or_reserved) {
  EXPECT_EQ(name_problems({card_of("node", "structural")}),
            "wing.json:4:2: error: node (structural): missing \"name\"; others refer to it by its name\n");
  EXPECT_EQ(name_problems({card_of("node", "structural", "a"), card_of("node", "structural", "a")}),
            "wing.json:4:2: error: node 'a' (structural): the name is taken; see wing.json:4:2\n");
  EXPECT_EQ(name_problems({card_of("node", "structural", "ground")}),
            "wing.json:4:2: error: node 'ground' (structural): 'ground' is the name of what does not move\n");
  EXPECT_EQ(name_problems({card_of("gravity", "uniform"), card_of("gravity", "uniform")}),
            "wing.json:4:2: error: gravity (uniform): a model has only one gravity; see wing.json:4:2\n");
}

}  // namespace
}  // namespace pintle
